/** Protects how a batch on a graphics device goes through its turns: who goes on, who has finished, and at what cost. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpuRollouts } from '../../../../test/engine/gpu-rollouts.ts';
import { KEY, playTurns, raggedPrompts, type PlayedContext } from '../../../../test/engine/rollouts.ts';
import { openTestGpu } from '../../../../test/engine/test-gpu.ts';
import { ODD_CONFIG, tinyModel, type TinyModel } from '../../../../test/engine/tiny-model.ts';
import type { Generated, GenerateRequest, PromptRow, SamplingSettings } from '../../engine.ts';
import type { Gpu, GpuCounters } from '../gpu.ts';
import type { RolloutContext } from './rollout.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const MODEL = tinyModel();
const SAMPLING: SamplingSettings = { key: KEY, temperature: 1 };
const LENGTHS = [4, 9, 2, 6, 3, 8, 5, 7];

function request(rows: readonly number[], maxTokens: number, stopToken: number | null = null): GenerateRequest {
  return { rows, append: rows.map(() => []), maxTokens, stopToken };
}

/** Of the rows of a prompt list. */
function all(prompts: readonly unknown[]): readonly number[] {
  return prompts.map((_, row) => row);
}

async function generate(
  prompts: readonly PromptRow[],
  requests: readonly GenerateRequest[],
  settings: Partial<RolloutContext> = {},
  model: TinyModel = MODEL,
): Promise<readonly (readonly Generated[])[]> {
  const batch = await (await gpuRollouts(gpu, model, settings)).open(prompts, SAMPLING);
  try {
    const results: (readonly Generated[])[] = [];
    for (const entry of requests) results.push(await batch.generate(entry));
    return results;
  } finally {
    await batch.close();
  }
}

/** What the device did meanwhile. */
async function counted<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly spent: GpuCounters }> {
  const before = { ...gpu.counters };
  const result = await work();
  const { dispatches, submits, bytesRead } = gpu.counters;
  return {
    result,
    spent: {
      dispatches: dispatches - before.dispatches,
      submits: submits - before.submits,
      bytesRead: bytesRead - before.bytesRead,
    },
  };
}

describe('a turn', () => {
  it('is one submit and one read, of at most four dispatches a layer and four more a token', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const batch = await (await gpuRollouts(gpu, MODEL)).open(prompts, SAMPLING);
    const most = 4 * ODD_CONFIG.num_hidden_layers + 4;
    const first = await counted(() => batch.generate(request(all(prompts), 5)));
    expect(first.spent.submits).toBe(1);
    expect(first.spent.dispatches).toBeLessThanOrEqual(5 * most);
    const append = prompts.map((_, row) => Array.from({ length: row % 3 }, () => 4));
    const second = await counted(() => batch.generate({ rows: all(prompts), append, maxTokens: 1, stopToken: null }));
    expect(second.spent.submits).toBe(1);
    expect(second.spent.dispatches).toBeLessThanOrEqual(most);
    // Nothing but what was drawn: four words for a token.
    expect(second.spent.bytesRead).toBe(prompts.length * 16);
    await batch.close();
  });

  it('ends a row at its stop token, which is its last, and leaves the others alone', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const [free] = await generate(prompts, [request(all(prompts), 12)]);
    const stopToken = 5;
    const [stopped] = await generate(prompts, [request(all(prompts), 12, stopToken)]);
    const expected = free.map(({ tokens, logProbs, entropies }) => {
      const stop = tokens.indexOf(stopToken);
      const end = stop < 0 ? tokens.length : stop + 1;
      return { tokens: tokens.slice(0, end), logProbs: logProbs.slice(0, end), entropies: entropies.slice(0, end) };
    });
    expect(stopped).toEqual(expected);
    const lengths = new Set(stopped.map(({ tokens }) => tokens.length));
    expect(lengths.size).toBeGreaterThan(2);
  });

  it('goes on from the tokens of the turn before, as one long turn does', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const rows = all(prompts);
    const [whole] = await generate(prompts, [request(rows, 7)]);
    const parts = await generate(prompts, [request(rows, 3), request(rows, 0), request(rows, 4)]);
    expect(rows.map((row) => parts.flatMap((part) => part[row].tokens))).toEqual(whole.map(({ tokens }) => tokens));
    expect(rows.map((row) => parts.flatMap((part) => part[row].logProbs))).toEqual(
      whole.map(({ logProbs }) => logProbs),
    );
  });

  it('draws the same, to the bits, however it is cut into submits', async () => {
    const prompts = raggedPrompts([...LENGTHS, 60, 1]);
    const [whole] = await generate(prompts, [request(all(prompts), 20, 5)]);
    const cut = await counted(() => generate(prompts, [request(all(prompts), 20, 5)], { submitBudget: 1e-6 }));
    expect(cut.result).toEqual([whole]);
    expect(cut.spent.submits).toBeGreaterThan(10);
  });

  it('ends when all its rows have, where it is cut', async () => {
    const prompts = raggedPrompts([3, 5, 2]);
    const rows = all(prompts);
    const rollouts = await gpuRollouts(gpu, MODEL, { submitBudget: 1e-6 });
    const batch = await rollouts.open(prompts, SAMPLING);
    const { result, spent } = await counted(() => batch.generate(request(rows, 90, 5)));
    await batch.close();
    const longest = Math.max(...result.map(({ tokens }) => tokens.length));
    expect(longest).toBeLessThan(60);
    // A submit for each token, two that were under way when the end was seen, and the one that reads.
    expect(spent.submits).toBeLessThanOrEqual(longest + 3);
  });
});

