/** Reads a QR code from its picture with a decoder that knows nothing of the encoder. */

import jsQR from 'jsqr';
import type { QrCode } from '../../src/runs/links/qr.ts';

/** Pixels a module, and light modules around the code. */
const MODULE_PIXELS = 4;
const QUIET_MODULES = 4;
const CHANNELS = 4;

/** Black on white, as RGBA. */
function pixelsOf({ modules }: QrCode): { readonly data: Uint8ClampedArray; readonly side: number } {
  const side = (modules.length + 2 * QUIET_MODULES) * MODULE_PIXELS;
  const data = new Uint8ClampedArray(side * side * CHANNELS).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const row = modules[Math.floor(y / MODULE_PIXELS) - QUIET_MODULES] ?? [];
      if (row[Math.floor(x / MODULE_PIXELS) - QUIET_MODULES])
        data.fill(0, (y * side + x) * CHANNELS, (y * side + x) * CHANNELS + 3);
    }
  }
  return { data, side };
}

/** What the picture of a code says, and the code's version; null where nothing can be read. */
export function readQr(code: QrCode): { readonly text: string; readonly version: number } | null {
  const { data, side } = pixelsOf(code);
  const found = jsQR(data, side, side, { inversionAttempts: 'dontInvert' });
  return found === null ? null : { text: found.data, version: found.version };
}
