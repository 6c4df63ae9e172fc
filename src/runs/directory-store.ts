/** Runs as directories of plain files, for the command line: `<root>/<run>/`, laid out as run-layout.ts says. */

import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WaymarkError } from '../core/errors.ts';
import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import type { Recipe } from '../learning/recipe.ts';
import {
  listFinished,
  onDisk,
  readIfPresent,
  UNFINISHED,
  writeDirectoryDurably,
  writeFileDurably,
  writeTailDurably,
} from './directory-files.ts';
import {
  decodeCheckpoint,
  decodeEvents,
  decodeHead,
  type DirectoryCheckpoint,
  type DirectoryHead,
  encodeCheckpoint,
  encodeEvents,
  encodeHead,
  iterationName,
  parseLine,
} from './run-layout.ts';
import { evaluationSchema, lifeSchema } from './event-schema.ts';
import { keepsLives } from './kept-lives.ts';
import { readLogs } from './life-log-rows.ts';
import { parseJson, readRows } from './rows.ts';
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
  type RunHeader,
  type RunStore,
  type RunSummary,
  type StoredCheckpoint,
  takenRun,
  unknownRun,
} from './store.ts';

/** Makes the files of `adapter/` from a run's newest adapter. */
export type AdapterFiles = (recipe: Recipe, adapter: Float32Array) => ReadonlyMap<string, Uint8Array | string>;

export interface DirectoryStoreOptions {
  /** The directory that holds the runs' directories. */
  readonly root: string;
  readonly adapterFiles: AdapterFiles;
}

