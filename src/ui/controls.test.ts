import { describe, expect, it } from 'vitest';
import { presets } from '../learning/presets.ts';
import { RECIPE_KEYS, settingRange } from '../learning/recipe.ts';
import { CONTROLS, HIDEABLE, SETTINGS } from './controls.ts';
import { CHOICE_WORDS } from './words/train-choices.ts';

describe('the table of controls', () => {
  it('has every setting of a recipe exactly once', () => {
    expect(SETTINGS.map(({ key }) => key).sort()).toEqual([...RECIPE_KEYS].sort());
  });

  it('gives every control a name of its own that a link can carry', () => {
    const names = CONTROLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9-]*$/);
  });

  it('says ten settings in the sentence and folds the rest', () => {
    expect(SETTINGS.filter(({ part }) => part === 'sentence')).toHaveLength(10);
  });

  it('offers only values that the recipe allows', () => {
    for (const { key, stops } of SETTINGS) {
      const range = settingRange(key);
      for (const stop of stops) {
        if (range.kind !== 'whole' && range.kind !== 'real') throw new Error(`${key} is not a number`);
        expect(stop).toBeGreaterThanOrEqual(range.low);
        expect(stop).toBeLessThanOrEqual(range.high);
      }
    }
  });

  it('has words for every choice there is, and for no other', () => {
    for (const { key } of SETTINGS) {
      const range = settingRange(key);
      const options = range.kind === 'choice' ? range.options : range.kind === 'switch' ? ['true', 'false'] : [];
      expect(Object.keys(CHOICE_WORDS[key] ?? {}).sort()).toEqual([...options].sort());
    }
  });

  it('offers the values that the presets have', () => {
    for (const { key, stops } of SETTINGS) {
      if (stops.length > 0) for (const { recipe } of presets) expect(stops).toContain(recipe[key]);
    }
  });

  it('never spares a class what cannot be changed anyway', () => {
    expect(HIDEABLE.map(({ name }) => name)).not.toContain('base');
  });
});
