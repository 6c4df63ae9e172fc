import { describe, expect, it } from 'vitest';
import { solvePrompt, updatePrompt } from './prompts.ts';

const words = (text: string) => text.split(' ');

describe('prompts', () => {
  it('of a solve episode are as the base was pretrained on', () => {
    const lake = solvePrompt('lake', words('left b3 up b1'), words('start ice hole wall ice SE'));
    expect(lake.join(' ')).toBe('<bos> <solve> lake notes left b3 up b1 task start ice hole wall ice SE act');
    const house = solvePrompt('house', words('pen sofa mug shelf'), words('lamp bench'));
    expect(house.join(' ')).toBe('<bos> <solve> house notes pen sofa mug shelf task lamp bench act');
    expect(solvePrompt('alchemy', [], ['mud']).join(' ')).toBe('<bos> <solve> alchemy notes task mud act');
  });

  it('of an update episode are as the base was pretrained on', () => {
    const failed = updatePrompt('lake', words('left b3'), words('down b4 bump b3'), false);
    expect(failed.join(' ')).toBe('<bos> <update> lake notes left b3 log down b4 bump b3 fail write');
    const solved = updatePrompt('alchemy', [], words('mud fire air'), true);
    expect(solved.join(' ')).toBe('<bos> <update> alchemy notes log mud fire air ok write');
  });
});
