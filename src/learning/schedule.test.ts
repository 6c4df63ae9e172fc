import { describe, expect, it } from 'vitest';
import { findPreset, presets } from './presets.ts';
import { changeRecipe } from './recipe.ts';
import { evaluationDue, evaluationInterval, learningRateAt, updatesFrozen } from './schedule.ts';

const { recipe } = findPreset('code-lake');

describe('schedule', () => {
  it('keeps the learning rate, or lets it fall in a straight line to its last step', () => {
    const linear = changeRecipe(recipe, { learningRateSchedule: 'linear', iterations: 4, learningRate: 0.02 });
    expect([1, 2, 3, 4].map((iteration) => learningRateAt(linear, iteration))).toEqual([0.02, 0.015, 0.01, 0.005]);
    expect(learningRateAt(recipe, 60)).toBe(0.01);
  });

  it('freezes updates for exactly the first iterations', () => {
    const frozen = changeRecipe(recipe, { frozenUpdateIterations: 2 });
    expect([1, 2, 3].map((iteration) => updatesFrozen(frozen, iteration))).toEqual([true, true, false]);
    expect(updatesFrozen(recipe, 1)).toBe(false);
  });

  it('evaluates more rarely where evaluations would take over 15 % of the work', () => {
    // 8 packs of 8 lives of 7 episodes, lived and trained: 896; 100 packs of 7 + 4 episodes: 1100; 1100 / 134.4 = 8.2.
    const heavy = changeRecipe(recipe, { packs: 8, evaluationPacks: 100, evaluationEvery: 5 });
    expect(evaluationInterval(heavy)).toBe(9);
    expect([8, 9, 10, 18].map((iteration) => evaluationDue(heavy, iteration))).toEqual([false, true, false, true]);
  });

  it('evaluates as often as asked where there is room', () => {
    for (const preset of presets) expect(evaluationInterval(preset.recipe)).toBe(5);
  });

  it('never evaluates when no packs are set aside for it', () => {
    const silent = changeRecipe(recipe, { evaluationPacks: 0, evaluationEvery: 1 });
    expect(evaluationDue(silent, 1)).toBe(false);
  });
});