describe('rows that are left out', () => {
  it('do not change what the others draw, though these close ranks', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const turns = [4, 1, 2, 4, 1, 1, 3, 2];
    const batch = await (await gpuRollouts(gpu, MODEL)).open(prompts, SAMPLING);
    const together = await playTurns(batch, prompts, turns);
    await batch.close();
    const alone: PlayedContext[] = [];
    for (const [row, prompt] of prompts.entries()) {
      const single = await (await gpuRollouts(gpu, MODEL)).open([prompt], SAMPLING);
      alone.push(...(await playTurns(single, [prompt], [turns[row]])));
      await single.close();
    }
    expect(together).toEqual(alone);
  });

  it('cost nothing any more once they are many', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const batch = await (await gpuRollouts(gpu, MODEL)).open(prompts, SAMPLING);
    await batch.generate(request(all(prompts), 1));
    const prepared: number[] = [];
    const prepare = gpu.prepare.bind(gpu);
    gpu.prepare = (kernel, constants, buffers, workgroups) => {
      if (kernel.name === 'sampling/sample') prepared.push(workgroups[0]);
      return prepare(kernel, constants, buffers, workgroups);
    };
    try {
      await batch.generate(request([1, 4, 6], 2));
    } finally {
      gpu.prepare = prepare;
    }
    expect(prepared).toEqual([4]);
    await batch.close();
  });

  it('may not be named again, like finished ones, unknown ones and ones out of order', async () => {
    const prompts = raggedPrompts(LENGTHS);
    const batch = await (await gpuRollouts(gpu, MODEL)).open(prompts, SAMPLING);
    const refusal = expect.objectContaining({ kind: 'bad-request' });
    await expect(batch.generate(request([99], 1))).rejects.toThrow(refusal);
    await expect(batch.generate(request([1, 0], 1))).rejects.toThrow(refusal);
    await expect(batch.generate({ ...request([0, 1], 1), append: [[]] })).rejects.toThrow(refusal);
    await batch.generate(request([0, 2, 3], 1));
    await expect(batch.generate(request([0, 1], 1))).rejects.toThrow(refusal);
    await batch.close();
    await expect(batch.generate(request([0], 1))).rejects.toThrow(refusal);
  });
});

