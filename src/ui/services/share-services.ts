/** What sharing needs of the browser; tests put another in its place. */

import type { saveFile } from './files.ts';
import type { WebShare } from './share-web.ts';

export interface ShareServices {
  /** Rejects where the code of the sheet, or of QR codes, cannot be fetched. */
  readonly loadSheet: () => Promise<void>;
  readonly loadQr: () => Promise<void>;
  readonly saveFile: typeof saveFile;
  readonly print: () => void;
  readonly web: WebShare;
}
