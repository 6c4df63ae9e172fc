/** Node, with the runtime of browsers. */

import { readFile } from 'node:fs/promises';
import { wasmRuntime } from '../../src/engines/onnx/runtime-wasm-node.ts';
import { referenceReceipt } from '../../test/receipts/reference-evaluation.ts';
import type { Contender } from './contender.ts';
import type { Answer } from './page/worker.ts';

const SITE = new URL('../../public/', import.meta.url);

export function nodeContender(): Contender {
  return {
    name: 'Node',
    program: process.execPath,
    isRequired: true,
    remedy: '',
    ask: async () => {
      const read = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(new URL(path, SITE)));
      const answer: Answer = { reference: await referenceReceipt(wasmRuntime, read) };
      return { version: process.version, answer: JSON.stringify(answer) };
    },
  };
}
