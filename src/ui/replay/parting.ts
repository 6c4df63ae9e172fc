/** Two lives at one task, still by still: where they part. Pure. */

import type { LifeRecord } from '../../learning/records.ts';
import { replayLife } from './replay.ts';
import type { Still } from './still.ts';

/** The stills of one task of a life: acting in it, or what was noted after it. `position` counts from 1. */
export function stillsOfTask(life: LifeRecord, position: number, episode: 'solve' | 'update'): readonly Still[] {
  const stills = replayLife(life).filter((still) => still.position === position - 1);
  return stills.filter(({ kind }) => (kind === 'writing') === (episode === 'update'));
}

function said(still: Still | undefined): string {
  switch (still?.kind) {
    case undefined:
      return '';
    case 'opening':
      return ['opening', ...still.notes].join(' ');
    case 'move':
      return still.last.turn.join(' ');
    case 'writing':
      return [...still.update.written, '|', ...still.notes].join(' ');
  }
}

/** The index of the first still in which two lives differ; the last one where they do not. */
export function partingOf(one: readonly Still[], other: readonly Still[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (said(one[index]) !== said(other[index])) return index;
  }
  return Math.max(0, length - 1);
}
