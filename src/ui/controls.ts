/**
 * Every control of the page in one table: the settings of a recipe, which a link can carry and the Train screen shows,
 * and the other controls of the page. Each has a name; `hide=seed,rank` in the address takes those controls away
 * (`hiddenControls` of state/settings-link.ts), for a class that should see less.
 */

import { msg } from '@lit/localize';
import type { RecipeKey } from '../learning/recipe.ts';
import { SETTING_WORDS } from './words/train-settings.ts';

/** Where the Train screen shows a setting: in its sentence, or folded, under what it belongs to. */
export type SettingPart = 'sentence' | 'lives' | 'credit' | 'optimiser' | 'adapter' | 'evaluation';

export interface SettingControl {
  readonly kind: 'setting';
  /** In links: `packs=16`, `hide=packs`. */
  readonly name: string;
  readonly key: RecipeKey;
  readonly part: SettingPart;
  /** Values worth offering, where any number in a range will do. */
  readonly stops: readonly number[];
  /** It can be changed here; otherwise it is only shown. */
  readonly editable: boolean;
  readonly label: () => string;
}

export interface PageControl {
  readonly kind: 'page';
  /** In links: `hide=speed`. */
  readonly name: string;
  readonly label: () => string;
}

export type Control = SettingControl | PageControl;

function setting(
  part: SettingPart,
  key: RecipeKey,
  { name = key, stops = [], editable = true }: { name?: string; stops?: readonly number[]; editable?: boolean } = {},
): SettingControl {
  return { kind: 'setting', name, key, part, stops, editable, label: SETTING_WORDS[key].label };
}

function page(name: string, label: () => string): PageControl {
  return { kind: 'page', name, label };
}

/** In the order in which the sentence and the folded table show them. */
export const SETTINGS: readonly SettingControl[] = [
  setting('sentence', 'environment'),
  setting('sentence', 'packs', { stops: [4, 8, 16, 32] }),
  setting('sentence', 'tasks', { stops: [2, 4, 6, 8] }),
  setting('sentence', 'groupSize', { name: 'lives', stops: [4, 8, 16] }),
  setting('sentence', 'iterations', { stops: [10, 30, 60, 100] }),
  setting('sentence', 'credit'),
  setting('sentence', 'loss'),
  setting('sentence', 'learningRate', { name: 'learning-rate', stops: [0.001, 0.003, 0.01, 0.02] }),
  setting('sentence', 'loraRank', { name: 'rank', stops: [1, 2, 4, 8] }),
  setting('sentence', 'seed'),

  setting('lives', 'trainingNotes', { name: 'notes' }),
  setting('lives', 'temperature', { stops: [0.5, 0.8, 1, 1.2] }),
  setting('lives', 'noteRule', { name: 'note-rule' }),

  setting('credit', 'baseline'),
  setting('credit', 'returns'),
  setting('credit', 'redWeight', { name: 'red-weight' }),
  setting('credit', 'clipLow', { name: 'clip-low', stops: [0.1, 0.2, 0.4] }),
  setting('credit', 'clipHigh', { name: 'clip-high', stops: [0.1, 0.2, 0.4] }),
  setting('credit', 'klCoefficient', { name: 'kl', stops: [0, 0.01, 0.1] }),
  setting('credit', 'frozenUpdateIterations', { name: 'frozen-updates', stops: [0, 5, 10] }),

  setting('optimiser', 'optimiserSteps', { name: 'optimiser-steps', stops: [1, 2, 4] }),
  setting('optimiser', 'learningRateSchedule', { name: 'schedule' }),
  setting('optimiser', 'maxGradientNorm', { name: 'max-gradient', stops: [0.5, 1, 5] }),
  setting('optimiser', 'weightDecay', { name: 'weight-decay', stops: [0, 0.01, 0.1] }),
  setting('optimiser', 'beta1', { stops: [0.8, 0.9] }),
  setting('optimiser', 'beta2', { stops: [0.95, 0.99, 0.999] }),
  setting('optimiser', 'epsilon'),

  setting('adapter', 'loraAlpha', { name: 'alpha', stops: [4, 8, 16] }),
  setting('adapter', 'loraTargets', { name: 'targets' }),
  setting('adapter', 'base', { editable: false }),
  setting('adapter', 'version', { editable: false }),

  setting('evaluation', 'evaluationPacks', { name: 'evaluation-packs', stops: [0, 24, 48, 64] }),
  setting('evaluation', 'evaluationEvery', { name: 'evaluation-every', stops: [1, 5, 10] }),
];

/** What else a class may be spared. Home and the notices always stay. */
const PAGE_CONTROLS: readonly PageControl[] = [
  page('presets', () => msg('What to start from')),
  page('other-settings', () => msg('All the other settings')),
  page('new-run', () => msg('Fork and restart')),
  page('metrics', () => msg('Training curves')),
  page('credit-view', () => msg('Who gets the credit')),
  page('monitor', () => msg('Is it collapsing?')),
  page('stepping', () => msg('Steps of the replay')),
  page('speed', () => msg('Speed of the replay')),
  page('train', () => msg('The Train screen')),
  page('lab', () => msg('The notes lab')),
  page('library', () => msg('The library')),
  page('lesson', () => msg('The lessons')),
  page('sharing', () => msg('Sharing')),
  page('projector', () => msg('The projector mode')),
  page('keys', () => msg('The list of keys')),
  page('language', () => msg('The choice of language')),
];

export const CONTROLS: readonly Control[] = [...SETTINGS, ...PAGE_CONTROLS];

/** Settings that a class may be spared: those that can be changed at all. */
export const HIDEABLE: readonly Control[] = CONTROLS.filter((control) => control.kind === 'page' || control.editable);
