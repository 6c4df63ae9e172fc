/** Code of sharing that comes only when it is wanted. */

import type { ShareStore } from '../state/share-state.ts';

/** Fetches it. False where it cannot be had; the state says so. */
export async function fetchCode(store: ShareStore, load: () => Promise<void>): Promise<boolean> {
  store.dispatch({ type: 'code-wanted' });
  try {
    await load();
  } catch {
    store.dispatch({ type: 'code-missing' });
    return false;
  }
  return true;
}