/** A store for one process at a time: commits of one process are carried out one after the other. */
export class DirectoryStore implements RunStore {
  readonly #root: string;
  readonly #adapterFiles: AdapterFiles;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor({ root, adapterFiles }: DirectoryStoreOptions) {
    this.#root = root;
    this.#adapterFiles = adapterFiles;
  }

  createRun(header: RunHeader, first: FirstCommit): Promise<void> {
    return this.#inTurn(async () => {
      const path = this.#path(header.run);
      const { title = null, evaluations = [], lifeLogs = new Map<number, Uint8Array>(), ...commit } = first;
      if ((await readIfPresent(join(path, 'run.json'))) !== null) throw takenRun(header.run);
      await mkdir(path, { recursive: true });
      await writeFileDurably(join(path, 'recipe.json'), `${JSON.stringify(header.recipe, null, 2)}\n`);
      // Before the head, which is what makes the run one.
      if (evaluations.length > 0) await this.#writeEvaluations(header.run, evaluations);
      const summary = { ...headBefore(header), title };
      await this.#append({ summary, logBytes: 0, deleted: false }, { ...commit, after: 0 }, lifeLogs);
    });
  }

  listRuns(): Promise<Listing<RunSummary>> {
    return onDisk(async () => {
      const items: RunSummary[] = [];
      const damaged: Damage[] = [];
      for (const run of await listFinished(this.#root)) {
        if ((await readIfPresent(join(this.#root, run, 'run.json'))) === null) continue;
        try {
          const { summary, deleted } = await this.#readAnyHead(run);
          if (!deleted) items.push(summary);
        } catch (error) {
          if (!(error instanceof StorageError)) throw error;
          damaged.push({ where: `run ${run}`, error });
        }
      }
      return { items: items.sort((a, b) => b.updated - a.updated), damaged };
    });
  }

  readRun(run: string): Promise<RunSummary> {
    return onDisk(async () => (await this.#readHead(run)).summary);
  }

  commit(run: string, commit: Commit): Promise<void> {
    return this.#inTurn(async () => this.#append(await this.#readHead(run), commit, logsOf(commit)));
  }

  readEvents(run: string): Promise<Listing<RunEvent>> {
    return onDisk(async () => {
      const { logBytes } = await this.#readHead(run);
      const log = await readIfPresent(join(this.#path(run), 'log.jsonl'));
      return decodeEvents((log ?? new Uint8Array()).subarray(0, logBytes), run);
    });
  }

  readLives(run: string): Promise<Listing<LifeRecord>> {
    return onDisk(async () => {
      const { summary } = await this.#readHead(run);
      const items: LifeRecord[] = [];
      const damaged: Damage[] = [];
      for (const iteration of await this.#listIterations(run, 'lives')) {
        // Written just before the program stopped, with an iteration that does not count.
        if (iteration > summary.iteration) continue;
        const content = await readIfPresent(this.#livesPath(run, iteration));
        const rows = content === null ? null : parseLine(new TextDecoder().decode(content));
        const lives = readRows(lifeSchema, Array.isArray(rows) ? rows : [rows], (index) => {
          return `life ${index} of iteration ${iteration} of run ${run}`;
        });
        items.push(...lives.items);
        damaged.push(...lives.damaged);
      }
      return { items, damaged };
    });
  }

  readLifeLogs(run: string): Promise<LifeLogs> {
    return onDisk(async () => {
      const { summary } = await this.#readHead(run);
      const { items: events } = await this.readEvents(run);
      const iterations = await this.#listIterations(run, 'life-logs');
      return readLogs({
        run,
        events,
        // A later one was written just before the program stopped, with an iteration that does not count.
        iterations: iterations.filter((iteration) => iteration <= summary.iteration),
        readLog: async (iteration, where) => {
          const log = await readIfPresent(this.#lifeLogPath(run, iteration));
          if (log === null) throw new StorageError('damaged', `Cannot read ${where}: the file is missing.`);
          // Plain bytes, and none of a pool that the file system shares.
          return new Uint8Array(log);
        },
      });
    });
  }

  readCheckpoint(run: string): Promise<StoredCheckpoint> {
    return onDisk(async () => {
      const { checkpoint, events, damaged } = await this.#newestCheckpoint(run);
      return { checkpoint, events, damaged };
    });
  }

  rewind(run: string, { checkpoint, events }: StoredCheckpoint): Promise<void> {
    return this.#inTurn(async () => {
      const { summary } = await this.#readHead(run);
      const { iteration } = checkpoint;
      const { logBytes } = await this.#readStored(run, iteration);
      const rewound = { ...summary, iteration, events, finished: false };
      await this.#writeHead({ summary: rewound, logBytes, deleted: false });
      for (const later of await this.#listIterations(run, 'life-logs')) {
        if (later > iteration) await rm(this.#lifeLogPath(run, later));
      }
    });
  }

  saveEvaluation(run: string, record: EvaluationRecord): Promise<void> {
    return this.#inTurn(async () => {
      await this.#readHead(run);
      const earlier = await this.#evaluationRows(run);
      await this.#writeEvaluations(run, [...earlier, record]);
    });
  }

  readEvaluations(run: string): Promise<Listing<EvaluationRecord>> {
    return onDisk(async () => {
      await this.#readHead(run);
      return readRows(
        evaluationSchema,
        await this.#evaluationRows(run),
        (index) => `evaluation ${index + 1} of run ${run}`,
      );
    });
  }

  renameRun(run: string, title: string | null): Promise<void> {
    return this.#inTurn(async () => {
      const head = await this.#readHead(run);
      await this.#writeHead({ ...head, summary: { ...head.summary, title } });
    });
  }

  deleteRun(run: string): Promise<void> {
    return this.#inTurn(async () => this.#writeHead({ ...(await this.#readHead(run)), deleted: true }));
  }

  undeleteRun(run: string): Promise<void> {
    return this.#inTurn(async () => this.#writeHead({ ...(await this.#readAnyHead(run)), deleted: false }));
  }

  listTaken(): Promise<readonly string[]> {
    return onDisk(() => listFinished(this.#root));
  }

  listDeleted(): Promise<readonly string[]> {
    return onDisk(async () => {
      const found: string[] = [];
      for (const run of await listFinished(this.#root)) if (await this.#isDeleted(run)) found.push(run);
      return found;
    });
  }

  purgeRun(run: string): Promise<void> {
    return this.#inTurn(async () => {
      const path = this.#path(run);
      if (!(await this.#isDeleted(run))) return;
      // In one step: a directory of this name is no run, however much of it is left.
      await rename(path, `${path}${UNFINISHED}`);
      await rm(`${path}${UNFINISHED}`, { recursive: true });
    });
  }

  async close(): Promise<void> {
    await this.#lastWrite;
  }

  #path(run: string): string {
    if (run === '' || run.startsWith('.') || /[\\/\0]/.test(run)) throw unknownRun(run);
    return join(this.#root, run);
  }

  #livesPath(run: string, iteration: number): string {
    return join(this.#path(run), 'lives', `${iterationName(iteration)}.json`);
  }

  #lifeLogPath(run: string, iteration: number): string {
    return join(this.#path(run), 'life-logs', `${iterationName(iteration)}.bin`);
  }

  async #readHead(run: string): Promise<DirectoryHead> {
    const head = await this.#readAnyHead(run);
    if (head.deleted) throw unknownRun(run);
    return head;
  }

  /** A run that cannot be read is not taken for a deleted one, and neither is a directory that holds none. */
  async #isDeleted(run: string): Promise<boolean> {
    try {
      return (await this.#readAnyHead(run)).deleted;
    } catch (error) {
      if (error instanceof WaymarkError && (error instanceof StorageError || error.kind === 'not-found')) return false;
      throw error;
    }
  }

  async #readAnyHead(run: string): Promise<DirectoryHead> {
    const content = await readIfPresent(join(this.#path(run), 'run.json'));
    if (content === null) throw unknownRun(run);
    return decodeHead(new TextDecoder().decode(content), `run ${run}`);
  }

  async #writeHead(head: DirectoryHead): Promise<void> {
    await writeFileDurably(join(this.#path(head.summary.run), 'run.json'), encodeHead(head));
  }

  async #writeEvaluations(run: string, records: readonly unknown[]): Promise<void> {
    await writeFileDurably(join(this.#path(run), 'evaluation.json'), `${JSON.stringify(records, null, 2)}\n`);
  }

  /** Writes go one after the other; one that fails does not stop the next. */
  #inTurn(body: () => Promise<void>): Promise<void> {
    const write = this.#lastWrite.then(() => onDisk(body));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  /** All that a commit adds is on disk before `run.json` says that it counts; only then are old files removed. */
  async #append(
    head: DirectoryHead,
    commit: Omit<Commit, 'lifeLog'>,
    lifeLogs: ReadonlyMap<number, Uint8Array>,
  ): Promise<void> {
    const { run, recipe } = head.summary;
    const path = this.#path(run);
    const summary = headAfter(head.summary, commit);
    const lines = encodeEvents(commit.events);
    const logBytes = head.logBytes + lines.length;
    await writeTailDurably(join(path, 'log.jsonl'), head.logBytes, lines);
    for (const iteration of new Set(commit.lives.map((life) => life.iteration))) {
      const lives = commit.lives.filter((life) => life.iteration === iteration);
      await mkdir(join(path, 'lives'), { recursive: true });
      await writeFileDurably(this.#livesPath(run, iteration), `${JSON.stringify(lives)}\n`);
    }
    if (lifeLogs.size > 0) await mkdir(join(path, 'life-logs'), { recursive: true });
    for (const [iteration, log] of lifeLogs) await writeFileDurably(this.#lifeLogPath(run, iteration), log);
    if (commit.checkpoint !== null) {
      const { checkpoint } = commit;
      const stored = { checkpoint, events: summary.events, logBytes };
      await writeDirectoryDurably(this.#checkpointPath(run, checkpoint.iteration), encodeCheckpoint(stored));
    }
    await this.#writeHead({ summary, logBytes, deleted: false });
    if (commit.checkpoint !== null) {
      await mkdir(join(path, 'adapter'), { recursive: true });
      for (const [name, content] of this.#adapterFiles(recipe, commit.checkpoint.trainable.adapter)) {
        await writeFileDurably(join(path, 'adapter', name), content);
      }
    }
    await this.#removeOld(run, summary.iteration);
  }

  async #removeOld(run: string, newest: number): Promise<void> {
    const checkpoints = (await this.#listIterations(run, 'checkpoints')).filter((iteration) => iteration <= newest);
    for (const iteration of checkpoints.slice(0, -CHECKPOINTS_KEPT)) {
      await rm(this.#checkpointPath(run, iteration), { recursive: true });
    }
    for (const iteration of await this.#listIterations(run, 'lives')) {
      if (!keepsLives(iteration, newest)) await rm(this.#livesPath(run, iteration));
    }
  }

  async #listIterations(run: string, folder: 'checkpoints' | 'lives' | 'life-logs'): Promise<readonly number[]> {
    const names = await listFinished(join(this.#path(run), folder));
    return names.map((name) => Number.parseInt(name, 10)).filter(Number.isSafeInteger);
  }

  #checkpointPath(run: string, iteration: number): string {
    return join(this.#path(run), 'checkpoints', iterationName(iteration));
  }

  async #readStored(run: string, iteration: number): Promise<DirectoryCheckpoint> {
    const path = this.#checkpointPath(run, iteration);
    const where = checkpointWhere(run, iteration);
    const json = await readIfPresent(join(path, 'checkpoint.json'));
    const state = await readIfPresent(join(path, 'state.safetensors'));
    if (json === null || state === null) throw new StorageError('damaged', `Cannot read ${where}: a file is missing.`);
    return decodeCheckpoint(new TextDecoder().decode(json), state, where);
  }

  async #newestCheckpoint(run: string): Promise<DirectoryCheckpoint & { readonly damaged: Damage | null }> {
    const { summary } = await this.#readHead(run);
    const iterations = await this.#listIterations(run, 'checkpoints');
    let damaged: Damage | null = null;
    for (const iteration of iterations.filter((known) => known <= summary.iteration).reverse()) {
      try {
        return { ...(await this.#readStored(run, iteration)), damaged };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        damaged ??= { where: checkpointWhere(run, iteration), error };
      }
    }
    throw damaged?.error ?? new StorageError('damaged', `Run ${run} has no checkpoint.`);
  }

  async #evaluationRows(run: string): Promise<readonly unknown[]> {
    const where = `the evaluations of run ${run}`;
    const content = await readIfPresent(join(this.#path(run), 'evaluation.json'));
    if (content === null) return [];
    const rows = parseJson(new TextDecoder().decode(content), where);
    if (!Array.isArray(rows)) throw new StorageError('damaged', `Cannot read ${where}: they are not a list.`);
    return rows as readonly unknown[];
  }
}

function checkpointWhere(run: string, iteration: number): string {
  return `the checkpoint of run ${run} after ${iteration} iterations`;
}
