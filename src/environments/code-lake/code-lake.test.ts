import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '../../../test/fixtures/statistics.ts';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import type { Cell } from '../scene.ts';
import { codeLake } from './code-lake.ts';
import type { LakeTask, LakeWorld } from './rules.ts';

/** b1 up, b2 left, b3 down, b4 right. */
const WORLD: LakeWorld = { directions: ['up', 'left', 'down', 'right'] };

/**
 *     . . G .
 *     . O . .
 *     . . . O
 *     S . O .
 */
const TASK: LakeTask = {
  size: 4,
  start: [3, 0],
  goal: [0, 2],
  holes: [
    [1, 1],
    [2, 3],
    [3, 2],
  ],
  turnLimit: 7,
};

function play(...buttons: string[]) {
  let state = codeLake.reset(WORLD, TASK);
  const results = buttons.map((button) => {
    const { state: next, ...result } = codeLake.step(state, ['hm', button]);
    state = next;
    return result;
  });
  return { state, results, last: results[results.length - 1] };
}

describe('the code lake', () => {
  it('opens with start, what lies up, down, left and right, and where the goal is', () => {
    expect(codeLake.openingWords(codeLake.reset(WORLD, TASK)).join(' ')).toBe('start ice wall wall ice NE');
  });

  it('moves the walker by the hidden code and shows its new surroundings', () => {
    expect(play('b1').last.observation.join(' ')).toBe('up ice ice wall ice NE');
    expect(play('b1', 'b4').last.observation.join(' ')).toBe('right hole ice ice ice NE');
    expect(play('b1', 'b4', 'b4').last.observation.join(' ')).toBe('right ice hole ice hole N');
  });

  it('bumps into the edge without moving', () => {
    const { last, state } = play('b2');
    expect(last.observation.join(' ')).toBe('bump ice wall wall ice NE');
    expect(state.walker).toEqual([3, 0]);
    expect(last.info.outcome).toBe('going');
  });

  it('ends in a hole without reward', () => {
    const { last } = play('b1', 'b4', 'b1');
    expect(last).toMatchObject({ reward: 0, terminated: true, truncated: false, info: { outcome: 'hole' } });
  });

  it('ends at the goal with reward', () => {
    const { last } = play('b1', 'b4', 'b4', 'b1', 'b1');
    expect(last).toMatchObject({ reward: 1, terminated: true, truncated: false, info: { outcome: 'goal' } });
  });

  it('is cut off after its presses, but an arrival with the last one counts', () => {
    const bumps = ['b2', 'b2', 'b2'];
    expect(play(...bumps, 'b1', 'b4', 'b4', 'b1').last).toMatchObject({
      reward: 0,
      truncated: true,
      info: { outcome: 'out-of-turns' },
    });
    expect(play('b2', 'b2', 'b1', 'b4', 'b4', 'b1', 'b1').last).toMatchObject({ reward: 1, truncated: false });
  });

  it('acts on the second word only: the wish is thought', () => {
    const state = codeLake.reset(WORLD, TASK);
    expect(codeLake.step(state, ['down', 'b1'])).toEqual(codeLake.step(state, ['hm', 'b1']));
    expect(codeLake.step(state, ['b1', 'up']).observation[0]).toBe('nil');
  });

  it('logs the last ten presses as effect and button, without turns that meant nothing', () => {
    expect(codeLake.logWords(play('b2', 'b9', 'b1').state).join(' ')).toBe('bump b2 up b1');
    const long = play('b1', ...Array.from({ length: 11 }, () => 'b2')).state;
    expect(codeLake.logWords(long)).toEqual(Array.from({ length: 10 }, () => ['bump', 'b2']).flat());
  });

  it('writes facts key first, and reads none from bumps', () => {
    expect(codeLake.facts(WORLD)[1]).toEqual({ key: 'left', value: ['b2'] });
    expect(codeLake.parseFacts('bump b1 left b3 nice left b2 up'.split(' '))).toEqual([{ key: 'left', value: ['b2'] }]);
  });

  it('says the same at first whatever the code', () => {
    const other: LakeWorld = { directions: ['down', 'right', 'left', 'up'] };
    const first = (world: LakeWorld) => codeLake.openingWords(codeLake.reset(world, TASK));
    expect(first(other)).toEqual(first(WORLD));
  });
});

describe('the maps of the code lake', () => {
  it.each([
    ['4x4', 4, 3],
    ['5x5', 5, 5],
    ['6x6', 6, 8],
  ])(
    'have at %s a goal at least 3 moves away, reached without a detour, with two presses to spare',
    (level, size, holes) => {
      for (let index = 0; index < 200; index++) {
        const task = codeLake.drawTask(level, WORLD, new RandomStream(3, PURPOSE.task, index));
        const distance = Math.abs(task.start[0] - task.goal[0]) + Math.abs(task.start[1] - task.goal[1]);
        expect(task.size).toBe(size);
        expect(new Set([task.start, task.goal, ...task.holes].map(String)).size).toBe(holes + 2);
        expect(distance).toBeGreaterThanOrEqual(3);
        expect(directWalks(task, task.start)).toBeGreaterThan(0);
        expect(task.turnLimit).toBe(distance + 2);
      }
    },
  );

  it('draws each of the 24 codes equally often', () => {
    const draws = 4800;
    const counts = new Map<string, number>();
    for (let index = 0; index < draws; index++) {
      const code = codeLake.drawWorld('4x4', new RandomStream(4, PURPOSE.world, index)).directions.join(' ');
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const expected = Array.from({ length: 24 }, () => draws / 24);
    expect(chiSquare([...counts.values()], expected)).toBeLessThan(chiSquareLimit(23));
  });
});

/** Walks from a cell to the goal that never step away from it: counted by recursion, unlike the code's search. */
function directWalks(task: LakeTask, [row, column]: Cell): number {
  if (task.holes.some(([holeRow, holeColumn]) => holeRow === row && holeColumn === column)) return 0;
  const down = Math.sign(task.goal[0] - row);
  const right = Math.sign(task.goal[1] - column);
  if (down === 0 && right === 0) return 1;
  const vertical = down === 0 ? 0 : directWalks(task, [row + down, column]);
  return vertical + (right === 0 ? 0 : directWalks(task, [row, column + right]));
}
