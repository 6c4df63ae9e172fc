/** Keyboard shortcuts as data: what each key does and how it is called, so that the help can never be wrong. */

import type { RunActions } from '../actions/run-actions.ts';

export interface Shortcut {
  /** As `KeyboardEvent.key`, lower case; `shift+` in front where it is held. */
  readonly key: string;
  /** As printed on the key. */
  readonly label: string;
  readonly meaning: string;
  readonly act: (actions: RunActions) => void;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { key: ' ', label: 'Space', meaning: 'Play or pause training', act: (actions) => actions.bigButton() },
  { key: 's', label: 'S', meaning: 'Train one iteration', act: (actions) => actions.stepTraining() },
  { key: 'k', label: 'K', meaning: 'Play or pause the replay', act: (actions) => actions.switchReplay() },
  { key: 'j', label: 'J', meaning: 'One move back', act: (actions) => actions.step('still', -1) },
  { key: 'l', label: 'L', meaning: 'One move on', act: (actions) => actions.step('still', 1) },
  { key: 'shift+j', label: 'Shift J', meaning: 'One task back', act: (actions) => actions.step('task', -1) },
  { key: 'shift+l', label: 'Shift L', meaning: 'One task on', act: (actions) => actions.step('task', 1) },
];

/** Elements that take the space bar themselves, and those that take letters. */
const TAKES_SPACE = 'input, select, textarea, button, summary, a, [role="slider"], dialog';
const TAKES_LETTERS = 'input, select, textarea, dialog';

export const HELP_KEY = '?';

/** The key pressed, as shortcuts name it; null when the browser or the element that has the focus needs it. */
export function freeKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.composedPath()[0];
  if (target instanceof Element && target.closest(event.key === ' ' ? TAKES_SPACE : TAKES_LETTERS)) return null;
  if (event.key === HELP_KEY) return HELP_KEY;
  return `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
}
