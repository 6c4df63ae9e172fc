/** What was edited, in words, and whether a run can be forked with it. Pure. */

import { msg, str } from '@lit/localize';
import type { Recipe } from '../../learning/recipe.ts';
import { SETTINGS } from '../controls.ts';
import { counted } from '../i18n/counted.ts';
import type { RunState } from '../state/run-state.ts';
import { SETTING_WORDS } from './train-settings.ts';
import { bareValue } from './train-values.ts';

/** `Lives per pack: 8 → 16`, one line per setting, in the order of the form. */
export function changeLines(base: Recipe, changes: Partial<Recipe>): readonly string[] {
  return SETTINGS.flatMap(({ key }) => {
    const after = changes[key];
    if (after === undefined) return [];
    const [from, to] = [bareValue(key, base[key]), bareValue(key, after)];
    return [msg(str`${SETTING_WORDS[key].label()}: ${from} → ${to}`)];
  });
}

/** Why the present run cannot be forked with the changes; null where it can. */
export function forkObstacle({ run, status, setup }: RunState): string | null {
  if (!run) return msg('There is no run to fork yet.');
  if (status?.state === 'watching') return msg('Another tab trains this run: fork it there.');
  if (status?.state === 'failed') return msg('Not possible while the engine has failed.');
  const done = run.iterations.at(-1)?.iteration ?? 0;
  if (done === 0) return msg('It has nothing to go on from before its first iteration.');
  const { base, loraRank, loraAlpha, loraTargets, iterations } = setup.changes;
  if (base !== undefined) return msg('Another base model cannot go on with this adapter.');
  if (loraRank !== undefined || loraAlpha !== undefined || loraTargets !== undefined) {
    return msg('An adapter of another shape cannot go on from this one.');
  }
  if ((iterations ?? run.recipe.iterations) <= done) {
    const trained = counted(done, msg('{n} iteration|{n} iterations'));
    return msg(str`It has trained ${trained} already: raise the iterations above that.`);
  }
  return null;
}
