/** What a life tells: where a note was the cause of what happened, and which life tells it best. Pure. */

import type { LifeRecord, NoteUse, SolveRecord } from '../../learning/records.ts';
import type { Still } from './still.ts';

/** The solve episodes of a life, by task. */
export function solvesOf({ episodes }: LifeRecord): readonly SolveRecord[] {
  return episodes.filter((episode) => episode.kind === 'solve');
}

/** Whether each task was solved. */
export function outcomesOf(life: LifeRecord): readonly boolean[] {
  return solvesOf(life).map(({ reward }) => reward > 0);
}

/** What a note did in a task: turned its outcome, for better or worse; was acted on without that; was merely there. */
export type Effect = 'helped' | 'misled' | 'read' | 'there';

export function effectOf(use: NoteUse, solved: boolean): Effect {
  if (use.solvedWithout !== solved) return solved ? 'helped' : 'misled';
  return use.acted ? 'read' : 'there';
}

/** The first use of a note without which its task would have failed. Null where there is none, or nobody has asked. */
export function firstHelp(life: LifeRecord): NoteUse | null {
  const outcomes = outcomesOf(life);
  const helped = (life.uses ?? []).filter(
    (use) => use.acted && effectOf(use, outcomes[use.task] ?? false) === 'helped',
  );
  return helped.toSorted((one, other) => one.task - other.task)[0] ?? null;
}

/** The still in which a note is acted on; where no move says so, the beginning of its task. */
export function stillOfUse(stills: readonly Still[], { task, fact }: NoteUse): number {
  const words = fact.join(' ');
  const moves = stills.findIndex((still) => {
    if (still.kind !== 'move' || still.position !== task || !still.last.used) return false;
    return [still.last.used.key, ...still.last.used.value].join(' ') === words;
  });
  return moves === -1 ? stills.findIndex(({ position }) => position === task) : moves;
}

/**
 * How well a life tells the whole story, from 0. Best is one that fails its first task, writes a note, and by that note
 * solves the second; where causes are unknown, one that at least happened in this order.
 */
function worthTelling(life: LifeRecord): number {
  const [first = false, second = false] = outcomesOf(life);
  if (first || !second) return firstHelp(life) ? 1 : 0;
  const help = firstHelp(life);
  return help?.task === 1 && help.writtenAfter === 0 ? 3 : 2;
}

/** Of several lives, the one that tells the story best; the earlier of equals. There is at least one. */
export function tellingLife(lives: readonly LifeRecord[]): LifeRecord {
  return lives.reduce((best, life) => (worthTelling(life) > worthTelling(best) ? life : best));
}
