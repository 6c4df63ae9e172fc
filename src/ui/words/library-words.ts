/** What the library says: its heading, what a run is and found, what happened, how much room there is. Pure. */

import { msg, str } from '@lit/localize';
import type { EvaluationRecord } from '../../learning/records.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { counted } from '../i18n/counted.ts';
import { perLocale } from '../i18n/locale.ts';
import { type LibraryNews, type LibraryState } from '../state/library-state.ts';
import type { LibraryEntry } from '../state/library-view.ts';
import { environmentLabel } from './sentences.ts';
import { date, inSequence, list, points, whole } from './format.ts';

const SIZES = {
  gigabyte: perLocale((locale) => sizeFormat(locale, 'gigabyte')),
  megabyte: perLocale((locale) => sizeFormat(locale, 'megabyte')),
  kilobyte: perLocale((locale) => sizeFormat(locale, 'kilobyte')),
} as const;

function sizeFormat(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 2 });
}

/** What a run is called: its title, or its id. */
function runName({ title, run }: Pick<LibraryRun, 'title' | 'run'>): string {
  return title ?? run;
}

export function entryName({ run }: LibraryEntry): string {
  return run ? runName(run) : msg('The recorded run');
}

/** `2.1 MB` */
export function size(bytes: number): string {
  if (bytes >= 1e9) return SIZES.gigabyte().format(bytes / 1e9);
  if (bytes >= 1e6) return SIZES.megabyte().format(bytes / 1e6);
  return SIZES.kilobyte().format(bytes / 1e3);
}

/** `+46 points, 40 to 52, on 200 packs`, or that there is nothing to say yet. */
export function liftWords(evaluation: EvaluationRecord | null): string {
  if (!evaluation) return msg('not evaluated');
  const { lift, packs } = evaluation;
  const [low, high] = [points(lift.low).replace('+', ''), points(lift.high).replace('+', '')];
  const count = counted(packs, msg('on {n} pack|on {n} packs'));
  return msg(str`${points(lift.mean)} points, ${low} to ${high}, ${count}`);
}

/** Where it lived, how far it came and when, most telling first. */
export function entryFacts({ run, recipe, iteration }: LibraryEntry): readonly string[] {
  return [
    environmentLabel(recipe.environment),
    run && !run.finished
      ? msg(str`${whole(iteration)} of ${counted(recipe.iterations, msg('{n} iteration|{n} iterations'))}`)
      : counted(iteration, msg('{n} iteration|{n} iterations')),
    run ? date(run.updated) : msg('came with this site'),
    ...(run?.inUse ? [msg('at work now')] : []),
  ];
}

/** Where a fork comes from; null for what is none. */
export function originWords({ run, parent }: LibraryEntry): string | null {
  if (!run || (run.parent === null && run.inherited === 0)) return null;
  const after = counted(run.inherited, msg('{n} iteration|{n} iterations'));
  if (parent) {
    return run.inherited === 0
      ? msg(str`Forked from ${runName(parent)}, from the beginning`)
      : msg(str`Forked from ${runName(parent)} after ${after}`);
  }
  return run.inherited === 0
    ? msg('Forked from a run that is not here, from the beginning')
    : msg(str`Forked from a run that is not here, after ${after}`);
}

/** The heading: what the comparison finds, or what there is. */
export function libraryHeadline(state: LibraryState, compared: readonly LibraryEntry[]): string {
  const evaluated = compared.flatMap(({ evaluation, ...entry }) => (evaluation ? [{ ...entry, evaluation }] : []));
  if (compared.length >= 2 && evaluated.length === compared.length) {
    if (evaluated.length === 2) {
      const [one, other] = evaluated.map((entry) => ({
        name: entryName(entry),
        lift: points(entry.evaluation.lift.mean),
      }));
      return msg(str`What notes are worth: ${one.name} ${one.lift} points, ${other.name} ${other.lift}.`);
    }
    const lifts = evaluated.map((entry) => entry.evaluation.lift.mean);
    const [low, high] = [points(Math.min(...lifts)), points(Math.max(...lifts))];
    return msg(str`What notes are worth differs from ${low} to ${high} points.`);
  }
  if (state.runs === null) return msg('Looking for your runs.');
  if (state.runs.length === 0) return msg('No run of yours is kept here yet.');
  return counted(state.runs.length, msg('{n} run is kept in this browser.|{n} runs are kept in this browser.'));
}

/** What the chart of the comparison cannot show. */
export function comparisonCaveat(compared: readonly LibraryEntry[]): string {
  const silent = compared.filter(({ evaluation }) => evaluation === null).map(entryName);
  const known = compared.flatMap(({ evaluation }) => (evaluation ? [evaluation] : []));
  const worlds = new Set(known.map(({ environment }) => environment));
  const sentences = [
    ...(silent.length > 0 ? [msg(str`Not evaluated yet, so not drawn: ${list(silent)}.`)] : []),
    ...(worlds.size > 1 ? [msg('They were evaluated in different worlds: compare with care.')] : []),
    ...(worlds.size === 1 && new Set(known.map(({ packs, length }) => `${packs}x${length}`)).size > 1
      ? [msg('They were evaluated on different numbers of packs or tasks.')]
      : []),
  ];
  return inSequence(sentences);
}

export function newsWords(news: LibraryNews): string {
  return msg(str`${news.file} was saved with your downloads.`);
}

/** How much of the room that the browser gives is used. */
export function spaceWords({ space }: LibraryState): string {
  if (!space) return msg('This browser does not say how much room there is.');
  return msg(str`${size(space.usage)} of ${size(space.quota)} used`);
}

/** What the browser promises about it. */
export function keepingWords({ persistent, refused }: LibraryState): string {
  if (persistent) return msg('Kept safe: this browser will not clear it by itself.');
  if (refused) {
    return msg(
      'This browser would not promise. It may clear your runs when room runs low, so save the ones that matter as files.',
    );
  }
  return msg('This browser may clear it when room runs low.');
}

/** What a fork will begin with, before it is made. */
export function forkWords({ iteration }: LibraryEntry, iterations: number): string {
  if (!(iterations > iteration)) {
    const done = counted(iteration, msg('{n} iteration|{n} iterations'));
    return msg(str`It has trained ${done} already: give the fork more than that.`);
  }
  const more = counted(iterations - iteration, msg('{n} more iteration|{n} more iterations'));
  if (iteration === 0) return msg('It begins from the beginning. The original stays as it is.');
  return msg(str`It goes on from iteration ${whole(iteration)}, for ${more}. The original stays as it is.`);
}
