/** Protects that WebAssembly in a browser gives the bits that it gives in Node: see one-iteration.test.ts. */

import { expect, it } from 'vitest';
import { oneIteration, WASM_HASH } from '../../../test/engine/one-iteration.ts';
import { webRuntime } from './runtime-web.ts';

const REFERENCE: Readonly<Record<string, string>> = import.meta.glob('../../../test/fixtures/reference/*/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function readReference(path: string): Promise<Uint8Array> {
  const response = await fetch(REFERENCE[`../../../test/fixtures/reference/${path}`]);
  return new Uint8Array(await response.arrayBuffer());
}

/** A large runtime is loaded and compiled, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

it('gives the same bits on WebAssembly in a browser as in Node', { timeout: PATIENCE_MS }, async () => {
  expect((await oneIteration(webRuntime, readReference)).hash).toBe(WASM_HASH);
});
