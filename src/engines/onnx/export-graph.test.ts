/**
 * Protects that the graph given to other libraries computes what our own graphs compute, for rows padded on the left,
 * with a cache, with an adapter and for every form of Llama; and what an independent implementation computed.
 */

import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { afterAll, describe, expect, it } from 'vitest';
import { readReference } from '../../../test/fixtures/reference.ts';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import { headSize, type LlamaConfig } from '../../policy/config.ts';
import { DEFAULT_LORA, loraLayout, loraView } from '../../policy/lora.ts';
import { loadBaseModel } from '../../policy/model.ts';
import { readAdapter, type Adapter } from '../../policy/peft.ts';
import { readSafetensors } from '../../policy/safetensors.ts';
import { type BaseWeights, PROJECTIONS, weightShapes, type WeightTensor } from '../../policy/weights.ts';
import { exportGraph, mergedBase } from './export-graph.ts';
import { adapterFeeds, contextFeeds, scalarTensor, zeros } from './feeds.ts';
import type { Graph, RealType } from './graph.ts';
import { scoreGraph } from './policy-gradient-graph.ts';
import { nativeRuntime } from './runtime-native.ts';
import { numbersOf, openSession } from './runtime.ts';

/**
 * As a share of the largest logit. In float32 it is the rounding of sums in another order (7e-7 measured); in float64
 * what remains is that merged weights are float32 (5e-8).
 */
const TOLERANCE: Readonly<Record<RealType, number>> = { float32: 3e-6, float64: 3e-7 };

interface Model {
  readonly base: BaseWeights;
  readonly adapter: Adapter;
}

const random = new RandomStream(1, PURPOSE.sampling);

function randomNumbers(count: number, scale: number): Float32Array {
  return Float32Array.from({ length: count }, () => scale * (2 * random.nextUniform() - 1));
}

