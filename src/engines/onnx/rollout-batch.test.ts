import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/engine/differences.ts';
import { KEY, playTurns, raggedPrompts, tinyEngine, type PlayedContext } from '../../../test/engine/rollouts.ts';
import { slowPolicy } from '../../../test/engine/training-rows.ts';
import { MASKED_TOKENS, tinyModel, type TinyModel } from '../../../test/engine/tiny-model.ts';
import { chiSquare, chiSquareLimit } from '../../../test/fixtures/statistics.ts';
import type { Batch, Generated, SamplingSettings } from '../engine.ts';
import type { OnnxEngine } from './engine.ts';
import { LocalExecutor } from './executor.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from './feeds.ts';
import { scoreGraph } from './policy-gradient-graph.ts';
import { numbersOf, openSession } from './runtime.ts';
import { nativeRuntime } from './runtime-native.ts';

const MODEL = tinyModel();
const SAMPLING: SamplingSettings = { key: KEY, temperature: 1.25 };

/** Lengths and turns so that rows leave one by one, the batch is compacted twice, and caches grow past 32 columns. */
const LENGTHS = [3, 9, 1, 5, 12, 4, 7, 2, 6];
const TURNS = [4, 1, 12, 2, 9, 1, 3, 12, 6];

let engine: OnnxEngine;

beforeAll(() => {
  engine = tinyEngine(MODEL, nativeRuntime);
});

afterAll(() => engine.close());

async function withBatch<T>(
  prompts: ReturnType<typeof raggedPrompts>,
  sampling: SamplingSettings,
  use: (batch: Batch) => Promise<T>,
): Promise<T> {
  const batch = await engine.openBatch(prompts, sampling);
  try {
    return await use(batch);
  } finally {
    await batch.close();
  }
}

const firstTurn = (rows: number, maxTokens: number, stopToken: number | null = null) => ({
  rows: Array.from({ length: rows }, (_, row) => row),
  append: Array.from({ length: rows }, () => []),
  maxTokens,
  stopToken,
});

function scoredWhereGenerated(context: PlayedContext, scores: ArrayLike<number>): readonly number[] {
  return context.positions.map((position) => scores[position - 1]);
}

describe('what cached decoding says of its tokens', () => {
  it('is what scoring the finished contexts says, in float32', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const contexts = await withBatch(prompts, SAMPLING, (batch) => playTurns(batch, prompts, TURNS));
    expect(Math.max(...contexts.map(({ tokens }) => tokens.length))).toBeGreaterThan(48);
    const scores = await engine.score(
      contexts.map(({ tokens }) => tokens),
      SAMPLING.temperature,
    );
    contexts.forEach((context, row) => {
      expect(largestDifference(context.logProbs, scoredWhereGenerated(context, scores[row]))).toBeLessThan(2e-5);
    });
  });

  it('is what a slow network says, entropies included', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const contexts = await withBatch(prompts, SAMPLING, (batch) => playTurns(batch, prompts, TURNS));
    const policy = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter);
    for (const { tokens, positions, logProbs, entropies } of contexts) {
      const all = policy.logProbs(tokens, SAMPLING.temperature);
      const expectedLogProbs = positions.map((position) => all[position - 1][tokens[position]]);
      const expectedEntropies = positions.map((position) =>
        all[position - 1].reduce((sum, logP) => (logP === -Infinity ? sum : sum - Math.exp(logP) * logP), 0),
      );
      expect(largestDifference(logProbs, expectedLogProbs)).toBeLessThan(2e-5);
      expect(largestDifference(entropies, expectedEntropies)).toBeLessThan(2e-5);
    }
  });

  it('is what scoring says to ten digits, in float64', async () => {
    const model = coarseModel();
    const { base, layout, adapter } = model;
    const executor = new LocalExecutor(nativeRuntime, { base, layout, maskedTokens: MASKED_TOKENS, real: 'float64' });
    await executor.setAdapter(adapter);
    const prompts = raggedPrompts(LENGTHS);
    const handle = await executor.openBatch(prompts, SAMPLING);
    const batch = { generate: (request: Parameters<Batch['generate']>[0]) => executor.generate(handle, request) };
    const contexts = await playTurns(batch, prompts, TURNS);
    await executor.close();
    const scores = await scoresInFloat64(model, contexts);
    contexts.forEach((context, row) => {
      expect(largestDifference(context.logProbs, scoredWhereGenerated(context, scores[row]))).toBeLessThan(1e-10);
    });
  });
});

