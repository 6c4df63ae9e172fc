/** The code of what is opened over the page to share a run: few visitors want it, and for them it comes then. */

/** Rejects where it cannot be fetched. */
export async function loadShareSheet(): Promise<void> {
  await Promise.all([import('../elements/share-ways.ts'), loadQrView()]);
}

/** Rejects where it cannot be fetched. */
export async function loadQrView(): Promise<void> {
  await import('../elements/qr-view.ts');
}
