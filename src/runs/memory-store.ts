/**
 * Runs in memory, for windows in which the browser stores nothing: training works as everywhere, and all of it is gone
 * with the tab unless it is saved to a file.
 */

import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import { keepsLives } from './kept-lives.ts';
import {
  CHECKPOINTS_KEPT,
  type Commit,
  type FirstCommit,
  headAfter,
  headBefore,
  type LifeLogs,
  type Listing,
  logsOf,
  momentAfter,
  type RunHeader,
  type RunStore,
  type RunSummary,
  type StoredCheckpoint,
  takenRun,
  unknownRun,
} from './store.ts';

interface MemoryRun {
  readonly head: RunSummary;
  readonly events: readonly RunEvent[];
  readonly lives: readonly LifeRecord[];
  readonly lifeLogs: ReadonlyMap<number, Uint8Array>;
  /** Oldest first. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly evaluations: readonly EvaluationRecord[];
  readonly deleted: boolean;
}

export class MemoryStore implements RunStore {
  readonly #runs = new Map<string, MemoryRun>();

  async createRun(header: RunHeader, first: FirstCommit): Promise<void> {
    if (this.#runs.has(header.run)) throw takenRun(header.run);
    const { title = null, evaluations = [], lifeLogs = new Map<number, Uint8Array>(), ...commit } = first;
    const empty = {
      head: { ...headBefore(header), title },
      events: [],
      lives: [],
      lifeLogs: structuredClone(lifeLogs),
      checkpoints: [],
      evaluations: structuredClone(evaluations),
      deleted: false,
    };
    this.#runs.set(header.run, append(empty, { ...commit, after: 0, lifeLog: null }, this.#moment()));
  }

  async listRuns(): Promise<Listing<RunSummary>> {
    const heads = [...this.#runs.values()].filter((run) => !run.deleted).map((run) => run.head);
    return intact(heads.sort((a, b) => b.updated - a.updated));
  }

  async readRun(run: string): Promise<RunSummary> {
    return structuredClone(this.#find(run).head);
  }

  async commit(run: string, commit: Commit): Promise<void> {
    this.#runs.set(run, append(this.#find(run), commit, this.#moment()));
  }

  async readEvents(run: string): Promise<Listing<RunEvent>> {
    return intact(this.#find(run).events);
  }

  async readLives(run: string): Promise<Listing<LifeRecord>> {
    return intact(this.#find(run).lives);
  }

  async readLifeLogs(run: string): Promise<LifeLogs> {
    return { items: structuredClone(this.#find(run).lifeLogs), damaged: [] };
  }

  async readCheckpoint(run: string): Promise<StoredCheckpoint> {
    return structuredClone(this.#find(run).checkpoints[this.#find(run).checkpoints.length - 1]);
  }

  async rewind(run: string, { checkpoint, events }: StoredCheckpoint): Promise<void> {
    const found = this.#find(run);
    const { iteration } = checkpoint;
    this.#runs.set(run, {
      ...found,
      head: { ...found.head, iteration, events, finished: false },
      events: found.events.slice(0, events),
      lives: found.lives.filter((life) => life.iteration <= iteration),
      lifeLogs: new Map([...found.lifeLogs].filter(([logged]) => logged <= iteration)),
      checkpoints: found.checkpoints.filter((stored) => stored.checkpoint.iteration <= iteration),
    });
  }

  async saveEvaluation(run: string, record: EvaluationRecord): Promise<void> {
    const found = this.#find(run);
    this.#runs.set(run, { ...found, evaluations: [...found.evaluations, structuredClone(record)] });
  }

  async readEvaluations(run: string): Promise<Listing<EvaluationRecord>> {
    return intact(this.#find(run).evaluations);
  }

  async renameRun(run: string, title: string | null): Promise<void> {
    const found = this.#find(run);
    this.#runs.set(run, { ...found, head: { ...found.head, title } });
  }

  async deleteRun(run: string): Promise<void> {
    this.#runs.set(run, { ...this.#find(run), deleted: true });
  }

  async undeleteRun(run: string): Promise<void> {
    const found = this.#runs.get(run);
    if (found === undefined) throw unknownRun(run);
    this.#runs.set(run, { ...found, deleted: false });
  }

  async listTaken(): Promise<readonly string[]> {
    return [...this.#runs.keys()];
  }

  async listDeleted(): Promise<readonly string[]> {
    return [...this.#runs].filter(([, run]) => run.deleted).map(([id]) => id);
  }

  async purgeRun(run: string): Promise<void> {
    if (this.#runs.get(run)?.deleted === true) this.#runs.delete(run);
  }

  async close(): Promise<void> {
    this.#runs.clear();
  }

  #moment(): number {
    return momentAfter([...this.#runs.values()].map(({ head }) => head.updated));
  }

  #find(run: string): MemoryRun {
    const found = this.#runs.get(run);
    if (found === undefined || found.deleted) throw unknownRun(run);
    return found;
  }
}

/** Copies in and out, as the other stores do: nobody can change what has been stored. */
function append(run: MemoryRun, shared: Commit, moment: number): MemoryRun {
  const head = headAfter(run.head, shared, moment);
  const commit = structuredClone(shared);
  const lives = [...run.lives, ...commit.lives].sort((a, b) => a.iteration - b.iteration || a.life - b.life);
  const newest = lives.at(-1)?.iteration ?? 0;
  const { checkpoint } = commit;
  const checkpoints =
    checkpoint === null ? run.checkpoints : [...run.checkpoints, { checkpoint, events: head.events, damaged: null }];
  return {
    ...run,
    head,
    events: [...run.events, ...commit.events],
    lives: lives.filter((life) => keepsLives(life.iteration, newest)),
    lifeLogs: new Map([...run.lifeLogs, ...logsOf(commit)]),
    checkpoints: checkpoints.slice(-CHECKPOINTS_KEPT),
  };
}

function intact<Item>(items: readonly Item[]): Listing<Item> {
  return { items: structuredClone(items), damaged: [] };
}