/** Numbers so coarse that merging the adapter loses nothing, although merging rounds to float32. */
function coarseModel(): TinyModel {
  const coarse = (data: Float32Array, steps: number): Float32Array => data.map((x) => Math.round(x * steps) / steps);
  const { base, lora, layout, adapter } = MODEL;
  const weights = new Map(
    [...base.weights].map(([name, { shape, data }]) => [name, { shape, data: coarse(data, 64) }]),
  );
  return { base: { config: base.config, weights }, lora, layout, adapter: coarse(adapter, 16) };
}

async function scoresInFloat64({ base, layout, adapter }: TinyModel, contexts: readonly PlayedContext[]) {
  const graph = scoreGraph(base, layout, { real: 'float64', maskedTokens: MASKED_TOKENS });
  const session = await openSession(nativeRuntime, graph);
  const { feeds, time } = contextFeeds(
    nativeRuntime,
    'float64',
    contexts.map(({ tokens }) => tokens),
  );
  const outputs = await session.run({
    ...feeds,
    ...adapterFeeds(nativeRuntime, 'float64', layout, adapter),
    inverse_temperature: scalarTensor(nativeRuntime, 'float64', 1 / SAMPLING.temperature),
  });
  const scores = numbersOf(outputs.log_prob);
  await session.release();
  return contexts.map((_, row) => scores.slice(row * time, (row + 1) * time));
}

