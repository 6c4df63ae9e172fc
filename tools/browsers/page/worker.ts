/** Computes the reference on ONNX Runtime for WebAssembly in this browser. */

import { webRuntime } from '../../../src/engines/onnx/runtime-web.ts';
import { referenceReceipt, type ReferenceReceipt } from '../../../test/receipts/reference-evaluation.ts';

/** What the page answers; an error would lose all but its text on the way. */
export type Answer = { readonly reference: ReferenceReceipt } | { readonly refusal: string };

/** `site` is the address that the files of `public/` are under. */
async function answer(site: string): Promise<Answer> {
  try {
    const readFile = async (path: string): Promise<Uint8Array> => {
      const response = await fetch(new URL(path, site));
      return new Uint8Array(await response.arrayBuffer());
    };
    return { reference: await referenceReceipt(webRuntime, readFile) };
  } catch (error) {
    return { refusal: error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  void answer(data).then((answer) => {
    postMessage(answer);
  });
});
