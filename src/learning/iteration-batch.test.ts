import { describe, expect, it } from 'vitest';
import type { Context } from './episodes.ts';
import { creditEpisodes, dealSteps, type CreditedEpisode } from './iteration-batch.ts';
import type { LivedLife } from './lives.ts';
import { findPreset } from './presets.ts';
import { changeRecipe } from './recipe.ts';

const RECIPE = changeRecipe(findPreset('code-lake').recipe, { packs: 1, groupSize: 2, tasks: 2 });

/** A context of `prompt` given tokens and then `generated` generated ones, and two that the environment answered. */
function context(prompt: number, generated: number): Context {
  const positions = Array.from({ length: generated }, (_, index) => prompt + index);
  return {
    tokens: Array.from({ length: prompt + generated + 2 }, (_, index) => index + 3),
    positions,
    logProbs: positions.map((position) => -position),
    entropy: 0,
  };
}

function life(solves: readonly number[], updates: readonly number[], generated = 2): LivedLife {
  return {
    record: { pack: 'code-lake/4x4:0x2', control: 'kept', iteration: 1, life: 0, episodes: [] },
    rewards: { solves, updates },
    contexts: { solves: solves.map(() => context(5, generated)), updates: updates.map(() => context(4, 3)) },
  };
}

function advantages(episodes: readonly CreditedEpisode[]): readonly number[] {
  return episodes.map(({ advantage }) => advantage);
}

describe('credit of an iteration', () => {
  const lives = [life([0, 1], [0]), life([0, 0], [0])];

  it('gives every episode the advantage of its kind and position', () => {
    // Returns: solves 1 1 and 0 0, updates 1 and 0.
    expect(advantages(creditEpisodes(lives, RECIPE, 1))).toEqual([0.5, 0.5, 0.5, -0.5, -0.5, -0.5]);
  });

  it('leaves update episodes out while they are frozen', () => {
    const frozen = changeRecipe(RECIPE, { frozenUpdateIterations: 3 });
    expect(advantages(creditEpisodes(lives, frozen, 3))).toEqual([0.5, 0.5, 0, -0.5, -0.5, 0]);
    expect(advantages(creditEpisodes(lives, frozen, 4))).toEqual([0.5, 0.5, 0.5, -0.5, -0.5, -0.5]);
  });

  it('weighs episodes by RED where their token mean is negative', () => {
    const wordy = [life([0, 1], [0], 1), life([0, 0], [0], 4)];
    const weighted = advantages(creditEpisodes(wordy, changeRecipe(RECIPE, { redWeight: true }), 1));
    expect(weighted[0]).toBeGreaterThan(0.5);
    expect(weighted[3]).toBeGreaterThan(-0.5);
    // Tokens times advantage: brought back to about nothing.
    expect(Math.abs(5 * weighted[0] + 11 * weighted[3])).toBeLessThan(0.2);
    expect(advantages(creditEpisodes(wordy, RECIPE, 1))[0]).toBe(0.5);
  });
});

describe('dealing episodes into optimiser steps', () => {
  const episodes = Array.from({ length: 21 }, (_, index): CreditedEpisode => {
    return { context: context(index + 1, 1 + (index % 3)), advantage: index % 7 === 0 ? 1e-9 : index - 10.5 };
  });
  const dealt = dealSteps(episodes, RECIPE, 5);

  it('deals every episode with an advantage exactly once, in even shares', () => {
    expect(dealt.map(({ rows }) => rows.length)).toEqual([9, 9]);
    const given = dealt.flatMap(({ rows }) => rows.map((row) => row.advantages[0])).sort((a, b) => a - b);
    expect(given).toEqual(episodes.filter((_, index) => index % 7 !== 0).map(({ advantage }) => advantage));
  });

  it('normalises each step by the generated tokens of its own episodes', () => {
    for (const { rows, normaliser } of dealt) {
      expect(normaliser).toBe(rows.map(({ positions }) => positions.length).reduce((sum, count) => sum + count, 0));
    }
  });

  it('ends a row with its last generated token and keeps its log-probabilities', () => {
    for (const { rows } of dealt) {
      for (const row of rows) {
        expect(row.tokens.length - 1).toBe(row.positions.at(-1));
        expect(row.oldLogProbs).toEqual(row.positions.map((position) => -position));
        expect(new Set(row.advantages).size).toBe(1);
        expect(row.advantages).toHaveLength(row.positions.length);
      }
    }
  });

  it('deals by seed and iteration', () => {
    const order = (iteration: number, seed = RECIPE.seed): string =>
      JSON.stringify(dealSteps(episodes, { ...RECIPE, seed }, iteration).map(({ rows }) => rows));
    expect(order(5)).toBe(order(5));
    expect(order(6)).not.toBe(order(5));
    expect(order(5, 9)).not.toBe(order(5));
  });
});
