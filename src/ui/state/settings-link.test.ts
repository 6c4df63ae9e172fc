import { describe, expect, it } from 'vitest';
import { WaymarkError } from '../../core/errors.ts';
import { findPreset, presets } from '../../learning/presets.ts';
import { changeRecipe, type Recipe } from '../../learning/recipe.ts';
import { parseRoute } from './route.ts';
import { formatSettings, hiddenControls, parseSettings, settingsFragment } from './settings-link.ts';

const { recipe } = findPreset('code-lake');

/** The settings of an address. */
function of(fragment: string): ReadonlyMap<string, string> {
  return parseRoute(fragment).settings;
}

/** Kind and message of what is thrown. */
function refusal(fragment: string, read: (settings: ReadonlyMap<string, string>) => unknown = parseSettings): string {
  try {
    read(of(fragment));
  } catch (error) {
    if (error instanceof WaymarkError) return `${error.kind}: ${error.message}`;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('settings in the address', () => {
  it('propose any recipe, of whatever base model, and keep what the address said beside', () => {
    const other = changeRecipe(findPreset('alchemy').recipe, { base: 'waymark-0123abcd', seed: 9, loss: 'rec' });
    const fragment = settingsFragment(other, of('#open=x&lang=ru&hide=seed'));
    expect(fragment.startsWith('#train&v=1&preset=')).toBe(true);
    expect(parseSettings(of(fragment))?.recipe).toEqual(other);
    expect([...hiddenControls(of(fragment))]).toEqual(['seed']);
    expect(of(fragment).get('lang')).toBe('ru');
  });

  it('are the differences from a preset, short enough to be said aloud', () => {
    const changed = changeRecipe(recipe, { seed: 7, packs: 8, credit: 'per-task' });
    expect(formatSettings('code-lake', changed)).toBe('v=1&preset=code-lake&packs=8&credit=per-task&seed=7');
  });

  it('come back as the recipe that they were made of, whatever was changed', () => {
    const changes: Partial<Recipe> = {
      environment: 'alchemy/4x6-long',
      seed: 4294967295,
      iterations: 5,
      packs: 3,
      groupSize: 4,
      tasks: 6,
      temperature: 0.7,
      trainingNotes: 'shuffled',
      noteRule: 'paper',
      credit: 'per-life',
      returns: 'mean',
      baseline: 'leave-one-out',
      redWeight: true,
      frozenUpdateIterations: 2,
      loss: 'rec-is',
      clipLow: 0.1,
      clipHigh: 0.3,
      klCoefficient: 0.01,
      optimiserSteps: 4,
      learningRate: 0.003,
      learningRateSchedule: 'linear',
      beta1: 0.8,
      beta2: 0.99,
      epsilon: 1e-6,
      weightDecay: 0.1,
      maxGradientNorm: 5,
      loraRank: 2,
      loraAlpha: 4,
      loraTargets: 'q_proj,k_proj',
      evaluationPacks: 0,
      evaluationEvery: 3,
    };
    const changed = changeRecipe(recipe, changes);
    for (const { name } of presets) {
      expect(parseSettings(of(`#train&${formatSettings(name, changed)}`))?.recipe).toEqual(changed);
    }
  });

  it('are none where the address carries none', () => {
    expect(parseSettings(of(''))).toBeNull();
    expect(parseSettings(of('#train&lang=es&hide=seed'))).toBeNull();
  });

  it('name what is wrong', () => {
    expect(refusal('#v=2&preset=code-lake')).toBe(
      'link-newer: This link was made by a newer version (2) than this page (1).',
    );
    expect(refusal('#preset=code-lake')).toContain('link-damaged: This link does not say which version');
    expect(refusal('#v=x&preset=code-lake')).toContain('link-damaged');
    expect(refusal('#v=1&seed=7')).toContain('link-damaged: This link does not say which preset');
    expect(refusal('#v=1&preset=chess')).toContain('link-damaged: There is no preset "chess"');
    expect(refusal('#v=1&preset=code-lake&colour=red')).toContain('sets "colour", and there is no such setting');
    expect(refusal('#v=1&preset=code-lake&packs=0')).toContain('packs must be a whole number from 1 to 256');
    expect(refusal('#v=1&preset=code-lake&packs=')).toContain('link-damaged: Recipe: packs must be');
    expect(refusal('#v=1&preset=code-lake&version=1')).toContain('no such setting');
    expect(refusal('#v=1&preset=code-lake&base=../other')).toContain('link-damaged');
    expect(refusal(`#v=1&preset=code-lake&targets=${'q'.repeat(9000)}`)).toContain('link-too-large');
  });
});

describe('hidden controls', () => {
  it('travel with the settings and alone', () => {
    const link = formatSettings('code-lake', recipe, ['seed', 'rank', 'speed']);
    expect(link).toBe('v=1&preset=code-lake&hide=seed,rank,speed');
    expect([...hiddenControls(of(`#${link}`))]).toEqual(['seed', 'rank', 'speed']);
    expect([...hiddenControls(of('#train&hide=seed'))]).toEqual(['seed']);
    expect(hiddenControls(of('#train')).size).toBe(0);
  });

  it('must exist', () => {
    expect(refusal('#hide=everything', hiddenControls)).toContain('hides "everything", and there is no such control');
  });
});
