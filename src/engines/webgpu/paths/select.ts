/**
 * Chooses among ways of computing the same thing. Each must give the reference's numbers on its first and on its second
 * run (a driver is known whose first run alone is right); those that do are timed, and the fastest is remembered.
 */

import { WaymarkError } from '../../../core/errors.ts';
import { gateFault } from './gate.ts';
import type { CandidateReport, PathMemory, PathReport } from './path.ts';

/** A way of computing, ready to run. */
export interface Trial {
  /** Runs once and gives what the gate compares. */
  run(): Promise<Float32Array>;
  /** Milliseconds of one run, without what it takes to read anything back. */
  time(): Promise<number>;
  /** Gives back what it holds on the device. */
  close(): void;
}

export interface Candidate<Name extends string> {
  readonly name: Name;
  /** Why this device or model cannot have it, in words; null where it may be tried. */
  readonly unavailable: string | null;
  open(): Promise<Trial>;
  /** How much faster than the reference it must be to be taken. */
  readonly neededGain: number;
}

export interface Question<Name extends string> {
  /** In words, for reports. */
  readonly choice: string;
  /** The first is the reference: it is always available, and taken where nothing else passes. */
  readonly candidates: readonly [Candidate<Name>, ...Candidate<Name>[]];
  /** Names adapter, code and sizes: a choice holds only where all are the same. */
  readonly key: string;
  readonly memory: PathMemory;
  /** After so many milliseconds no further candidate is opened, and none is timed again. */
  readonly budget: number;
}

const ROUNDS = 5;
const OUT_OF_TIME = 'not tried, because the time for trying was used up';

/** Throws `gpu-fault` where the reference itself gives other numbers when it runs again. */
export async function choosePath<Name extends string>(question: Question<Name>): Promise<PathReport<Name>> {
  const trials = new Map<Name, Trial>();
  try {
    return await choose(question, trials);
  } finally {
    for (const trial of trials.values()) trial.close();
  }
}

async function choose<Name extends string>(
  question: Question<Name>,
  trials: Map<Name, Trial>,
): Promise<PathReport<Name>> {
  const { candidates, choice, key, memory } = question;
  const [reference, ...others] = candidates;
  const remembered = await recall(question);
  if (remembered?.chosen === reference.name) return remembered;
  // What was taken before is checked again, since drivers change, but not timed.
  const tried = remembered === null ? others : others.filter(({ name }) => name === remembered.chosen);
  const started = performance.now();
  const isOver = (): boolean => performance.now() - started > question.budget;

  const faults = new Map<Name, string>();
  for (const { name, unavailable } of tried) if (unavailable !== null) faults.set(name, unavailable);
  const available = tried.filter(({ unavailable }) => unavailable === null);
  if (available.length > 0) {
    const trial = await reference.open();
    trials.set(reference.name, trial);
    const expected = await trial.run();
    const fault = gateFault(await trial.run(), expected);
    if (fault !== null) {
      throw new WaymarkError('gpu-fault', `The reference for ${choice} is not repeatable: ${fault}.`);
    }
    for (const candidate of available) {
      const outcome = isOver() ? OUT_OF_TIME : await admit(candidate, expected);
      if (typeof outcome === 'string') faults.set(candidate.name, outcome);
      else trials.set(candidate.name, outcome);
    }
  }

  if (remembered !== null && trials.has(remembered.chosen)) return remembered;
  const times = trials.size > 1 ? await timeAll(trials, isOver) : new Map<Name, number>();
  const report: PathReport<Name> = {
    choice,
    chosen: fastest(candidates, times),
    why: trials.size > 1 ? 'measured' : 'only',
    candidates: candidates.map(({ name }) => ({
      name,
      milliseconds: times.get(name) ?? null,
      rejected: faults.get(name) ?? null,
    })),
  };
  await memory.save(key, JSON.stringify(report));
  return report;
}

/** Runs a candidate twice; gives why it is not taken where it does not pass. A lost device ends the choice. */
async function admit<Name extends string>(candidate: Candidate<Name>, expected: Float32Array): Promise<Trial | string> {
  try {
    const trial = await candidate.open();
    for (const run of ['first', 'second']) {
      const fault = gateFault(await trial.run(), expected);
      if (fault === null) continue;
      trial.close();
      return `in its ${run} run ${fault}`;
    }
    return trial;
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.kind === 'gpu-lost') throw error;
    return `it does not work here: ${error.message}`;
  }
}

/** Medians; candidates take turns, so that a machine that slows down slows all of them. */
async function timeAll<Name extends string>(
  trials: ReadonlyMap<Name, Trial>,
  isOver: () => boolean,
): Promise<ReadonlyMap<Name, number>> {
  const samples = new Map<Name, number[]>([...trials.keys()].map((name) => [name, []]));
  for (let round = 0; round < ROUNDS && (round === 0 || !isOver()); round++) {
    for (const [name, trial] of trials) samples.get(name)?.push(await trial.time());
  }
  return new Map([...samples].map(([name, times]) => [name, median(times)]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The fastest of those that are faster than the reference by what they need; else the reference. */
function fastest<Name extends string>(
  [reference, ...others]: readonly [Candidate<Name>, ...Candidate<Name>[]],
  times: ReadonlyMap<Name, number>,
): Name {
  const base = times.get(reference.name) ?? 0;
  let best = { name: reference.name, time: Infinity };
  for (const { name, neededGain } of others) {
    const time = times.get(name) ?? Infinity;
    if (time * neededGain <= base && time < best.time) best = { name, time };
  }
  return best.name;
}

/** What an earlier start chose, where it can be read and still exists. */
async function recall<Name extends string>({
  key,
  memory,
  candidates,
  choice,
}: Question<Name>): Promise<PathReport<Name> | null> {
  const text = await memory.load(key);
  if (text === null) return null;
  const names = new Map(candidates.map(({ name }) => [name as string, name]));
  try {
    const kept = JSON.parse(text) as { chosen?: unknown; candidates?: unknown };
    const chosen = typeof kept.chosen === 'string' ? names.get(kept.chosen) : undefined;
    if (chosen === undefined || !Array.isArray(kept.candidates)) return null;
    const reports = kept.candidates.flatMap((entry) => candidateReport(entry, names));
    return { choice, chosen, why: 'remembered', candidates: reports };
  } catch {
    // What cannot be read is measured anew.
    return null;
  }
}

function candidateReport<Name extends string>(
  entry: unknown,
  names: ReadonlyMap<string, Name>,
): readonly CandidateReport<Name>[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { name, milliseconds, rejected } = entry as Record<string, unknown>;
  const known = typeof name === 'string' ? names.get(name) : undefined;
  if (known === undefined) return [];
  return [
    {
      name: known,
      milliseconds: typeof milliseconds === 'number' ? milliseconds : null,
      rejected: typeof rejected === 'string' ? rejected : null,
    },
  ];
}
