/**
 * What sharing needs of the browser, as the page has it. The code of what is opened over the page is fetched when it is
 * wanted, since few visitors want it; so nothing of the page itself imports this, only what puts the page together.
 */

import { saveFile } from './files.ts';
import { printPage } from './printing.ts';
import type { ShareServices } from './share-services.ts';
import { webShare } from './share-web.ts';

async function loadQr(): Promise<void> {
  await import('../elements/qr-view.ts');
}

async function loadSheet(): Promise<void> {
  await Promise.all([import('../elements/share-ways.ts'), loadQr()]);
}

export const browserSharing: ShareServices = { loadSheet, loadQr, saveFile, print: printPage, web: webShare };
