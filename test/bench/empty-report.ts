/** A report of the benchmark in which next to nothing was measured, to be filled in. */

import type { BenchReport } from '../../src/bench/report.ts';

const PHASE = { seconds: 1, deviceSeconds: null };

export const EMPTY_REPORT: BenchReport = {
  adapter: { vendor: 'maker', architecture: 'kind', device: '', description: '', isSoftware: false },
  features: [],
  paths: [],
  platform: 'here',
  model: 'waymark-00000000',
  rollouts: [],
  trainingStep: { workload: 'training step', rows: 1, tokens: 1, seenTokens: 1, scores: [] },
  peak: { fmaGflops: 10, copyGigabytesPerSecond: 4 },
  products: [],
  attention: { name: 'attention', variant: 'online softmax', operations: 1, gflops: 2 },
  work: [],
  phases: { prompts: PHASE, turns: PHASE, gradient: PHASE, optimiser: PHASE },
  scaling: [],
  omissions: [],
  ratios: { rollout: null, trainingStep: null, matmulOfPeak: 0.7 },
};
