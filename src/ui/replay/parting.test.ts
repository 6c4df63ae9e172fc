/** Protects where two lives are laid open: at the task asked for, and at the first moment in which they differ. */

import { expect, it } from 'vitest';
import type { LifeRecord } from '../../learning/records.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import { partingOf, stillsOfTask } from './parting.ts';

const LIFE = scriptedLife('code-lake/4x4:17x4');

/** The life with another last turn in its task of index `task`, where that has more than one. */
function withOtherTurn(task: number): LifeRecord {
  let solved = -1;
  const episodes = LIFE.episodes.map((episode) => {
    if (episode.kind !== 'solve') return episode;
    solved += 1;
    if (solved !== task) return episode;
    const [last = []] = episode.turns.slice(-1);
    const turn = last.map((word, index) => (index === 1 ? (word === 'b1' ? 'b2' : 'b1') : word));
    return { ...episode, turns: [...episode.turns.slice(0, -1), turn] };
  });
  return { ...LIFE, episodes };
}

it('shows one task, or the notes that were written after it', () => {
  const solve = stillsOfTask(LIFE, 2, 'solve');
  expect(solve[0]?.kind).toBe('opening');
  expect(new Set(solve.map(({ position }) => position))).toEqual(new Set([1]));
  expect(stillsOfTask(LIFE, 2, 'update').map(({ kind }) => kind)).toEqual(['writing']);
});

it('begins at the first turn in which they differ, and at the end where they do not', () => {
  const one = stillsOfTask(LIFE, 1, 'solve');
  const other = stillsOfTask(withOtherTurn(0), 1, 'solve');
  expect(partingOf(one, other)).toBe(one.length - 1);
  expect(partingOf(one, one)).toBe(one.length - 1);
  expect(partingOf(one, one.slice(0, 2))).toBe(2);
});
