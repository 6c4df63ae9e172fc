/** Protects what a run is known by: every changed setting and no other, against the right preset or its parent. */

import { describe, expect, it } from 'vitest';
import { closestPreset, findPreset } from '../../learning/presets.ts';
import { differenceWords, differingSettings } from './run-difference.ts';

const LAKE = findPreset('code-lake').recipe;

describe('the difference of a run', () => {
  it('is none from its preset but the seed', () => {
    expect(differenceWords({ ...LAKE, seed: 417 }, null)).toBe('As its preset, seed 417');
  });

  it('names what was changed, from what to what', () => {
    expect(differenceWords({ ...LAKE, groupSize: 16, seed: 7 }, null)).toBe('Lives per pack: 8 → 16; seed 7');
  });

  it('is from the nearest preset, whatever the seed', () => {
    const light = findPreset('code-lake-light');
    expect(closestPreset({ ...light.recipe, seed: 99 }).name).toBe('code-lake-light');
    expect(closestPreset({ ...findPreset('alchemy').recipe, learningRate: 0.02 }).name).toBe('alchemy');
  });

  it('is from its parent for a fork, seed and all', () => {
    expect(differenceWords({ ...LAKE, seed: 2 }, LAKE)).toBe('Seed: 1 → 2');
    expect(differenceWords(LAKE, LAKE)).toBe('Nothing changed since the fork.');
  });
});

describe('settings that differ', () => {
  it('are listed with the value of each run, and the others are left out', () => {
    const rows = differingSettings([LAKE, { ...LAKE, packs: 8 }, { ...LAKE, packs: 4, learningRate: 0.02 }]);
    expect(rows.map(({ key, values }) => [key, values])).toEqual([
      ['packs', ['16', '8', '4']],
      ['learningRate', ['0.01', '0.01', '0.02']],
    ]);
    expect(differingSettings([LAKE, LAKE])).toEqual([]);
  });
});