describe('sampling', () => {
  it('follows the softmax of the model’s logits', async () => {
    const rows = 1536;
    const prompt = [1, 4, 9];
    const prompts = Array.from({ length: rows }, (_, life) => ({ prompt, stream: { iteration: 0, life, episode: 0 } }));
    const generated = await withBatch(prompts, SAMPLING, (batch) => batch.generate(firstTurn(rows, 1)));
    const logProbs = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter).logProbs(prompt, SAMPLING.temperature)[2];
    const expected = logProbs.map((logProb) => rows * Math.exp(logProb));
    const counts = expected.map((_, token) => generated.filter(({ tokens }) => tokens[0] === token).length);
    // Cells too small for the approximation are thrown together.
    const small = expected.flatMap((count, token) => (count < 5 ? [token] : []));
    const cells = (numbers: readonly number[]): number[] => [
      ...numbers.filter((_, token) => !small.includes(token)),
      small.reduce((sum, token) => sum + numbers[token], 0),
    ];
    expect(cells(expected).length).toBeGreaterThan(6);
    expect(chiSquare(cells(counts), cells(expected))).toBeLessThan(chiSquareLimit(cells(expected).length - 1));
  });

  it('gives the same tokens for the same key and streams, and others for others', async () => {
    const play = async (key: readonly [number, number], episode: number): Promise<readonly number[][]> => {
      const prompts = raggedPrompts(LENGTHS).map(({ prompt, stream }) => ({ prompt, stream: { ...stream, episode } }));
      return withBatch(prompts, { key, temperature: 1 }, async (batch) => {
        const generated = await batch.generate(firstTurn(LENGTHS.length, 6));
        return generated.map(({ tokens }) => [...tokens]);
      });
    };
    const first = await play(KEY, 1);
    expect(await play(KEY, 1)).toEqual(first);
    expect(await play([8, 4], 1)).not.toEqual(first);
    expect(await play(KEY, 2)).not.toEqual(first);
  });

  it('at temperature 0 takes the most probable token, whatever the key, and scores it at temperature 1', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const play = (key: readonly [number, number]): Promise<readonly PlayedContext[]> =>
      withBatch(prompts, { key, temperature: 0 }, (batch) => playTurns(batch, prompts, TURNS));
    const contexts = await play(KEY);
    expect(await play([1, 2])).toEqual(contexts);
    const policy = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter);
    const scores = await engine.score(
      contexts.map(({ tokens }) => tokens),
      0,
    );
    contexts.forEach((context, row) => {
      const all = policy.logProbs(context.tokens, 1);
      context.positions.forEach((position, index) => {
        const greatest = Math.max(...all[position - 1]);
        expect(context.tokens[position]).toBe(all[position - 1].indexOf(greatest));
        expect(Math.abs(context.logProbs[index] - greatest)).toBeLessThan(2e-5);
      });
      expect(largestDifference(context.logProbs, scoredWhereGenerated(context, scores[row]))).toBeLessThan(2e-5);
    });
  });

  it('draws from no more tokens than the filter leaves', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const play = (sampling: Partial<SamplingSettings>): Promise<readonly PlayedContext[]> =>
      withBatch(prompts, { ...SAMPLING, ...sampling }, (batch) => playTurns(batch, prompts, TURNS));
    const words = (contexts: readonly PlayedContext[]): unknown => contexts.map(({ tokens }) => tokens);
    const greedy = words(await play({ temperature: 0 }));
    expect(words(await play({ topK: 1 }))).toEqual(greedy);
    const nearly = await play({ topP: 1e-6 });
    expect(words(nearly)).toEqual(greedy);
    for (const { logProbs, entropies } of nearly) {
      expect(logProbs.every((logProb) => logProb === 0)).toBe(true);
      expect(entropies.every((entropy) => entropy === 0)).toBe(true);
    }
    expect(words(await play({}))).not.toEqual(greedy);
  });

  it('refuses a filter without meaning', async () => {
    await expect(engine.openBatch(raggedPrompts([3]), { ...SAMPLING, topP: 2 })).rejects.toThrow(
      expect.objectContaining({ kind: 'bad-request' }),
    );
  });

  it('never gives <pad> or <bos>', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const generated = await withBatch(prompts, { key: KEY, temperature: 50 }, (batch) =>
      batch.generate(firstTurn(LENGTHS.length, 40)),
    );
    const drawn = new Set(generated.flatMap(({ tokens }) => tokens));
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

describe('a row', () => {
  it('gets the same bits whatever the words of the rows beside it', async () => {
    const play = async (others: number): Promise<PlayedContext> => {
      const prompts = raggedPrompts(LENGTHS).map((row, index) =>
        index === 2 ? row : { ...row, prompt: row.prompt.map((token, place) => (place === 0 ? token : others)) },
      );
      return (await withBatch(prompts, SAMPLING, (batch) => playTurns(batch, prompts, TURNS)))[2];
    };
    expect(await play(5)).toEqual(await play(11));
  });

  it('gets the same tokens alone as beside others, with log-probabilities that differ by rounding', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const together = await withBatch(prompts, SAMPLING, (batch) => playTurns(batch, prompts, TURNS));
    for (let row = 0; row < prompts.length; row++) {
      const alone = [prompts[row]];
      const [context] = await withBatch(alone, SAMPLING, (batch) => playTurns(batch, alone, [TURNS[row]]));
      expect(context.tokens).toEqual(together[row].tokens);
      // Padding moves numbers to other lanes of a vector, and matrices of other sizes are multiplied by other code:
      // sums are added in another order.
      expect(largestDifference(context.logProbs, together[row].logProbs)).toBeLessThan(5e-6);
    }
  });

  it('ends with the stop token, which is included, while the others go on', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const generate = (stopToken: number | null): Promise<readonly Generated[]> =>
      withBatch(prompts, SAMPLING, (batch) => batch.generate(firstTurn(LENGTHS.length, 12, stopToken)));
    const free = await generate(null);
    expect(free.every(({ tokens }) => tokens.length === 12)).toBe(true);
    const stop = 7;
    const ends = free.map(({ tokens }) => (tokens.includes(stop) ? tokens.indexOf(stop) + 1 : 12));
    expect(new Set(ends).size).toBeGreaterThan(3);
    const stopped = await generate(stop);
    stopped.forEach(({ tokens, logProbs, entropies }, row) => {
      expect(tokens).toEqual(free[row].tokens.slice(0, ends[row]));
      expect(largestDifference(logProbs, free[row].logProbs.slice(0, ends[row]))).toBeLessThan(1e-5);
      expect(entropies).toHaveLength(ends[row]);
    });
  });

  it('reads what was appended even where nothing is generated in that request', async () => {
    const prompts = raggedPrompts([3]);
    const generate = (batch: Batch, append: number[], maxTokens: number): Promise<readonly Generated[]> =>
      batch.generate({ rows: [0], append: [append], maxTokens, stopToken: null });
    const [inParts] = await withBatch(prompts, SAMPLING, async (batch) => {
      expect(await generate(batch, [5, 6], 0)).toEqual([{ tokens: [], logProbs: [], entropies: [] }]);
      return generate(batch, [7], 4);
    });
    const [atOnce] = await withBatch(prompts, SAMPLING, (batch) => generate(batch, [5, 6, 7], 4));
    expect(inParts).toEqual(atOnce);
  });
});

