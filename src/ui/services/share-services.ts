/** What sharing needs of the browser, together; tests put another in its place. */

import { saveFile } from './files.ts';
import { printPage } from './printing.ts';
import { loadQrView, loadShareSheet } from './share-code.ts';
import { webShare, type WebShare } from './share-web.ts';

export interface ShareServices {
  /** Rejects where the code of the sheet, or of QR codes, cannot be fetched. */
  readonly loadSheet: () => Promise<void>;
  readonly loadQr: () => Promise<void>;
  readonly saveFile: typeof saveFile;
  readonly print: () => void;
  readonly web: WebShare;
}

export const shareServices: ShareServices = {
  loadSheet: loadShareSheet,
  loadQr: loadQrView,
  saveFile,
  print: printPage,
  web: webShare,
};