/** All that the bundled bases are not: key heads that are shared, a head of its own, heads of their own size. */
const GROUPED: LlamaConfig = {
  model_type: 'llama',
  vocab_size: 23,
  hidden_size: 20,
  intermediate_size: 28,
  num_hidden_layers: 2,
  num_attention_heads: 6,
  num_key_value_heads: 2,
  head_dim: 4,
  max_position_embeddings: 40,
  rms_norm_eps: 1e-6,
  rope_theta: 500,
  tie_word_embeddings: false,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

function groupedModel(): Model {
  const weights = new Map<string, WeightTensor>();
  for (const [name, shape] of weightShapes(GROUPED)) {
    const count = shape.reduce((product, size) => product * size, 1);
    weights.set(name, { shape, data: randomNumbers(count, 0.5) });
  }
  const settings = { rank: 3, alpha: 2, targets: PROJECTIONS };
  const values = randomNumbers(loraLayout(GROUPED, settings).size, 0.5);
  return { base: { config: GROUPED, weights }, adapter: { settings, values } };
}

const reference = await loadBaseModel((file) => readReference(`base/${file}`));
const MODELS: Readonly<Record<string, Model>> = {
  'reference base': {
    base: reference,
    adapter: await readAdapter((file) => readReference(`lake-rank4/${file}`), reference.config),
  },
  'grouped model': groupedModel(),
};

const sessions: InferenceSession[] = [];

async function open(graph: Graph): Promise<InferenceSession> {
  const session = await openSession(nativeRuntime, graph);
  sessions.push(session);
  return session;
}

afterAll(async () => {
  for (const session of sessions) await session.release();
});

/** Our own logits at every position of every row, [length, vocab_size] each: one row at a time, without any padding. */
async function scoredLogits(
  { base, adapter }: Model,
  real: RealType,
  rows: readonly (readonly number[])[],
): Promise<readonly (readonly number[])[]> {
  const layout = loraLayout(base.config, adapter.settings);
  const session = await open(scoreGraph(base, layout, { real, maskedTokens: [] }));
  const results: (readonly number[])[] = [];
  for (const row of rows) {
    // The graph reads all but the last token.
    const { feeds } = contextFeeds(nativeRuntime, real, [[...row, 0]]);
    const outputs = await session.run({
      ...adapterFeeds(nativeRuntime, real, layout, adapter.values),
      ...feeds,
      inverse_temperature: scalarTensor(nativeRuntime, real, 1),
    });
    results.push([...numbersOf(outputs.logits)]);
  }
  return results;
}

type Cache = Readonly<Record<string, Tensor>>;

function emptyCache({ config }: BaseWeights, real: RealType, rows: number): Cache {
  const dims = [rows, config.num_key_value_heads, 0, headSize(config)];
  return Object.fromEntries(
    Array.from({ length: config.num_hidden_layers }, (_, layer) => [`${layer}.key`, `${layer}.value`])
      .flat()
      .map((name) => [name, nativeRuntime.real(real, zeros(real, 0), dims)]),
  );
}

/**
 * Runs rows padded on the left through the exported graph, in chunks that end at these columns, and gives the logits of
 * each row's own tokens. Padding is made of words like any other, so that it does harm where it is seen.
 */
async function exportedLogits(
  { base, adapter }: Model,
  real: RealType,
  rows: readonly (readonly number[])[],
  chunkEnds: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const session = await open(exportGraph(mergedBase(base, adapter), real));
  const width = Math.max(...rows.map((row) => row.length));
  const starts = rows.map((row) => width - row.length);
  const integers = (from: number, to: number, value: (row: number, column: number) => number): Tensor => {
    const data = rows.flatMap((_, row) => Array.from({ length: to - from }, (_, index) => value(row, from + index)));
    return nativeRuntime.integers(BigInt64Array.from(data, BigInt), [rows.length, to - from]);
  };
  const results = rows.map((): number[] => []);
  let cache = emptyCache(base, real, rows.length);
  let from = 0;
  for (const to of chunkEnds) {
    const outputs = await session.run({
      input_ids: integers(from, to, (row, column) => rows[row][column - starts[row]] ?? 5),
      attention_mask: integers(0, to, (row, column) => (column < starts[row] ? 0 : 1)),
      position_ids: integers(from, to, (row, column) => (column < starts[row] ? 1 : column - starts[row])),
      ...Object.fromEntries(Object.entries(cache).map(([name, tensor]) => [`past_key_values.${name}`, tensor])),
    });
    cache = Object.fromEntries(Object.keys(cache).map((name) => [name, outputs[`present.${name}`]]));
    const vocabulary = base.config.vocab_size;
    expect(outputs.logits.dims).toEqual([rows.length, to - from, vocabulary]);
    const logits = numbersOf(outputs.logits);
    results.forEach((result, row) => {
      for (let column = Math.max(from, starts[row]); column < to; column++) {
        const offset = (row * (to - from) + column - from) * vocabulary;
        result.push(...logits.subarray(offset, offset + vocabulary));
      }
    });
    from = to;
  }
  return results;
}

/** The largest difference between two sets of logits, as a share of the largest logit. */
function difference(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  expect(a.map((row) => row.length)).toEqual(b.map((row) => row.length));
  const differences = a.flatMap((row, index) => row.map((number, place) => Math.abs(number - b[index][place])));
  return Math.max(...differences) / Math.max(...b.flat().map(Math.abs));
}

describe.each(Object.entries(MODELS))('the exported graph of the %s', (_name, model) => {
  const rows = [9, 14, 1, 6].map((length) =>
    Array.from({ length }, () => random.nextInteger(model.base.config.vocab_size)),
  );

  it.each<[string, RealType, readonly number[]]>([
    ['a batch padded on the left', 'float32', [14]],
    ['chunks and single tokens after a cache', 'float32', [7, 8, 9, 14]],
    ['chunks after a cache, in float64', 'float64', [7, 8, 14]],
  ])('gives our own logits for %s', async (_what, real, chunkEnds) => {
    const expected = await scoredLogits(model, real, rows);
    expect(difference(await exportedLogits(model, real, rows, chunkEnds), expected)).toBeLessThan(TOLERANCE[real]);
  });
});

it('gives the logits that PyTorch computed for a base with an adapter', async () => {
  const { tensors } = readSafetensors(await readReference('vectors.safetensors'));
  const numbers = (name: string): readonly number[] => {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new Error(`No tensor ${name}`);
    return Array.from(tensor.data, Number);
  };
  const layout = loraLayout(reference.config, DEFAULT_LORA);
  const values = new Float32Array(layout.size);
  for (const matrix of layout.matrices) loraView(values, matrix).set(numbers(matrix.name.replace('model.', '')));
  const length = numbers('valid')
    .slice(0, 26)
    .filter((valid) => valid === 1).length;
  const row = numbers('tokens').slice(0, length);

  const model = { base: reference, adapter: { settings: DEFAULT_LORA, values } };
  const logits = await exportedLogits(model, 'float32', [row], [length]);
  const expected = numbers('logits_row0').slice(0, length * reference.config.vocab_size);
  expect(difference(logits, [expected])).toBeLessThan(TOLERANCE.float32);
});
