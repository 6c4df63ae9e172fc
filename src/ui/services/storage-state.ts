/** How much room the browser gives this site, and whether it promises to keep what is stored there. */

import type { StorageSpace } from '../state/conditions-state.ts';

export interface StorageReport {
  /** Null where the browser does not say. */
  readonly space: StorageSpace | null;
  readonly persistent: boolean | null;
}

/** Asks the browser. It answers only over a secure connection. */
export async function reportStorage(): Promise<StorageReport> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    const space = usage === undefined || quota === undefined || quota === 0 ? null : { usage, quota };
    return { space, persistent: await navigator.storage.persisted() };
  } catch {
    return { space: null, persistent: null };
  }
}
