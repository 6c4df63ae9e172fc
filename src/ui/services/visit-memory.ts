/** What the visitor has been told in this visit, which ends with the tab and not with a reload. */

import { TOLD_ONCE, type Condition } from '../state/conditions-state.ts';

const KEY = 'waymark-told';

/** Storage may be forbidden; then things are told again after a reload. */
export function recallVisit(): readonly Condition[] {
  try {
    const names = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return TOLD_ONCE.filter((condition) => names.includes(condition));
  } catch {
    return [];
  }
}

export function rememberVisit(told: readonly Condition[]): void {
  try {
    sessionStorage.setItem(KEY, told.join(' '));
  } catch {
    // It still holds until the page is reloaded.
  }
}
