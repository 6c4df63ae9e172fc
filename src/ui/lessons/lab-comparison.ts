/** What the lab shows of the agent tested: all that is known, unless a lesson has asked for a prediction of it. */

import type { App } from '../app.ts';
import { knownComparison, labAgent, type KnownComparison } from '../state/lab-view.ts';
import { concealed } from './spotlight.ts';

/** What was measured before stays covered until the visitor has tested it for themselves. */
export function shownComparison(app: App): KnownComparison | null {
  const { lab, run } = app;
  const known = knownComparison(lab.state, run.state, labAgent(lab.state, run.state));
  return known && known.origin !== 'tested' && concealed(app) ? null : known;
}
