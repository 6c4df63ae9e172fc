/**
 * Protects links that have been sent: those of every released version of the format mean for ever what they meant. Where
 * one of these fails, what changed must be kept for old links beside what is new; the links here never change.
 */

import { describe, expect, it } from 'vitest';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import { RECIPE_KEYS, settingRange, type Recipe } from '../../learning/recipe.ts';
import { PROJECTIONS } from '../../policy/weights.ts';
import { decodeLink } from './link-codec.ts';
import { LINK_KEYS, LINK_OPTIONS, LINK_TARGETS } from './link-words.ts';

/** The preset `code-lake` when the first links were sent. */
const LAKE: Recipe = {
  version: 1,
  environment: 'code-lake/4x4',
  base: 'waymark-be43248c',
  seed: 1,
  iterations: 60,
  packs: 16,
  groupSize: 8,
  tasks: 4,
  temperature: 1,
  trainingNotes: 'kept',
  noteRule: 'lenient-cut',
  credit: 'per-episode',
  returns: 'sum',
  baseline: 'group-mean',
  redWeight: false,
  frozenUpdateIterations: 0,
  loss: 'ppo',
  clipLow: 0.2,
  clipHigh: 0.2,
  klCoefficient: 0,
  optimiserSteps: 2,
  learningRate: 0.01,
  learningRateSchedule: 'constant',
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradientNorm: 1,
  loraRank: 4,
  loraAlpha: 8,
  loraTargets: 'q_proj,v_proj',
  evaluationPacks: 64,
  evaluationEvery: 5,
};

const EVERY_SETTING_CHANGED: Recipe = {
  version: 1,
  environment: 'alchemy/4x6-long',
  base: 'a-1-0123abcd',
  seed: 0xffffffff,
  iterations: 7,
  packs: 2,
  groupSize: 3,
  tasks: 5,
  temperature: 0.7,
  trainingNotes: 'shuffled',
  noteRule: 'paper',
  credit: 'per-life',
  returns: 'mean',
  baseline: 'batch-standardised',
  redWeight: true,
  frozenUpdateIterations: 300,
  loss: 'rec-is',
  clipLow: 0.1 + 0.2,
  clipHigh: 10,
  klCoefficient: 1e-12,
  optimiserSteps: 16,
  learningRate: 0.003,
  learningRateSchedule: 'linear',
  beta1: 0,
  beta2: 0.9999,
  epsilon: 1e-6,
  weightDecay: 1,
  maxGradientNorm: 1e6,
  loraRank: 1,
  loraAlpha: 2.5,
  loraTargets: 'down_proj,q_proj,k_proj,o_proj,up_proj,gate_proj,v_proj',
  evaluationPacks: 0,
  evaluationEvery: 65535,
};

const RECEIPT: Receipt = {
  version: 1,
  computation: 1,
  recipe: LAKE,
  base: 'be43248cbe43248cbe43248cbe43248c',
  iterations: 60,
  inherited: 0,
  origin: 'webgpu',
  lives: '01234567012345670123456701234567',
  adapter: '89abcdef89abcdef89abcdef89abcdef',
  evaluation: {
    kept: outcomes((pack, position) => pack % (position + 1) > 0),
    erased: outcomes((pack, position) => (pack + position) % 5 === 0),
    lives: 'fedcba98fedcba98fedcba98fedcba98',
  },
};

const SETTINGS = { rank: 4, alpha: 8, targets: ['q_proj', 'v_proj'] };
const SCALES = Uint16Array.of(0x3c00, 0, 0x7bff);
const TRAINED = '02468ace02468ace02468ace02468ace';

function outcomes(solved: (pack: number, position: number) => boolean): number[][] {
  return Array.from({ length: RECEIPT_PACKS }, (_, pack) =>
    Array.from({ length: RECEIPT_LENGTH }, (__, position) => (solved(pack, position) ? 1 : 0)),
  );
}