describe('a request is refused, by name', () => {
  const badRequest = (message: RegExp): unknown =>
    expect.objectContaining({ kind: 'bad-request', message: expect.stringMatching(message) });
  /** More than one shard, so that rows of both are meant. */
  const prompts = raggedPrompts(Array.from({ length: 40 }, (_, row) => 1 + (row % 5)));
  const named = (rows: readonly number[]) => ({ rows, append: rows.map(() => []), maxTokens: 1, stopToken: null });

  it.each([
    ['a row that is not there', [40]],
    ['a row before the first', [-1]],
    ['rows in falling order', [35, 3]],
    ['rows in falling order in one shard', [3, 2]],
    ['a row twice', [3, 3]],
  ])('%s', async (_, rows) => {
    await withBatch(prompts, SAMPLING, async (batch) => {
      await expect(batch.generate(named(rows))).rejects.toThrow(
        badRequest(/Row -?\d+ is finished, unknown or out of order/),
      );
    });
  });

  it.each([
    ['left out before', [...Array(40).keys()].filter((row) => row !== 7), 7],
    ['left out before, with its whole shard', [...Array(32).keys()], 35],
  ])('a row that was %s', async (_, rows, row) => {
    await withBatch(prompts, SAMPLING, async (batch) => {
      await batch.generate(named(rows));
      await expect(batch.generate(named([row]))).rejects.toThrow(badRequest(new RegExp(`Row ${row} is finished`)));
    });
  });

  it('a row that ended with the stop token', async () => {
    await withBatch(prompts, SAMPLING, async (batch) => {
      const generated = await batch.generate(firstTurn(40, 8, 7));
      const row = generated.findIndex(({ tokens }) => tokens.at(-1) === 7);
      const other = generated.findIndex(({ tokens }) => tokens.at(-1) !== 7);
      await expect(batch.generate(named([row]))).rejects.toThrow(badRequest(/is finished/));
      await expect(batch.generate(named([other]))).resolves.toHaveLength(1);
    });
  });

  it('tokens for more or fewer rows than go on', async () => {
    await withBatch(prompts, SAMPLING, async (batch) => {
      await expect(batch.generate({ ...named([1, 2]), append: [[3]] })).rejects.toThrow(badRequest(/2 rows/));
    });
  });

  it('a row with nothing to go on from', async () => {
    const empty = [{ prompt: [], stream: { iteration: 0, life: 0, episode: 0 } }];
    await withBatch(empty, SAMPLING, async (batch) => {
      await expect(batch.generate(named([0]))).rejects.toThrow(badRequest(/Row 0 has nothing to go on from/));
    });
  });

  it('a context that grows longer than the model reads', async () => {
    const limit = MODEL.base.config.max_position_embeddings;
    await withBatch(raggedPrompts([limit - 2]), SAMPLING, async (batch) => {
      await expect(batch.generate(named([0]))).resolves.toHaveLength(1);
      await expect(batch.generate({ ...named([0]), append: [[4, 5]] })).rejects.toThrow(badRequest(/at most 96/));
    });
  });

  it('anything of a batch that was closed', async () => {
    const batch = await engine.openBatch(prompts, SAMPLING);
    await batch.close();
    await expect(batch.generate(named([0]))).rejects.toThrow(badRequest(/closed/));
  });
});
