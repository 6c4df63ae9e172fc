/** What an iteration's lives and steps amount to, in the numbers that are recorded and drawn. */

import type { LossStatistics, StepStatistics } from '../engines/engine.ts';
import type { Context } from './episodes.ts';
import type { StepBatch } from './iteration-batch.ts';
import type { LivedLife } from './lives.ts';
import type { IterationRecord, RunEvent, SolveRecord, UpdateRecord } from './records.ts';
import { mean, sum } from './sums.ts';

/** The iterations that a log tells of, in its order. */
export function iterationsOf(events: readonly RunEvent[]): readonly IterationRecord[] {
  return events.flatMap((event) => (event.type === 'iteration' ? [event.record] : []));
}

/** One optimiser step: what it trained on and what came of it. */
export interface TakenStep {
  readonly batch: StepBatch;
  readonly loss: LossStatistics;
  readonly step: StepStatistics;
}

export interface IterationTimes {
  readonly rolloutSeconds: number;
  readonly trainingSeconds: number;
}

/** 0 where there is nothing to divide by. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The solves of all lives of task `task`. */
function solvesOf(lives: readonly LivedLife[], task: number): readonly SolveRecord[] {
  return lives.flatMap(({ record }) => {
    const solve = record.episodes[2 * task];
    return solve.kind === 'solve' ? [solve] : [];
  });
}

/** Turns of a task that are the same as an earlier one of it. */
function repeatedTurns({ turns }: SolveRecord): number {
  return turns.length - new Set(turns.map((turn) => turn.join(' '))).size;
}

/** The updates of all lives after task `task`. */
function updatesAfter(lives: readonly LivedLife[], task: number): readonly UpdateRecord[] {
  return lives.flatMap(({ record }) => {
    const update = record.episodes[2 * task + 1];
    return update.kind === 'update' ? [update] : [];
  });
}

/** True over written facts, of all lives together; null when nothing was written. */
function accuracyOf(updates: readonly UpdateRecord[]): number | null {
  const written = sum(updates.map((update) => update.writtenFacts));
  return written === 0 ? null : sum(updates.map((update) => update.trueFacts)) / written;
}

/** Nats per generated token. */
function entropyOf(contexts: readonly Context[]): number {
  return ratio(sum(contexts.map((context) => context.entropy)), sum(contexts.map(({ positions }) => positions.length)));
}

/** The record of an iteration; every life has an update after each task but the last. */
export function iterationRecord(
  iteration: number,
  lives: readonly LivedLife[],
  steps: readonly TakenStep[],
  times: IterationTimes,
): IterationRecord {
  const solves = lives.flatMap(({ contexts }) => contexts.solves);
  const updates = lives.flatMap(({ contexts }) => contexts.updates);
  const contexts = [...solves, ...updates];
  const byTask = lives[0].rewards.updates.map((_, task) => updatesAfter(lives, task));
  const solvesByTask = lives[0].rewards.solves.map((_, task) => solvesOf(lives, task));
  const turnsByTask = solvesByTask.map((records) => sum(records.map(({ turns }) => turns.length)));
  const trained = sum(steps.map(({ loss }) => loss.tokens));
  return {
    iteration,
    lives: lives.length,
    success: lives[0].rewards.solves.map((_, task) =>
      mean(lives.map(({ rewards }) => (rewards.solves[task] > 0 ? 1 : 0))),
    ),
    coverage: byTask.map((records) => mean(records.map(({ trueFacts, worldFacts }) => trueFacts / worldFacts))),
    accuracy: byTask.map(accuracyOf),
    noteLength: byTask.map((records) => mean(records.map(({ notes }) => notes.length))),
    turns: turnsByTask.map((turns) => turns / lives.length),
    repeats: turnsByTask.map((turns, task) => ratio(sum(solvesByTask[task].map(repeatedTurns)), turns)),
    solveEntropy: entropyOf(solves),
    updateEntropy: entropyOf(updates),
    loss: ratio(sum(steps.map(({ loss }) => loss.loss)), steps.length),
    gradientNorm: ratio(sum(steps.map(({ step }) => step.gradientNorm)), steps.length),
    klToOld: ratio(sum(steps.map(({ loss }) => loss.klToOld)), trained),
    klToBase: ratio(sum(steps.map(({ loss }) => loss.klToBase)), trained),
    clippedShare: ratio(sum(steps.map(({ loss }) => loss.clipped)), trained),
    tokensSeen: sum(contexts.map(({ tokens }) => tokens.length)),
    tokensGenerated: sum(contexts.map(({ positions }) => positions.length)),
    tokensTrained: sum(steps.flatMap(({ batch }) => batch.rows.map(({ tokens }) => tokens.length))),
    ...times,
  };
}