describe('links of the first version of the format', () => {
  it.each([
    ['code-lake', 'AQGR_icLAQAAeQ-Rdg', LAKE],
    ['code-lake-light', 'AQEOpt4fAQEANwh4uA', { ...LAKE, packs: 8, evaluationPacks: 48 }],
    ['text-house', 'AQHYUDaRAQIA_citeA', { ...LAKE, environment: 'text-house/8x8' }],
    ['alchemy', 'AQGXrNroAQMASWOodA', { ...LAKE, environment: 'alchemy/4x6' }],
  ])('carry the preset %s', async (_, payload, recipe) => {
    expect(await decodeLink(payload)).toEqual({ kind: 'setup', recipe });
  });

  it('carry every setting', async () => {
    const payload = [
      'AQEGgH0UAQAgAAYBDGEtMS0wMTIzYWJjZAL_____DwMHBAIFAwYFBz8HCAIJAgoCCwEMAw0BDqwCDwIQ_zQzMzMzM9M_EUEBEjQB',
      'ExAUPQMVARZAABc8j04YOgEZQAEaRgEbARw_GR0HBgABAwUEAh4AH___Awl5ZqY',
    ].join('');
    expect(await decodeLink(payload)).toEqual({ kind: 'setup', recipe: EVERY_SETTING_CHANGED });
  });

  it('carry a receipt', async () => {
    const payload = [
      'AQIsCPXXAQAAeQ-RdgG-QySMvkMkjL5DJIy-QySMPAACAQEjRWcBI0VnASNFZwEjRWeJq83viavN74mrze-Jq83v_ty6mP7cupj-',
      '3LqY_ty6mAD-_Pr07ti-dPrs_tD-vOp0_tj-5Lr8_lDu_Pq0_sj-dPr8rtD-_Ppk_pj-9Or8_lC-7Pr0_tjuNPr8_sD-_LohEAiE',
      'QiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiE',
    ].join('');
    expect(await decodeLink(payload)).toEqual({ kind: 'receipt', receipt: RECEIPT });
  });

  it('carry an agent as it is', async () => {
    const payload = [
      'AQOElN7mAQAAeQ-RdgG-QySMvkMkjL5DJIy-QySMPAACAQEjRWcBI0VnASNFZwEjRWeJq83viavN74mrze-Jq83v_ty6mP7cupj-',
      '3LqY_ty6mAD-_Pr07ti-dPrs_tD-vOp0_tj-5Lr8_lDu_Pq0_sj-dPr8rtD-_Ppk_pj-9Or8_lC-7Pr0_tjuNPr8_sD-_LohEAiE',
      'QiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEAkaKzgJGis4CRorOAkaK',
      'zgQDBQA8AAD_ewk3Dw',
    ].join('');
    const values = Int8Array.of(-7, 0, 7, 3, -1);
    const adapter = { settings: SETTINGS, bits: 4, scales: SCALES, values };
    expect(await decodeLink(payload)).toEqual({ kind: 'agent', receipt: RECEIPT, adapter, trained: TRAINED });
  });

  it('carry an agent deflated', async () => {
    const payload = [
      'AQN0VxPrAQAAeQ-RdgG-QySMvkMkjL5DJIy-QySMPAACAQEjRWcBI0VnASNFZwEjRWeJq83viavN74mrze-Jq83v_ty6mP7cupj-',
      '3LqY_ty6mAD-_Pr07ti-dPrs_tD-vOp0_tj-5Lr8_lDu_Pq0_sj-dPr8rtD-_Ppk_pj-9Or8_lC-7Pr0_tjuNPr8_sD-_LohEAiE',
      'QiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEQiEQCIRCIRAIhEIhEAiEAkaKzgJGis4CRorOAkaK',
      'zoMDWgA8AAD_e2Mw-K8kJ0gkCQA',
    ].join('');
    const values = new Int8Array(90).map((_, index) => (index % 4) - (index % 3));
    const adapter = { settings: SETTINGS, bits: 3, scales: SCALES, values };
    expect(await decodeLink(payload)).toEqual({ kind: 'agent', receipt: RECEIPT, adapter, trained: TRAINED });
  });
});

describe('the words of links', () => {
  it('are enough for every recipe: a new setting or value is added at the end of its list', () => {
    expect(new Set([...LINK_KEYS, 'version'])).toEqual(new Set(RECIPE_KEYS));
    expect(new Set(LINK_TARGETS)).toEqual(new Set(PROJECTIONS));
    for (const key of RECIPE_KEYS) {
      const range = settingRange(key);
      if (range.kind === 'choice') expect(LINK_OPTIONS[key]).toEqual(expect.arrayContaining([...range.options]));
    }
  });
});
