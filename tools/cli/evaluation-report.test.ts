import { describe, expect, it } from 'vitest';
import type { EvaluationRecord } from '../../src/learning/records.ts';
import { evaluationJson, evaluationTable } from './evaluation-report.ts';

const RECORD: EvaluationRecord = {
  environment: 'code-lake/4x4',
  iteration: 60,
  packs: 200,
  length: 4,
  success: { kept: [0.31, 0.5, 0.625, 1], erased: [0.31, 0.3, 0.29, 0.3] },
  intervals: {},
  rise: { mean: 0.398, low: 0.3, high: 0.5 },
  lift: { mean: -0.01, low: -0.1, high: 0.08 },
  liftPositions: [3, 4],
  outcomes: {},
  seconds: 7.5,
};

describe('an evaluation, reported', () => {
  it('has exactly the keys that programs read', () => {
    expect(JSON.parse(evaluationJson(RECORD))).toEqual({
      environment: 'code-lake/4x4',
      packs: 200,
      success: { kept: [0.31, 0.5, 0.625, 1], erased: [0.31, 0.3, 0.29, 0.3] },
      rise: { mean: 0.398, low: 0.3, high: 0.5 },
      lift: { mean: -0.01, low: -0.1, high: 0.08 },
      seconds: 7.5,
    });
  });

  it('is a table of the controls there are', () => {
    expect(evaluationTable(RECORD).split('\n')).toEqual([
      'code-lake/4x4, 200 packs of 4, after 60 iterations',
      'position             1     2     3     4',
      'notes kept        .310  .500  .625 1.000',
      'notes erased      .310  .300  .290  .300',
      'rise              .398  [.300, .500]  positions 2 to 4 minus position 1',
      'lift             -.010  [-.100, .080]  kept minus erased, positions 3 to 4',
    ]);
  });
});
