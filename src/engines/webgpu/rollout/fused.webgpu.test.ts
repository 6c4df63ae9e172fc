/** Protects the path of one dispatch for several tokens: what it draws, what it says of it, and what it leaves alone. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowLogits, slowLogProbs, slowWeights } from '../../../../test/engine/slow-llama.ts';
import { openTestGpu } from '../../../../test/engine/test-gpu.ts';
import { MASKED_TOKENS, ODD_CONFIG, tinyModel, type TinyModel } from '../../../../test/engine/tiny-model.ts';
import type { LlamaConfig } from '../../../policy/config.ts';
import { samplingCounter, samplingUniform } from '../../../policy/sampling.ts';
import type { Gpu } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import { packNetwork, uploadBase, type Network } from '../network.ts';
import { FUSED_VARIANTS, fusedObstacle, fusedPath, type FusedVariant } from './fused.ts';
import { allocateState } from './space.ts';
import { DRAW, FINISHED, type RolloutState } from './state.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const KEY = [11, 5] as const;
const BOS = 1;
const NONE = 0xffff_ffff;
const SLOTS = 8;
const CAPACITY = 96;

/** Heads that need padding, three layers, tied, several chunks of a context. */
const PADDED_CONFIG: LlamaConfig = {
  ...ODD_CONFIG,
  hidden_size: 18,
  intermediate_size: 22,
  num_hidden_layers: 3,
  head_dim: 6,
  vocab_size: 37,
  tie_word_embeddings: true,
};

async function packed({ base, layout, adapter }: TinyModel): Promise<Network> {
  const slice = gpu.storage('adapter', adapter.byteLength);
  gpu.write(slice, Float32Array.from(adapter));
  const { network, packAll } = await packNetwork(gpu, base, uploadBase(gpu, base), layout, slice);
  gpu.submit([packAll]);
  return network;
}

interface Start {
  /** By slot: whether it is finished from the beginning. */
  readonly finished: readonly boolean[];
  readonly temperature: number;
  readonly stopToken: number;
  readonly limit: number;
}

const AT_ONE: Start = { finished: Array<boolean>(SLOTS).fill(false), temperature: 1, stopToken: NONE, limit: CAPACITY };

function stream(slot: number): { iteration: number; life: number; episode: number } {
  return { iteration: 2, life: slot, episode: 3 };
}

/** Every slot at the beginning of its context, with nothing but `<bos>` to read. */
function begin(state: RolloutState, { finished, temperature, stopToken, limit }: Start, vocabulary: number): void {
  const slots = finished.map((_, slot) => slot);
  gpu.write(state.cursors, Uint32Array.from(slots.flatMap((slot) => [slot, 0, BOS, finished[slot] ? FINISHED : slot])));
  gpu.write(state.streams, Uint32Array.from(slots.flatMap((slot) => [...samplingCounter(stream(slot), 0), 0, 0])));
  const draw = { key0: KEY[0], key1: KEY[1], temperature, topK: vocabulary, topP: 1, stopToken, stride: SLOTS, limit };
  gpu.write(state.draw, uniformBytes(DRAW, draw));
}

interface Context {
  readonly tokens: readonly number[];
  readonly logProbs: readonly number[];
  readonly entropies: readonly number[];
  /** (slot, position, token, row or FINISHED) */
  readonly cursor: readonly number[];
}

/** Runs so many steps, in as many submits as are given, and reads what every slot has drawn. */
async function run(
  network: Network,
  variant: FusedVariant,
  start: Start,
  submits: readonly number[],
): Promise<readonly Context[]> {
  const state = allocateState({ gpu, network, maskedTokens: MASKED_TOKENS }, SLOTS, CAPACITY);
  begin(state, start, network.shape.vocabulary);
  const path = await fusedPath(variant)({ gpu, network, state, slots: SLOTS, filters: false });
  if (path === null) throw new Error('The state is one buffer, and yet it was refused.');
  for (const steps of submits) gpu.submit(await path.decode(steps));
  const [drawnBytes, cursorBytes] = await gpu.read([state.drawn, state.cursors]);
  const words = new Uint32Array(drawnBytes);
  const numbers = new Float32Array(drawnBytes);
  const cursors = [...new Uint32Array(cursorBytes)];
  return start.finished.map((_, slot) => {
    const cursor = cursors.slice(4 * slot, 4 * slot + 4);
    const entries = Array.from({ length: cursor[1] }, (_, step) => 4 * (step * SLOTS + slot));
    for (const entry of entries) expect(words[entry + 3], 'logits were numbers').toBe(1);
    return {
      tokens: entries.map((entry) => words[entry]),
      logProbs: entries.map((entry) => numbers[entry + 1]),
      entropies: entries.map((entry) => numbers[entry + 2]),
      cursor,
    };
  });
}

