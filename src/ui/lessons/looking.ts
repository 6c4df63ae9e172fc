/** What lessons look for on the page, and how they show it: small readings of the page's state, shared by all of them. */

import type { App } from '../app.ts';
import type { Still } from '../replay/still.ts';

/** Whether the life on screen has been watched as far as a still that fits. */
export function lookedAt({ run }: App, fits: (still: Still) => boolean): boolean {
  const { playback } = run.state;
  return playback?.stills.slice(0, playback.index + 1).some(fits) ?? false;
}

/** A move that does what a line of the notes says. */
export function usesANote(still: Still): boolean {
  return still.kind === 'move' && still.last.used !== null;
}

/** A move of the lake made for the sake of finding out: it wishes for no direction. */
export function isATry(still: Still): boolean {
  return still.kind === 'move' && still.last.turn[0] === TRYING;
}

/** Goes to the first still of the life on screen that fits, if there is one. */
export function openStill({ run, actions }: App, fits: (still: Still) => boolean): void {
  const index = run.state.playback?.stills.findIndex(fits) ?? -1;
  if (index >= 0) actions.run.showStill(index);
}

/** The life on screen from its beginning. */
export function openLifeAtItsBeginning(app: App): void {
  openStill(app, (still) => still.kind === 'opening');
}

/** Iterations behind the run on screen. */
export function iterationsTrained({ run }: App): number {
  return run.state.run?.iterations.length ?? 0;
}

/** Whether the credit of a group is on screen. */
export function seesCredit({ train }: App): boolean {
  return train.state.credit.answer !== null;
}

/** Whether the lab has tested, in this tab, what erasing the notes does. */
export function hasErasedResult({ lab }: App): boolean {
  return [...lab.state.comparisons.values()].some(({ evaluation }) => evaluation.success.erased !== undefined);
}

/** The word that stands in the place of a wish where a button is only tried. */
const TRYING = 'hm';
