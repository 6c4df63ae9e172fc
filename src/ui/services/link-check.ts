/** Whether an address can be followed. What knows links and settings is fetched only for addresses that carry any. */

import type { Route } from '../state/route.ts';
import { sharedLinks } from './shared-links.ts';

/** Rejects with what is wrong, as state/settings-link.ts and runs/links name it. */
export async function checkLink({ screen, item, settings }: Route): Promise<void> {
  if (settings.size > 0) {
    const { hiddenControls, parseSettings } = await import('../state/settings-link.ts');
    parseSettings(settings);
    hiddenControls(settings);
  }
  if (screen === 'open' && item !== null) await sharedLinks.decode(item);
}
