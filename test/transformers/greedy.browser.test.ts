/**
 * Protects that a page can run what is trained here with Transformers.js on the one version of onnxruntime-web that we
 * ship, although Transformers.js names another: with files of our own site alone, it generates what our engine does.
 */

import { env } from '@xenova/transformers';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { env as ownRuntime } from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { localEngine } from '../../src/engines/onnx/assemble.ts';
import { exportedModel } from '../../src/engines/onnx/exported-model.ts';
import { webRuntime } from '../../src/engines/onnx/runtime-web.ts';
import { DEFAULT_LORA, initialAdapter } from '../../src/policy/lora.ts';
import { loadBaseModel } from '../../src/policy/model.ts';
import { ourCompletions, transformersCompletions } from './greedy.ts';
import { realisticPrompts } from './prompts.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';

const FIXTURES: Readonly<Record<string, string>> = import.meta.glob('../fixtures/reference/base/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function readReferenceBase(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(FIXTURES[`../fixtures/reference/base/${path}`])).arrayBuffer());
}

/** What was asked of any other site than our own. */
const foreign: string[] = [];

beforeAll(() => {
  const ownFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin) foreign.push(url.href);
    return ownFetch(input, init);
  });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** One of each kind of episode in each environment. */
const PROMPTS = realisticPrompts(6);

/** Two copies of a large runtime are loaded and compiled, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

it('gives greedy completions on WASM, token for token', { timeout: PATIENCE_MS }, async () => {
  const base = await loadBaseModel(readReferenceBase);
  const files = exportedModel(base, null);
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = '/models/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = async (input) => {
    const bytes = files.get(String(input).replace('/models/reference/', ''));
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  };
  const { wasm, versions } = env.backends.onnx;
  expect(versions?.web).toBe(ownRuntime.versions.web);
  if (wasm === undefined) throw new Error('Transformers.js has no WASM backend.');
  wasm.wasmPaths = { mjs: glueUrl, wasm: wasmUrl };

  const completions = await transformersCompletions('reference', PROMPTS);
  const engine = localEngine(
    {
      base,
      lora: DEFAULT_LORA,
      adapter: initialAdapter(base.config, DEFAULT_LORA, 1),
      maskedTokens: neverSampled(base.tokenizer),
    },
    webRuntime,
  );
  expect(completions).toEqual(await ourCompletions(engine, base, PROMPTS));
  await engine.close();
  expect(foreign).toEqual([]);
});
