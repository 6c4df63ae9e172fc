/**
 * The contract of everything that keeps runs: IndexedDB in tabs, a directory in Node, memory where a browser allows
 * no storage. What is committed together becomes durable together or not at all, and nothing is removed before what
 * replaces it is durable.
 */

import { WaymarkError } from '../core/errors.ts';
import type { EngineDescription } from '../engines/engine.ts';
import type { Checkpoint } from '../learning/checkpoint.ts';
import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import type { Recipe } from '../learning/recipe.ts';

/** Checkpoints kept of a run: the newest and, should it turn out unreadable, the one before. */
export const CHECKPOINTS_KEPT = 2;

/** What is fixed when a run begins. */
export interface RunHeader {
  readonly run: string;
  readonly recipe: Recipe;
  readonly engine: EngineDescription;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The run it was forked from. */
  readonly parent: string | null;
  /** Iterations of its parent's training that it began with; 0 where it began from the beginning. */
  readonly inherited: number;
}

/** A run as it stands. */
export interface RunSummary extends RunHeader {
  /** What somebody has called it; null where it goes by its id. */
  readonly title: string | null;
  /** Iterations of the newest checkpoint. */
  readonly iteration: number;
  /** Events in the log. */
  readonly events: number;
  readonly finished: boolean;
  /** Milliseconds since 1970, of the last commit. */
  readonly updated: number;
}

/** What becomes durable together. */
export interface Commit {
  /** Events in the log before these, as the writer believes: another number means that somebody else has written. */
  readonly after: number;
  /** Appended to the log. Lives do not go into the log: see `lives`. */
  readonly events: readonly RunEvent[];
  /** A sample for replay; older ones are thinned out (kept-lives.ts). */
  readonly lives: readonly LifeRecord[];
  /** Null when nothing was trained since the last one. */
  readonly checkpoint: Checkpoint | null;
  /** All lives of the iteration that the checkpoint ends with (learning/life-log.ts); null where there is none. */
  readonly lifeLog: Uint8Array | null;
}

/** The first commit of a run: there is nothing before it, and there is a checkpoint to start from. */
export interface FirstCommit extends Omit<Commit, 'after' | 'checkpoint' | 'lifeLog'> {
  readonly checkpoint: Checkpoint;
  /** A run that was trained before it came here brings the life logs of its iterations, by iteration. */
  readonly lifeLogs?: ReadonlyMap<number, Uint8Array>;
  /** A run that comes from elsewhere may bring a title, and evaluations made apart from training. */
  readonly title?: string | null;
  readonly evaluations?: readonly EvaluationRecord[];
}

/** Something stored that could not be read: the rest is unaffected. */
export interface Damage {
  /** What it is, in words: `event 12 of run otter-7`. */
  readonly where: string;
  readonly error: WaymarkError;
}

/** What was read, and what could not be. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly damaged: readonly Damage[];
}

/** Life logs by iteration, and those that could not be read. */
export interface LifeLogs {
  readonly items: ReadonlyMap<number, Uint8Array>;
  readonly damaged: readonly Damage[];
}

export interface StoredCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Events in the log when it was made. */
  readonly events: number;
  /** The newer checkpoint that could not be read, when this is not the newest: `rewind` before going on. */
  readonly damaged: Damage | null;
}

/**
 * Every method may reject with `StorageError`. Runs are addressed by id; an unknown one rejects with `not-found`, and so
 * does a deleted one until it is had back. Ids of deleted runs stay taken until they are purged.
 */
export interface RunStore {
  /** Stores a new run with its first events and checkpoint. Rejects with `bad-request` when the id is taken. */
  createRun(header: RunHeader, first: FirstCommit): Promise<void>;
  /** Newest first. */
  listRuns(): Promise<Listing<RunSummary>>;
  readRun(run: string): Promise<RunSummary>;
  /** Rejects with `busy`, changing nothing, when `after` is not the length of the log. */
  commit(run: string, commit: Commit): Promise<void>;
  /** The log in order. */
  readEvents(run: string): Promise<Listing<RunEvent>>;
  /** The stored sample of lives in order of iteration and life. */
  readLives(run: string): Promise<Listing<LifeRecord>>;
  /**
   * The life logs of all iterations up to the newest checkpoint that have one: iterations trained before there were life
   * logs have none, and their records no `livesHash`.
   */
  readLifeLogs(run: string): Promise<LifeLogs>;
  /** The newest readable checkpoint. */
  readCheckpoint(run: string): Promise<StoredCheckpoint>;
  /** Makes an older checkpoint the newest: what was logged after it leaves the log, to be trained again. */
  rewind(run: string, checkpoint: StoredCheckpoint): Promise<void>;
  /** Keeps an evaluation made apart from training, after the earlier ones. */
  saveEvaluation(run: string, record: EvaluationRecord): Promise<void>;
  readEvaluations(run: string): Promise<Listing<EvaluationRecord>>;
  /** Gives a run a title, or takes it away. */
  renameRun(run: string, title: string | null): Promise<void>;
  /** Puts a run out of sight. Nothing of it is removed. */
  deleteRun(run: string): Promise<void>;
  /** Has a deleted run back as it was. */
  undeleteRun(run: string): Promise<void>;
  /** Every id that is taken: of runs there are, of deleted ones and of those that cannot be read. */
  listTaken(): Promise<readonly string[]>;
  /** Ids of the runs that are deleted and not yet purged. */
  listDeleted(): Promise<readonly string[]>;
  /** Removes a deleted run for good. One that is not deleted is left alone. */
  purgeRun(run: string): Promise<void>;
  close(): Promise<void>;
}

/** A run before its first commit. */
export function headBefore(header: RunHeader): RunSummary {
  return { ...header, title: null, iteration: 0, events: 0, finished: false, updated: header.created };
}

/** Where a run stands after a commit. Throws `busy` when the commit does not follow on from `head`. */
export function headAfter(head: RunSummary, commit: Omit<Commit, 'lifeLog'>, now = Date.now()): RunSummary {
  if (commit.after !== head.events) {
    throw new WaymarkError(
      'busy',
      `Run ${head.run} was written to by somebody else.`,
      'Close the other tab or command that trains it, then resume.',
    );
  }
  return {
    ...head,
    iteration: commit.checkpoint?.iteration ?? head.iteration,
    events: head.events + commit.events.length,
    finished: head.finished || commit.events.some((event) => event.type === 'finished'),
    updated: Math.max(now, head.updated),
  };
}

/**
 * The moment of a commit, given those of all runs: later than all of them, whatever has become of the clock, so that the
 * run that was worked on last comes first. A page opens with it.
 */
export function momentAfter(earlier: readonly number[], now = Date.now()): number {
  return Math.max(now, ...earlier.map((updated) => updated + 1));
}

/** The life log that a commit adds, by iteration. Throws `bad-request` for one that belongs to no iteration. */
export function logsOf({
  checkpoint,
  lifeLog,
}: Pick<Commit, 'checkpoint' | 'lifeLog'>): ReadonlyMap<number, Uint8Array> {
  if (lifeLog === null) return new Map();
  if (checkpoint === null) throw new WaymarkError('bad-request', 'There are lives only where something was trained.');
  return new Map([[checkpoint.iteration, lifeLog]]);
}

/** The error for an id that a new run cannot have. */
export function takenRun(run: string): WaymarkError {
  return new WaymarkError('bad-request', `There is a run "${run}" already.`, 'Give the new one another name.');
}

/** The error for an id under which nothing is stored. */
export function unknownRun(run: string): WaymarkError {
  return new WaymarkError('not-found', `There is no stored run "${run}".`, 'Choose one of the stored runs.');
}
