/** What a lesson says once something was done: figures from the page's own state, with their counts and intervals. */

import { msg, str } from '@lit/localize';
import type { App } from '../app.ts';
import { counted } from '../i18n/counted.ts';
import { percent } from '../words/format.ts';
import { iterationsTrained, usesANote } from './looking.ts';

/** The note that the life on screen used, in its own words. */
export function noteFinding({ run }: App): string {
  const { playback } = run.state;
  const still = playback?.stills.slice(0, playback.index + 1).findLast(usesANote);
  if (still?.kind !== 'move' || !still.last.used) return msg('Done.');
  const line = [still.last.used.key, ...still.last.used.value].join(' ');
  return msg(str`It read “${line}” and did so.`);
}

/** First and last task with and without notes, of the lab's latest test. */
export function controlsFinding({ lab }: App): string {
  const evaluation = [...lab.state.comparisons.values()].at(-1)?.evaluation;
  const { kept, erased } = evaluation?.success ?? {};
  if (!evaluation || !kept || !erased) return msg('Done.');
  const [first, last, without] = [kept[0], kept.at(-1) ?? 0, erased.at(-1) ?? 0].map(percent);
  const packs = counted(evaluation.packs, msg('{n} pack|{n} packs'));
  return msg(
    str`First task ${first} %, last task ${last} %; with the notes erased, last task ${without} % (${packs}).`,
  );
}

export function trainedFinding(app: App): string {
  return counted(iterationsTrained(app), msg('It has trained for {n} iteration.|It has trained for {n} iterations.'));
}
