import { describe, expect, it } from 'vitest';
import { findPreset } from '../../src/learning/presets.ts';
import { recipeFrom } from './recipe-options.ts';

const NONE = { start: findPreset('code-lake').recipe, seed: undefined, iterations: undefined, set: [] };

describe('a recipe from the command line', () => {
  it('is the preset where nothing is changed', () => {
    expect(recipeFrom(NONE)).toEqual(findPreset('code-lake').recipe);
  });

  it('reads numbers, switches and words', () => {
    const set = ['learningRate=0.02', 'redWeight=true', 'credit=per-task', 'epsilon=1e-6'];
    expect(recipeFrom({ ...NONE, seed: '7', iterations: '12', set })).toEqual({
      ...findPreset('code-lake').recipe,
      seed: 7,
      iterations: 12,
      learningRate: 0.02,
      redWeight: true,
      credit: 'per-task',
      epsilon: 1e-6,
    });
  });

  it('refuses what no recipe can be', () => {
    expect(() => recipeFrom({ ...NONE, set: ['learningRate'] })).toThrow('--set learningRate');
    expect(() => recipeFrom({ ...NONE, set: ['colour=red'] })).toThrow('there is no setting "colour"');
    expect(() => recipeFrom({ ...NONE, seed: 'one' })).toThrow('seed must be a whole number from 0 to 4294967295');
    expect(() => recipeFrom({ ...NONE, iterations: '' })).toThrow('iterations must be a whole number from 1 to 65535');
  });
});
