/**
 * Protects that the exported model is plain ONNX: the execution providers of onnxruntime-web, WebAssembly and WebGPU,
 * compute from it the logits that PyTorch computed from the same base and adapter.
 */

import type { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-common';
import { InferenceSession as Sessions, Tensor, env } from 'onnxruntime-web/webgpu';
import { beforeAll, expect, it } from 'vitest';
import { exportedModel } from '../../src/engines/onnx/exported-model.ts';
import { headSize } from '../../src/policy/config.ts';
import { DEFAULT_LORA, loraLayout, loraView } from '../../src/policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { readSafetensors } from '../../src/policy/safetensors.ts';
import { ORT_FILES } from '../../tools/bench/peers/ort-files.ts';
import { readReferenceHere } from '../engine/test-gpu.ts';

/**
 * As a share of the largest logit: the rounding of float32 sums in another order (4e-7 measured). On WebGPU the
 * transcendental functions are the device's own too (6e-7 on SwiftShader).
 */
const TOLERANCE = { wasm: 3e-6, webgpu: 1e-5 } as const;

/** A runtime of another build is loaded and compiled, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

/** Not that shapes are computed on the CPU, which is as it should be. */
const ERRORS_ONLY = 3;

const hasWebGpu = 'gpu' in navigator && (await navigator.gpu.requestAdapter()) !== null;

let base: BaseModel;
let model: Uint8Array;
/** Of the first row of the stored vectors, without its padding. */
let tokens: readonly number[];
/** [length, vocab_size] */
let expected: readonly number[];

beforeAll(async () => {
  env.wasm.wasmPaths = ORT_FILES;
  env.wasm.numThreads = 1;
  const { tensors } = readSafetensors(await readReferenceHere('vectors.safetensors'));
  const numbers = (name: string): readonly number[] => Array.from(tensors.get(name)?.data ?? [], Number);
  base = await loadBaseModel((file) => readReferenceHere(`base/${file}`));
  const layout = loraLayout(base.config, DEFAULT_LORA);
  const adapter: Adapter = { settings: DEFAULT_LORA, values: new Float32Array(layout.size) };
  for (const matrix of layout.matrices) {
    loraView(adapter.values, matrix).set(numbers(matrix.name.replace('model.', '')));
  }
  model = exportedModel(base, adapter).get('onnx/model.onnx') ?? new Uint8Array();
  const length = numbers('valid').slice(0, 26).indexOf(0);
  tokens = numbers('tokens').slice(0, length);
  expected = numbers('logits_row0').slice(0, length * base.config.vocab_size);
});

function integers(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
}

/** Logits of one row, in two chunks, so that the cache is used too. */
async function logitsOn(provider: 'wasm' | 'webgpu'): Promise<readonly number[]> {
  const session: InferenceSession = await Sessions.create(model, {
    executionProviders: [provider],
    logSeverityLevel: ERRORS_ONLY,
  });
  const { num_hidden_layers: layers, num_key_value_heads: heads } = base.config;
  const names = Array.from({ length: layers }, (_, layer) => [`${layer}.key`, `${layer}.value`]).flat();
  const empty = (): Tensor => new Tensor('float32', new Float32Array(), [1, heads, 0, headSize(base.config)]);
  let cache: Readonly<Record<string, OnnxTensor>> = Object.fromEntries(names.map((name) => [name, empty()]));
  const logits: number[] = [];
  let from = 0;
  for (const to of [Math.floor(tokens.length / 2), tokens.length]) {
    const outputs = await session.run({
      input_ids: integers(tokens.slice(from, to)),
      attention_mask: integers(tokens.slice(0, to).map(() => 1)),
      position_ids: integers(Array.from({ length: to - from }, (_, index) => from + index)),
      ...Object.fromEntries(names.map((name) => [`past_key_values.${name}`, cache[name]])),
    });
    cache = Object.fromEntries(names.map((name) => [name, outputs[`present.${name}`]]));
    logits.push(...Array.from(outputs.logits.data, Number));
    from = to;
  }
  await session.release();
  return logits;
}

/** Each in the browser that was started for it. */
const PROVIDER = hasWebGpu ? 'webgpu' : 'wasm';

it(`gives on ${PROVIDER} the logits that PyTorch computed`, { timeout: PATIENCE_MS }, async () => {
  const logits = await logitsOn(PROVIDER);
  expect(logits).toHaveLength(expected.length);
  const largest = Math.max(...expected.map(Math.abs));
  const difference = Math.max(...logits.map((logit, index) => Math.abs(logit - expected[index])));
  expect(difference / largest).toBeLessThan(TOLERANCE[PROVIDER]);
});
