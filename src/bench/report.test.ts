/** Protects the claims made from a report: what ratios mean, that the line is complete, and that misses are said. */

import { expect, it } from 'vitest';
import { ratioOf, ratiosOf, reportLine, scoreOf, type BenchReport, type Comparison } from './report.ts';
import { markdown, reportTables } from './table.ts';

function comparison(workload: string, ...seconds: readonly number[]): Comparison {
  return {
    workload,
    rows: 64,
    tokens: 600,
    seenTokens: 3000,
    scores: seconds.map((each, index) =>
      scoreOf({ name: `contender ${index}`, detail: 'made up' }, [each, each, each], 600, 3000),
    ),
  };
}

const ROLLOUTS = [comparison('1 token a turn', 1, 8, 6), comparison('8 tokens a turn', 1, 9)];
const TRAINING = comparison('training step', 2, 5);
const PEAK = { fmaGflops: 10, copyGigabytesPerSecond: 4 };

const REPORT: BenchReport = {
  adapter: { vendor: 'google', architecture: 'swiftshader', device: '', description: '', isSoftware: true },
  features: ['subgroups'],
  paths: [{ choice: 'products of many rows', chosen: 'register', why: 'measured', candidates: [] }],
  platform: 'a browser',
  model: 'waymark-00000000',
  rollouts: ROLLOUTS,
  trainingStep: TRAINING,
  peak: PEAK,
  products: [{ name: 'down', variant: 'register', operations: 1e6, gflops: 4 / 3 }],
  attention: { name: 'attention', variant: 'online softmax', operations: 1e6, gflops: 2 },
  work: [{ workload: 'training step', per: 'training step', dispatches: 50, submits: 3, bytesRead: 64 }],
  phases: {
    prompts: { seconds: 1, deviceSeconds: 0.5 },
    turns: { seconds: 2, deviceSeconds: 1 },
    gradient: { seconds: 3, deviceSeconds: null },
    optimiser: { seconds: 0.5, deviceSeconds: null },
  },
  scaling: [],
  omissions: [{ what: 'jax-js', why: 'its WebGPU backend needs a browser' }],
  ratios: ratiosOf(ROLLOUTS, TRAINING, 3.5, PEAK),
};

it('compares with the fastest peer, not the slowest', () => {
  expect(ratioOf(ROLLOUTS[0])).toBeCloseTo(6, 12);
});

it('claims the smaller of the two rollout ratios', () => {
  expect(REPORT.ratios.rollout).toBeCloseTo(6, 12);
  expect(REPORT.ratios.trainingStep).toBeCloseTo(2.5, 12);
  expect(REPORT.ratios.matmulOfPeak).toBeCloseTo(0.35, 12);
});

it('claims nothing where no peer ran', () => {
  const { rollout, trainingStep } = ratiosOf(
    [comparison('1 token a turn', 1)],
    comparison('training step', 1),
    1,
    PEAK,
  );
  expect([rollout, trainingStep]).toEqual([null, null]);
});

it('puts everything on one line of JSON, in numbers no longer than their precision', () => {
  const line = reportLine(REPORT);
  expect(line).not.toContain('\n');
  const parsed = JSON.parse(line) as BenchReport;
  expect(Object.keys(parsed)).toEqual(Object.keys(REPORT));
  expect(parsed.products[0].gflops).toBe(1.333);
  expect(parsed.ratios).toEqual({ rollout: 6, trainingStep: 2.5, matmulOfPeak: 0.35 });
});

it('says which targets are missed, with the one for software adapters on a software adapter', () => {
  const [ratios] = reportTables(REPORT);
  expect(ratios.rows.map((row) => row.slice(1))).toEqual([
    ['6.00', '5', 'met'],
    ['2.50', '3', 'missed'],
    ['0.350', '0.35', 'met'],
  ]);
});

it('names what was left out, and leaves empty tables away', () => {
  const text = markdown(reportTables(REPORT));
  expect(text).toContain('| jax-js | its WebGPU backend needs a browser |');
  expect(text).not.toContain('Cost on models');
});
