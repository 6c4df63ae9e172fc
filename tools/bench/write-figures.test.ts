/** Protects a document from its figures: only what stands between the markers is replaced, and nothing without them. */

import { expect, it } from 'vitest';
import type { BenchReport } from '../../src/bench/report.ts';
import { BEGIN, END, withFigures } from './write-figures.ts';

const COMPARISON = { workload: 'training step', rows: 1, tokens: 1, seenTokens: 1, scores: [] };
const PHASE = { seconds: 1, deviceSeconds: null };

const REPORT: BenchReport = {
  adapter: { vendor: 'maker', architecture: 'kind', device: '', description: '', isSoftware: false },
  features: [],
  paths: [],
  platform: 'here',
  model: 'waymark-00000000',
  rollouts: [],
  trainingStep: COMPARISON,
  peak: { fmaGflops: 10, copyGigabytesPerSecond: 4 },
  products: [],
  attention: { name: 'attention', variant: 'online softmax', operations: 1, gflops: 2 },
  work: [],
  phases: { prompts: PHASE, turns: PHASE, gradient: PHASE, optimiser: PHASE },
  scaling: [],
  omissions: [],
  ratios: { rollout: null, trainingStep: null, matmulOfPeak: 0.7 },
};

it('replaces the figures and nothing else, as often as it is asked', () => {
  const document = `before\n${BEGIN}\nold figures\n${END}\nafter\n`;
  const once = withFigures(document, REPORT, 'npm run bench');
  expect(once.startsWith('before\n')).toBe(true);
  expect(once.endsWith(`${END}\nafter\n`)).toBe(true);
  expect(once).not.toContain('old figures');
  expect(once).toContain('`npm run bench` on maker kind (here)');
  expect(withFigures(once, REPORT, 'npm run bench')).toBe(once);
});

it('refuses a document without a place for them', () => {
  expect(() => withFigures('nothing here', REPORT, 'npm run bench')).toThrow('no place for figures');
});
