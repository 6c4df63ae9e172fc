import { describe, expect, it } from 'vitest';
import { WaymarkError } from '../core/errors.ts';
import { findPreset, presets } from './presets.ts';
import { changeRecipe, parseRecipe, recipeDifferences, RECIPE_KEYS, settingRange } from './recipe.ts';

const { recipe } = findPreset('code-lake');

/** What is said when the recipe with these changes is refused. */
function refusal(changes: Readonly<Record<string, unknown>>): string {
  try {
    changeRecipe(recipe, changes);
  } catch (error) {
    if (error instanceof WaymarkError && error.kind === 'bad-recipe') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('recipes', () => {
  it('accepts every preset', () => {
    for (const preset of presets) expect(parseRecipe(preset.recipe)).toEqual(preset.recipe);
  });

  it('says the allowed range of a number out of range', () => {
    expect(refusal({ groupSize: 1 })).toBe('Recipe: groupSize must be a whole number from 2 to 64; it is 1.');
    expect(refusal({ temperature: 3 })).toBe('Recipe: temperature must be a number from 0.1 to 2; it is 3.');
    expect(refusal({ packs: 2.5 })).toContain('packs must be a whole number from 1 to 256');
    expect(refusal({ learningRate: Number.NaN })).toContain('learningRate must be a number from 0 to 1');
    expect(refusal({ seed: -1 })).toContain('seed must be a whole number from 0 to 4294967295');
  });

  it('says the allowed values of a choice', () => {
    expect(refusal({ loss: 'dpo' })).toBe('Recipe: loss must be one of: ppo, rec, rec-is; it is "dpo".');
    expect(refusal({ redWeight: 'yes' })).toContain('redWeight must be true or false');
  });

  it('names an unknown and a missing setting', () => {
    expect(refusal({ colour: 'red' })).toBe('Recipe: there is no setting "colour".');
    expect(refusal({ seed: undefined })).toContain('Recipe: seed is missing');
    expect(() => parseRecipe({})).toThrow('version is missing');
    expect(() => parseRecipe('code-lake')).toThrow('A recipe is an object of settings');
  });

  it('refuses a recipe of another version', () => {
    expect(refusal({ version: 2 })).toContain('version must be 1');
  });

  it('holds only numbers, words and switches, so that it fits a link and a table', () => {
    for (const key of RECIPE_KEYS) expect(['number', 'string', 'boolean']).toContain(typeof recipe[key]);
  });

  it('tells a form what a setting may be', () => {
    expect(settingRange('groupSize')).toMatchObject({ kind: 'whole', low: 2, high: 64 });
    expect(settingRange('temperature')).toMatchObject({ kind: 'real', low: 0.1, high: 2 });
    expect(settingRange('loss')).toEqual({ kind: 'choice', options: ['ppo', 'rec', 'rec-is'] });
    expect(settingRange('redWeight')).toEqual({ kind: 'switch' });
    expect(settingRange('loraTargets')).toEqual({ kind: 'text' });
  });

  it('comes back from its differences to a preset', () => {
    const changed = changeRecipe(recipe, { seed: 7, credit: 'per-task' });
    const differences = recipeDifferences(changed, recipe);
    expect(differences).toEqual({ seed: 7, credit: 'per-task' });
    expect(changeRecipe(recipe, differences)).toEqual(changed);
  });
});

describe('presets', () => {
  it('names the presets there are when asked for another', () => {
    expect(() => findPreset('chess')).toThrow('There is no preset "chess"');
  });
});
