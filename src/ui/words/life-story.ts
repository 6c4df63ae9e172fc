/** The story of a life as one sentence, where its causes are known: it fails, writes a note, and the note gets it through. */

import { msg, str } from '@lit/localize';
import { parsePackId } from '../../environments/ids.ts';
import type { LifeRecord } from '../../learning/records.ts';
import { firstHelp, solvesOf } from '../replay/telling.ts';

/** By environment and by the outcome of the task after which the note was written; with `''` for every other failure. */
const NEXT_TIME: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'code-lake': {
    hole: () => msg('It falls in, writes a note, and next time gets across.'),
    '': () => msg('It does not get across, writes a note, and next time it does.'),
  },
  'text-house': { '': () => msg('It searches in vain, writes a note, then knows where to look.') },
  alchemy: { '': () => msg('It mixes in vain, writes a note, then knows what to mix.') },
};

/**
 * Told only of what masking has shown: the first note without which a task would have failed. Null where no note was a
 * cause, or nobody has asked.
 */
export function lifeStory(life: LifeRecord): string | null {
  const help = firstHelp(life);
  if (!help) return null;
  const [before, after] = [help.writtenAfter + 1, help.task + 1];
  const wrote = solvesOf(life).at(help.writtenAfter);
  if (wrote === undefined || wrote.reward > 0 || after > before + 1) {
    return msg(str`What it notes after task ${before} is what solves task ${after}.`);
  }
  const told = NEXT_TIME[parsePackId(life.pack).environment];
  return (told?.[wrote.outcome] ?? told?.[''])?.() ?? msg('It fails, writes a note, and next time succeeds by it.');
}
