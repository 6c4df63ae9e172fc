/** Whether the settings in an address can be followed. What knows them is fetched only for addresses that carry any. */

/** Rejects with what is wrong, as state/settings-link.ts names it. */
export async function checkLink(settings: ReadonlyMap<string, string>): Promise<void> {
  if (settings.size === 0) return;
  const { hiddenControls, parseSettings } = await import('../state/settings-link.ts');
  parseSettings(settings);
  hiddenControls(settings);
}
