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
import { readSiteFileHere } from '../interop/read-site-file-here.ts';
import { trainedRun } from '../interop/trained-run.ts';
import { ourCompletions } from './completions.ts';
import { transformersCompletions } from './greedy.ts';
import { realisticPrompts } from './prompts.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';

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

/** Each kind of episode in each environment, twice: Node asks for 200. */
const PROMPTS = realisticPrompts(12);

/** Two copies of a large runtime are loaded and compiled, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

it('gives greedy completions on WASM, token for token', { timeout: PATIENCE_MS }, async () => {
  const { base, adapter } = await trainedRun(readSiteFileHere);
  const files = exportedModel(base, adapter);
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = '/exported/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = async (input) => {
    const bytes = files.get(String(input).replace('/exported/agent/', ''));
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  };
  const { wasm, versions } = env.backends.onnx;
  expect(versions?.web).toBe(ownRuntime.versions.web);
  if (wasm === undefined) throw new Error('Transformers.js has no WASM backend.');
  wasm.wasmPaths = { mjs: glueUrl, wasm: wasmUrl };

  const completions = await transformersCompletions('agent', PROMPTS);
  const engine = localEngine(
    {
      base,
      lora: adapter.settings,
      adapter: adapter.values,
      maskedTokens: neverSampled(base.tokenizer),
    },
    webRuntime,
  );
  expect(completions).toEqual(await ourCompletions(engine, base, PROMPTS));
  await engine.close();
  expect(foreign).toEqual([]);
});