/**
 * Compares a context with what the formulas give for the same tokens. Logits of about one, from sums of some dozens of
 * terms in three layers, are rounded by a few 1e-6; a draw may differ where its number is that close to a boundary.
 */
function check(model: TinyModel, slot: number, { tokens, logProbs, entropies }: Context, temperature: number): void {
  const { config } = model.base;
  const weights = slowWeights(model.base, model.layout, model.adapter);
  const logits = slowLogits(config, weights, [BOS, ...tokens]);
  tokens.forEach((token, step) => {
    const expected = slowLogProbs(logits[step], temperature === 0 ? 1 : temperature, MASKED_TOKENS);
    expect(Math.abs(logProbs[step] - expected[token])).toBeLessThan(2e-5);
    const entropy = -expected.reduce((sum, value) => sum + (value === -Infinity ? 0 : Math.exp(value) * value), 0);
    expect(Math.abs(entropies[step] - entropy)).toBeLessThan(2e-5);
    if (temperature === 0) {
      expect(expected[token]).toBeGreaterThan(Math.max(...expected) - 1e-5);
      return;
    }
    const uniform = samplingUniform(KEY, stream(slot), step + 1);
    const below = expected.slice(0, token).reduce((sum, value) => sum + Math.exp(value), 0);
    expect(uniform).toBeGreaterThan(below - 1e-5);
    expect(uniform).toBeLessThan(below + Math.exp(expected[token]) + 1e-5);
  });
}

/** Compiling a kernel of all layers takes a processor its time. */
const PATIENCE = 120_000;

describe.each(FUSED_VARIANTS)('the %s fused path', { timeout: PATIENCE }, (variant) => {
  it.each([
    ['grouped queries and a head of its own', ODD_CONFIG, 21],
    ['padded heads, over several chunks of context', PADDED_CONFIG, 75],
  ])('draws what the formulas say with %s', async (_, config, steps) => {
    const model = tinyModel(config);
    const contexts = await run(await packed(model), variant, AT_ONE, [steps]);
    expect(contexts.map(({ tokens }) => tokens.length)).toEqual(contexts.map(() => steps));
    // One of the first group of four, the last of the second: the oracle takes its time.
    for (const slot of [1, 7]) check(model, slot, contexts[slot], 1);
  });

  it('gives the same bits however its steps are submitted', async () => {
    const network = await packed(tinyModel());
    const once = await run(network, variant, AT_ONE, [7]);
    expect(await run(network, variant, AT_ONE, [1, 2, 4])).toEqual(once);
    expect(await run(network, variant, AT_ONE, [7])).toEqual(once);
  });

  it('takes the most probable token at temperature 0', async () => {
    const model = tinyModel();
    const contexts = await run(await packed(model), variant, { ...AT_ONE, temperature: 0 }, [5]);
    contexts.forEach((context, slot) => check(model, slot, context, 0));
    expect(contexts[7].tokens).toEqual(contexts[0].tokens);
  });

  it('stops rows one by one, at the stop token, at the limit, and where they were finished', async () => {
    const model = tinyModel();
    const network = await packed(model);
    const free = await run(network, variant, AT_ONE, [12]);
    const stopToken = free[2].tokens[1];
    // The whole second group of four has nothing to do.
    const finished = [true, false, false, false, true, true, true, true];
    const limit = 9;
    const stopped = await run(network, variant, { ...AT_ONE, finished, stopToken, limit }, [12]);
    stopped.forEach(({ tokens, cursor }, slot) => {
      const all = free[slot].tokens;
      const stop = all.indexOf(stopToken);
      const expected = finished[slot] ? [] : all.slice(0, Math.min(stop < 0 ? limit : stop + 1, limit));
      expect(tokens).toEqual(expected);
      expect(cursor).toEqual([slot, expected.length, expected.at(-1) ?? BOS, FINISHED]);
    });
  });
});

it('is not offered where four contexts do not fit in workgroup memory', async () => {
  const wide = tinyModel({ ...ODD_CONFIG, intermediate_size: 9000, num_hidden_layers: 1 });
  const network = await packed(wide);
  expect(fusedObstacle(gpu, network, 'broad')).toContain('workgroup memory');
  expect(fusedObstacle(gpu, await packed(tinyModel()), 'broad')).toBeNull();
});
