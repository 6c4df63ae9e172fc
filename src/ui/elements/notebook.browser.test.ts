import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { replayLife } from '../replay/replay.ts';
import type { Still } from '../replay/still.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import './notebook.ts';

afterEach(cleanup);

const stills = replayLife(scriptedLife('code-lake/4x4:3x3'));

async function read(still: Still): Promise<ShadowRoot> {
  const { container } = render(html`<wm-notebook .still=${still}></wm-notebook>`);
  const book = container.querySelector('wm-notebook');
  if (!book?.shadowRoot) throw new Error('no notebook');
  await book.updateComplete;
  return book.shadowRoot;
}

function lines(root: ShadowRoot): string[] {
  const written = [...root.querySelectorAll('.page li:not([aria-hidden="true"])')];
  return written.map((line) => line.textContent.replaceAll(/\s+/g, ' ').trim());
}

describe('the notebook', () => {
  it('says that it is empty, and how much room there is', async () => {
    const root = await read(stills[0]);
    expect(lines(root)).toEqual(['empty']);
    expect(root.textContent).toContain('0 of 18 words');
  });

  it('marks every line by what became of it, in words too', async () => {
    const opening = stills.find((still) => still.kind === 'opening' && still.position === 2);
    if (!opening) throw new Error('no third task');
    const root = await read(opening);
    expect(lines(root)).toEqual(['=kept: down b1', '+new: up b2 new', '+new: left b4 new']);
    expect(root.querySelectorAll('.budget .on')).toHaveLength(6);
  });

  it('strikes out what was dropped, and says when it was false', async () => {
    const [still] = stills.filter((one) => one.kind === 'opening' && one.position === 2);
    const root = await read({ ...still, notesBefore: ['down', 'b1', 'right', 'b1'] });
    expect(lines(root)).toContain('−dropped: right b1 was false');
    const struck = root.querySelector('.dropped .fact');
    expect(struck && getComputedStyle(struck).textDecorationLine).toBe('line-through');
  });

  it('fills the line that is being used', async () => {
    const using = stills.find((still) => still.kind === 'move' && still.last.used !== null);
    if (!using) throw new Error('no note is used');
    const root = await read(using);
    expect(root.querySelectorAll('.reading')).toHaveLength(1);
    expect(root.querySelector('.reading')?.textContent).toContain('in use');
  });

  it('keeps the earlier notes in sight, newest first', async () => {
    const last = stills.at(-1);
    if (!last) throw new Error('no stills');
    const slips = [...(await read(last)).querySelectorAll('.earlier li')];
    expect(slips.map((slip) => slip.textContent.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'After task 1 down b1',
      'At first empty',
    ]);
  });
});
