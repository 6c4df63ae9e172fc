/**
 * A rollout by onnxruntime-web's WebGPU execution provider: weights merged, keys and values never leave the GPU, one
 * read of logits per token, for which tokens are drawn on the CPU.
 */

import type { InferenceSession } from 'onnxruntime-common';
import { env, InferenceSession as Session, Tensor } from 'onnxruntime-web/webgpu';
import type { BenchModel, PlayedContext, RolloutContender } from '../../../src/bench/contender.ts';
import { beginContexts, drawTokens, observe } from '../../../src/bench/growing-contexts.ts';
import type { RolloutWorkload } from '../../../src/bench/workload.ts';
import { mergedBase } from '../../../src/engines/onnx/export-graph.ts';
import { MASKED } from '../../../src/engines/onnx/llama.ts';
import { encodeModel } from '../../../src/engines/onnx/model-file.ts';
import type { LlamaConfig } from '../../../src/policy/config.ts';
import { ORT_FILES } from './ort-files.ts';
import { cacheShape, ortDecodeGraph, type OrtAttention } from './ort-graph.ts';

export async function ortWebGpu(model: BenchModel, attention: OrtAttention): Promise<RolloutContender> {
  env.wasm.wasmPaths = ORT_FILES;
  env.wasm.numThreads = 1;
  const { base, layout, adapter, maskedTokens } = model;
  const merged = mergedBase(base, { settings: layout.settings, values: adapter });
  const cacheNames = Array.from({ length: base.config.num_hidden_layers }, (_, layer) => [
    `${layer}.key`,
    `${layer}.value`,
  ]).flat();
  const session = await Session.create(encodeModel(ortDecodeGraph(merged, attention)), {
    executionProviders: ['webgpu'],
    graphOptimizationLevel: 'all',
    preferredOutputLocation: {
      logits: 'cpu',
      ...Object.fromEntries(cacheNames.map((name) => [`present.${name}`, 'gpu-buffer' as const])),
    },
  });
  const network = { session, config: base.config, cacheNames, attention };
  return {
    name: 'onnxruntime-web',
    detail: `onnxruntime-web ${env.versions.web ?? ''}, WebGPU execution provider`,
    play: (workload) => play(network, workload, maskedTokens),
    close: () => session.release(),
  };
}

interface Network {
  readonly session: InferenceSession;
  readonly config: LlamaConfig;
  readonly cacheNames: readonly string[];
  readonly attention: OrtAttention;
}

async function play(
  network: Network,
  workload: RolloutWorkload,
  maskedTokens: readonly number[],
): Promise<readonly PlayedContext[]> {
  const contexts = beginContexts(workload);
  const cache = new Cache(network, contexts.length);
  for (let turn = 0; turn <= workload.observations.length; turn++) {
    let chunks = observe(contexts, workload, turn);
    for (let token = 0; token < workload.tokensPerTurn; token++) {
      const logits = await cache.feed(chunks);
      drawTokens(contexts, workload, logits, maskedTokens);
      chunks = contexts.map(({ tokens }) => tokens.slice(-1));
    }
  }
  cache.dispose();
  return contexts;
}

/** Keys and values of a batch on the GPU, and which of their columns each row has a token for. */
class Cache {
  readonly #network: Network;
  readonly #rows: number;
  readonly #lengths: number[];
  /** By row, 0 or `MASKED` for every column so far. */
  readonly #bias: number[][];
  #tensors: ReadonlyMap<string, Tensor>;

  constructor(network: Network, rows: number) {
    this.#network = network;
    this.#rows = rows;
    this.#lengths = new Array<number>(rows).fill(0);
    this.#bias = Array.from({ length: rows }, () => []);
    this.#tensors = new Map(
      network.cacheNames.map((name) => {
        const part = name.endsWith('key') ? 'key' : 'value';
        const shape = cacheShape(network.config, network.attention, part, rows, 0);
        return [name, new Tensor('float32', new Float32Array(0), shape)];
      }),
    );
  }

  /** Reads a chunk of each row, padded on the left to the longest; gives logits [rows, vocab_size]. */
  async feed(chunks: readonly (readonly number[])[]): Promise<Float32Array> {
    const width = Math.max(...chunks.map(({ length }) => length));
    const past = this.#bias[0].length;
    const total = past + width;
    const tokens = new BigInt64Array(this.#rows * width);
    const positions = new BigInt64Array(this.#rows * width);
    const bias = new Float32Array(this.#rows * width * total).fill(MASKED);
    chunks.forEach((chunk, row) => {
      const start = width - chunk.length;
      const seen = this.#bias[row];
      for (let column = 0; column < width; column++) seen.push(column < start ? MASKED : 0);
      for (let column = start; column < width; column++) {
        tokens[row * width + column] = BigInt(chunk[column - start]);
        positions[row * width + column] = BigInt(this.#lengths[row] + column - start);
        const line = (row * width + column) * total;
        for (let key = 0; key <= past + column; key++) bias[line + key] = seen[key];
      }
      this.#lengths[row] += chunk.length;
    });
    const feeds: Record<string, Tensor> = {
      tokens: new Tensor('int64', tokens, [this.#rows, width]),
      positions: new Tensor('int64', positions, [this.#rows, width]),
      bias: new Tensor('float32', bias, [this.#rows, 1, width, total]),
    };
    for (const [name, tensor] of this.#tensors) feeds[`past.${name}`] = tensor;
    const results = await this.#network.session.run(feeds);
    const before = this.#tensors;
    this.#tensors = new Map(this.#network.cacheNames.map((name) => [name, results[`present.${name}`]]));
    for (const tensor of before.values()) tensor.dispose();
    return results.logits.data as Float32Array;
  }

  dispose(): void {
    for (const tensor of this.#tensors.values()) tensor.dispose();
  }
}
