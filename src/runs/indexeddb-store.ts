/** Runs in a browser's IndexedDB: one strict transaction per commit, every row checked when it is read. */

import * as v from 'valibot';
import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import { evaluationSchema, eventSchema, lifeSchema } from './event-schema.ts';
import {
  type Database,
  keysFrom,
  keysOf,
  read,
  type StoreName,
  write,
  type WriteTransaction,
} from './indexeddb-database.ts';
import { keepsLives } from './kept-lives.ts';
import { type PackedLifeLog, packLifeLog, readLogs, unpackLifeLog } from './life-log-rows.ts';
import { checkpointRowSchema, deletedSchema, readRow, readRows, runRowSchema, updatedSchema } from './rows.ts';
import { StorageError } from './storage-error.ts';
import {
  CHECKPOINTS_KEPT,
  type Commit,
  type Damage,
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

/** Where everything of a run lies, but for its agents. */
const RUN_STORES: StoreName[] = ['runs', 'events', 'checkpoints', 'lives', 'lifeLogs', 'evaluations'];

/** What a commit writes to. */
const COMMIT_STORES: StoreName[] = ['runs', 'events', 'checkpoints', 'lives', 'lifeLogs'];

export class IndexedDbStore implements RunStore {
  readonly #database: Database;

  /** Takes over a database opened by `openDatabase`; closing the store closes it. */
  constructor(database: Database) {
    this.#database = database;
  }

  async createRun(header: RunHeader, first: FirstCommit): Promise<void> {
    const { run } = header;
    const { title = null, evaluations = [], lifeLogs = new Map<number, Uint8Array>(), ...commit } = first;
    const head = { ...headBefore(header), title };
    const packed = packedLogs(lifeLogs);
    await write(this.#database, RUN_STORES, async (transaction) => {
      if ((await transaction.objectStore('runs').getKey(run)) !== undefined) throw takenRun(run);
      await append(transaction, head, { ...commit, after: 0 }, packed);
      const store = transaction.objectStore('evaluations');
      await Promise.all(evaluations.map((record, index) => store.add(record, [run, index])));
    });
  }

  async listRuns(): Promise<Listing<RunSummary>> {
    const [keys, rows] = await read(() =>
      Promise.all([this.#database.getAllKeys('runs'), this.#database.getAll('runs')]),
    );
    const there = rows.flatMap((row, index) => (isDeleted(row) ? [] : [{ row, key: keys[index] }]));
    const { items, damaged } = readRows(
      runRowSchema,
      there.map(({ row }) => row),
      (index) => `run ${there[index].key}`,
    );
    return { items: [...items].sort((a, b) => b.updated - a.updated), damaged };
  }

  async readRun(run: string): Promise<RunSummary> {
    const row = await read(() => this.#database.get('runs', run));
    return readHead(run, row);
  }

  async commit(run: string, commit: Commit): Promise<void> {
    const packed = packedLogs(logsOf(commit));
    await write(this.#database, COMMIT_STORES, async (transaction) => {
      const row: unknown = await transaction.objectStore('runs').get(run);
      await append(transaction, readHead(run, row), commit, packed);
    });
  }

  async readEvents(run: string): Promise<Listing<RunEvent>> {
    await this.readRun(run);
    const [keys, rows] = await read(() =>
      Promise.all([this.#database.getAllKeys('events', keysOf(run)), this.#database.getAll('events', keysOf(run))]),
    );
    return readRows(eventSchema, rows, (index) => `event ${keys[index][1]} of run ${run}`);
  }

  async readLives(run: string): Promise<Listing<LifeRecord>> {
    await this.readRun(run);
    const [keys, rows] = await read(() =>
      Promise.all([this.#database.getAllKeys('lives', keysOf(run)), this.#database.getAll('lives', keysOf(run))]),
    );
    return readRows(lifeSchema, rows, (index) => `life ${keys[index][2]} of iteration ${keys[index][1]} of run ${run}`);
  }

  async readLifeLogs(run: string): Promise<LifeLogs> {
    const { items: events } = await this.readEvents(run);
    const keys = await read(() => this.#database.getAllKeys('lifeLogs', keysOf(run)));
    return readLogs({
      run,
      events,
      iterations: keys.map(([, iteration]) => iteration),
      readLog: async (iteration, where) => {
        return unpackLifeLog(await read(() => this.#database.get('lifeLogs', [run, iteration])), where);
      },
    });
  }

  async readCheckpoint(run: string): Promise<StoredCheckpoint> {
    await this.readRun(run);
    const [keys, rows] = await read(() =>
      Promise.all([
        this.#database.getAllKeys('checkpoints', keysOf(run)),
        this.#database.getAll('checkpoints', keysOf(run)),
      ]),
    );
    let damaged: Damage | null = null;
    for (let index = rows.length - 1; index >= 0; index--) {
      const where = `the checkpoint of run ${run} after ${keys[index][1]} iterations`;
      try {
        const { checkpoint, events } = readRow(checkpointRowSchema, rows[index], where);
        return { checkpoint, events, damaged };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        damaged ??= { where, error };
      }
    }
    throw damaged?.error ?? new StorageError('damaged', `Run ${run} has no checkpoint.`);
  }

  async rewind(run: string, { checkpoint, events }: StoredCheckpoint): Promise<void> {
    const summary = await this.readRun(run);
    await write(this.#database, COMMIT_STORES, async (transaction) => {
      const { iteration } = checkpoint;
      await Promise.all([
        transaction.objectStore('runs').put({ ...summary, iteration, events, finished: false }, run),
        transaction.objectStore('events').delete(keysFrom(run, events)),
        transaction.objectStore('checkpoints').delete(keysFrom(run, iteration + 1)),
        transaction.objectStore('lives').delete(keysFrom(run, iteration + 1)),
        transaction.objectStore('lifeLogs').delete(keysFrom(run, iteration + 1)),
      ]);
    });
  }

  async saveEvaluation(run: string, record: EvaluationRecord): Promise<void> {
    await this.readRun(run);
    await write(this.#database, ['evaluations'], async (transaction) => {
      const evaluations = transaction.objectStore('evaluations');
      const earlier = await evaluations.getAllKeys(keysOf(run));
      const last = earlier.at(-1);
      await evaluations.add(record, [run, last === undefined ? 0 : last[1] + 1]);
    });
  }

  async readEvaluations(run: string): Promise<Listing<EvaluationRecord>> {
    await this.readRun(run);
    const rows = await read(() => this.#database.getAll('evaluations', keysOf(run)));
    return readRows(evaluationSchema, rows, (index) => `evaluation ${index + 1} of run ${run}`);
  }

  async renameRun(run: string, title: string | null): Promise<void> {
    await this.#change(run, (row) => ({ ...readHead(run, row), title }));
  }

  async deleteRun(run: string): Promise<void> {
    await this.#change(run, (row) => {
      if (row === undefined || isDeleted(row)) throw unknownRun(run);
      // A damaged row can be deleted too: what cannot be read of it stays as it is.
      return { ...(row as object), deleted: true };
    });
  }

  async undeleteRun(run: string): Promise<void> {
    await this.#change(run, (row) => {
      if (row === undefined) throw unknownRun(run);
      return { ...(row as object), deleted: false };
    });
  }

  async listTaken(): Promise<readonly string[]> {
    return read(() => this.#database.getAllKeys('runs'));
  }

  async listDeleted(): Promise<readonly string[]> {
    const [keys, rows] = await read(() =>
      Promise.all([this.#database.getAllKeys('runs'), this.#database.getAll('runs')]),
    );
    return keys.filter((_, index) => isDeleted(rows[index]));
  }

  async purgeRun(run: string): Promise<void> {
    await write(this.#database, RUN_STORES, async (transaction) => {
      const row: unknown = await transaction.objectStore('runs').get(run);
      if (!isDeleted(row)) return;
      await Promise.all([
        transaction.objectStore('runs').delete(run),
        ...(['events', 'checkpoints', 'lives', 'lifeLogs', 'evaluations'] as const).map((name) =>
          transaction.objectStore(name).delete(keysOf(run)),
        ),
      ]);
    });
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** Replaces a run's row by what `change` makes of it. */
  async #change(run: string, change: (row: unknown) => object): Promise<void> {
    await write(this.#database, ['runs'], async (transaction) => {
      const runs = transaction.objectStore('runs');
      await runs.put(change(await runs.get(run)), run);
    });
  }
}

function isDeleted(row: unknown): boolean {
  return v.is(deletedSchema, row) && row.deleted === true;
}

/** The head of a run from its row. Throws `not-found` where there is none or it is deleted. */
function readHead(run: string, row: unknown): RunSummary {
  if (row === undefined || isDeleted(row)) throw unknownRun(run);
  return readRow(runRowSchema, row, `run ${run}`);
}

/** Life logs as rows, made before the transaction, which would end while they are packed. */
function packedLogs(logs: ReadonlyMap<number, Uint8Array>): ReadonlyMap<number, PackedLifeLog> {
  return new Map([...logs].map(([iteration, log]) => [iteration, packLifeLog(log)]));
}

/** Appends a commit to the log and moves the run's head; all of it in the transaction given. */
async function append(
  transaction: WriteTransaction,
  head: RunSummary,
  commit: Omit<Commit, 'lifeLog'>,
  logs: ReadonlyMap<number, PackedLifeLog>,
): Promise<void> {
  const { run } = head;
  const rows: readonly unknown[] = await transaction.objectStore('runs').getAll();
  const moments = rows.flatMap((row) => (v.is(updatedSchema, row) ? [row.updated] : []));
  const next = headAfter(head, commit, momentAfter(moments));
  const writes: Promise<unknown>[] = [transaction.objectStore('runs').put(next, run)];
  for (const [index, event] of commit.events.entries()) {
    writes.push(transaction.objectStore('events').add(event, [run, commit.after + index]));
  }
  const lives = transaction.objectStore('lives');
  for (const life of commit.lives) writes.push(lives.put(life, [run, life.iteration, life.life]));
  for (const [iteration, log] of logs) writes.push(transaction.objectStore('lifeLogs').put(log, [run, iteration]));
  await Promise.all(writes);
  if (commit.lives.length > 0) {
    const keys = await lives.getAllKeys(keysOf(run));
    const newest = Math.max(...commit.lives.map((life) => life.iteration));
    const dropped = keys.filter(([, iteration]) => !keepsLives(iteration, newest));
    await Promise.all(dropped.map((key) => lives.delete(key)));
  }
  if (commit.checkpoint !== null) {
    const { checkpoint } = commit;
    const checkpoints = transaction.objectStore('checkpoints');
    await checkpoints.put({ run, events: next.events, checkpoint }, [run, checkpoint.iteration]);
    const keys = await checkpoints.getAllKeys(keysOf(run));
    await Promise.all(keys.slice(0, -CHECKPOINTS_KEPT).map((key) => checkpoints.delete(key)));
  }
}
