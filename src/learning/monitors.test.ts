import { describe, expect, it } from 'vitest';
import { FRESH_MONITORS, observeEvaluation, observeIteration } from './monitors.ts';
import type { EvaluationRecord, IterationRecord, RunCondition } from './records.ts';

function iterationRecord(iteration: number, coverage: number): IterationRecord {
  return {
    iteration,
    lives: 64,
    success: [0.3, 0.3],
    coverage: [coverage],
    accuracy: [null],
    noteLength: [1],
    solveEntropy: 1,
    updateEntropy: 1,
    loss: 0,
    gradientNorm: 0,
    klToOld: 0,
    klToBase: 0,
    clippedShare: 0,
    tokensSeen: 0,
    tokensGenerated: 0,
    tokensTrained: 0,
    rolloutSeconds: 0,
    trainingSeconds: 0,
  };
}

function evaluationRecord(iteration: number, low: number): EvaluationRecord {
  return {
    environment: 'code-lake/4x4',
    iteration,
    packs: 64,
    length: 4,
    success: {},
    intervals: {},
    rise: { mean: 0, low: 0, high: 0 },
    lift: { mean: low + 0.1, low, high: low + 0.2 },
    liftPositions: [3, 4],
    outcomes: {},
    seconds: 0,
  };
}

/** The conditions announced over a run with this coverage by iteration. */
function conditionsOver(iterations: number, coverageAt: (iteration: number) => number): RunCondition[] {
  const conditions: RunCondition[] = [];
  let state = FRESH_MONITORS;
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const observed = observeIteration(state, iterationRecord(iteration, coverageAt(iteration)));
    state = observed.state;
    if (observed.condition) conditions.push(observed.condition);
  }
  return conditions;
}

describe('the no-readers monitor', () => {
  it('speaks once, after 25 iterations of thin notes', () => {
    expect(conditionsOver(40, () => 0.05)).toEqual([
      { kind: 'no-readers', coverage: expect.closeTo(0.05, 9), iteration: 25 },
    ]);
  });

  it('is silent about a run that dips early and recovers by then', () => {
    expect(conditionsOver(40, (iteration) => (iteration < 20 ? 0.04 : 0.3))).toEqual([]);
  });

  it('notices notes that die later', () => {
    const conditions = conditionsOver(60, (iteration) => (iteration <= 40 ? 0.2 : 0));
    expect(conditions).toHaveLength(1);
    expect(conditions[0].iteration).toBe(44); // .2 x 2 / 5 = .08 at 43 is not below .08; .2 / 5 at 44 is.
  });
});

describe('the visible-lift monitor', () => {
  it('needs two evaluations running and speaks once', () => {
    let state = FRESH_MONITORS;
    const said: (number | null)[] = [];
    for (const [index, low] of [0.01, -0.01, 0.02, 0.05, 0.2].entries()) {
      const observed = observeEvaluation(state, evaluationRecord(5 * (index + 1), low));
      state = observed.state;
      said.push(observed.condition?.iteration ?? null);
    }
    expect(said).toEqual([null, null, null, 20, null]);
  });

  it('does not take an interval that touches 0 for a lift', () => {
    const once = observeEvaluation(FRESH_MONITORS, evaluationRecord(5, 0.1));
    expect(observeEvaluation(once.state, evaluationRecord(10, 0)).condition).toBeNull();
  });
});
