/**
 * Two things worth saying about a run while it goes on: that nobody reads, so nobody writes (a dead run), and that
 * the notes visibly help. Pure: a state, a new record, the next state and perhaps a condition.
 */

import type { EvaluationRecord, IterationRecord, RunCondition } from './records.ts';
import { mean } from './sums.ts';

/** Below this mean coverage after `PATIENCE` iterations a run counts as dead (recipe.md, failure mode 1). */
export const DEAD_COVERAGE = 0.08;
export const PATIENCE = 25;
/** Iterations averaged: coverage of a single one is too noisy to judge by. */
const WINDOW = 5;
/** Evaluations in a row whose interval must lie above 0. */
const LIFTS_NEEDED = 2;

export interface MonitorState {
  /** Mean coverage of the last iterations, oldest first, at most `WINDOW`. */
  readonly coverages: readonly number[];
  /** Evaluations in a row, up to now, with a lift above 0. */
  readonly lifts: number;
  /** Each condition is announced once. */
  readonly saidNoReaders: boolean;
  readonly saidVisibleLift: boolean;
}

export const FRESH_MONITORS: MonitorState = { coverages: [], lifts: 0, saidNoReaders: false, saidVisibleLift: false };

export interface Observed {
  readonly state: MonitorState;
  readonly condition: RunCondition | null;
}

/** After an iteration: is the notes' coverage, averaged over the last five, still below .08 after 25? */
export function observeIteration(state: MonitorState, record: IterationRecord): Observed {
  const coverages = [...state.coverages, mean(record.coverage)].slice(-WINDOW);
  const coverage = mean(coverages);
  if (state.saidNoReaders || record.iteration < PATIENCE || coverage >= DEAD_COVERAGE) {
    return { state: { ...state, coverages }, condition: null };
  }
  return {
    state: { ...state, coverages, saidNoReaders: true },
    condition: { kind: 'no-readers', coverage, iteration: record.iteration },
  };
}

/** After a cheap evaluation: has kept minus erased been above 0, interval and all, twice running? */
export function observeEvaluation(state: MonitorState, record: EvaluationRecord): Observed {
  const lifts = record.lift.low > 0 ? state.lifts + 1 : 0;
  if (state.saidVisibleLift || lifts < LIFTS_NEEDED) return { state: { ...state, lifts }, condition: null };
  return {
    state: { ...state, lifts, saidVisibleLift: true },
    condition: { kind: 'visible-lift', iteration: record.iteration, lift: record.lift },
  };
}