describe('the limit of a context', () => {
  const SHORT = tinyModel({ ...ODD_CONFIG, max_position_embeddings: 12 });

  it('may be reached, and refuses what goes beyond', async () => {
    const prompts = raggedPrompts([10, 3]);
    const [generated] = await generate(prompts, [request([0, 1], 3)], {}, SHORT);
    expect(generated.map(({ tokens }) => tokens.length)).toEqual([3, 3]);
    const tooLong = expect.objectContaining({ kind: 'bad-request', message: expect.stringContaining('13 tokens') });
    await expect(generate(prompts, [request([0, 1], 4)], {}, SHORT)).rejects.toThrow(tooLong);
    await expect(generate(raggedPrompts([13]), [request([0], 1)], {}, SHORT)).rejects.toThrow(tooLong);
  });

  it('does not concern a row that stops before it', async () => {
    const prompts = raggedPrompts([9, 2]);
    const [free] = await generate(prompts, [request([0, 1], 4)], {}, SHORT);
    const [stopToken] = free[0].tokens;
    const stop = free[1].tokens.indexOf(stopToken);
    const [generated] = await generate(prompts, [request([0, 1], stop < 0 ? 8 : 11, stopToken)], {}, SHORT);
    expect(generated[0].tokens).toEqual([stopToken]);
    expect(generated[1].tokens.length).toBeGreaterThan(4);
    expect(generated[1].tokens.slice(0, 4)).toEqual(free[1].tokens);
  });
});

describe('prompts that rows share', () => {
  it('are read once, and give the same bits as those read by each row', async () => {
    const [shared] = raggedPrompts([40]);
    const [start] = raggedPrompts([30]);
    const tails = raggedPrompts([5, 9, 2, 7]);
    const prompts = [
      ...[0, 1, 2].map((life) => ({ prompt: shared.prompt, stream: { ...shared.stream, life } })),
      ...tails.map(({ prompt }, index) => ({
        prompt: [...shared.prompt.slice(0, 30), ...prompt.slice(1)],
        stream: { ...start.stream, life: 3 + index },
      })),
    ];
    const together = await counted(() => generate(prompts, [request(all(prompts), 4)]));
    const apart: Generated[] = [];
    for (const prompt of prompts) apart.push(...(await generate([prompt], [request([0], 4)]))[0]);
    expect(together.result[0]).toEqual(apart);
    // Shared prompts cost two more passes: what all share, and what the first three do.
    const passes = 4 * ODD_CONFIG.num_hidden_layers + 3;
    expect(together.spent.dispatches).toBeGreaterThan(5 * passes);
  });
});

describe('a cache', () => {
  it('grows when contexts do, where it has no room for the longest from the beginning', async () => {
    const roomy = tinyModel({ ...ODD_CONFIG, max_position_embeddings: 24_000 });
    const prompts = raggedPrompts([250, ...Array.from({ length: 95 }, (_, row) => 2 + (row % 3))]);
    const batch = await (await gpuRollouts(gpu, roomy)).open(prompts, SAMPLING);
    const rows = all(prompts);
    const first = await batch.generate(request(rows, 4));
    const submits = gpu.counters.submits;
    const second = await batch.generate(request(rows, 8));
    // The growth, and the turn.
    expect(gpu.counters.submits - submits).toBe(2);
    await batch.close();
    const single = await generate([prompts[0]], [request([0], 12)], {}, roomy);
    expect([...first[0].tokens, ...second[0].tokens]).toEqual(single[0][0].tokens);
    expect([...first[0].logProbs, ...second[0].logProbs]).toEqual(single[0][0].logProbs);
  });
});

describe('a model that has broken down', () => {
  it('is told of instead of drawing from no numbers', async () => {
    const weights = new Map(
      [...MODEL.base.weights].map(([name, { shape, data }]) => [
        name,
        { shape, data: name === 'model.norm.weight' ? data.map((value, index) => (index === 3 ? NaN : value)) : data },
      ]),
    );
    const broken = { ...MODEL, base: { ...MODEL.base, weights } };
    await expect(generate(raggedPrompts(LENGTHS), [request([0, 1, 2], 3)], {}, broken)).rejects.toThrow(
      expect.objectContaining({ kind: 'engine', message: expect.stringContaining('no numbers') }),
    );
  });
});
