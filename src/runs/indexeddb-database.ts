/**
 * The database of a browser: its object stores, how they came to be version by version, and opening it. Rows are
 * typed `unknown` on purpose: whatever is read is checked first (rows.ts).
 */

import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { asStorageError, StorageError } from './storage-error.ts';

/** Raised with every new entry of `UPGRADES`. */
export const DATABASE_VERSION = 3;

interface Rows extends DBSchema {
  /** One row per run: header and where it stands. */
  runs: { key: string; value: unknown };
  events: { key: [run: string, sequence: number]; value: unknown };
  checkpoints: { key: [run: string, iteration: number]; value: unknown };
  lives: { key: [run: string, iteration: number, life: number]; value: unknown };
  lifeLogs: { key: [run: string, iteration: number]; value: unknown };
  evaluations: { key: [run: string, index: number]; value: unknown };
  /** One row per living agent: its adapter and where in its life it stands. */
  agents: { key: string; value: unknown };
  notes: { key: [agent: string, version: number]; value: unknown };
  lived: { key: [agent: string, task: number]; value: unknown };
}

export type StoreName = StoreNames<Rows>;
export type Database = IDBPDatabase<Rows>;
export type WriteTransaction = IDBPTransaction<Rows, StoreName[], 'readwrite'>;

type Upgrade = (database: Database) => void;

/** What each version adds to the one before; a browser may arrive with any of them. Keys are given with every row. */
const UPGRADES: readonly Upgrade[] = [
  function createStores(database) {
    const stores = ['runs', 'events', 'checkpoints', 'lives', 'evaluations', 'agents', 'notes', 'lived'] as const;
    for (const name of stores) database.createObjectStore(name);
  },
  function nameAndDeleteRuns() {
    // Rows need no change: what they lack reads as no title and not deleted (rows.ts). The version is what matters: it
    // closes tabs of an older Waymark, which would write rows without a title, and train runs that are deleted.
  },
  function logLives(database) {
    // Iterations trained before have no log, and never will: what was lived in them is known of two lives only.
    database.createObjectStore('lifeLogs');
  },
];

export interface OpenOptions {
  readonly name: string;
  /**
   * Called at most once, when the database can no longer be used: another tab opened a newer version, or the browser
   * closed it (site data cleared, disk failure).
   */
  readonly onClosed: (error: StorageError) => void;
}

/** Opens the database, upgrading it if need be. Throws `StorageError`: `newer`, or `blocked` where there is none. */
export async function openDatabase({ name, onClosed }: OpenOptions): Promise<Database> {
  try {
    const database: Database = await openDB<Rows>(name, DATABASE_VERSION, {
      upgrade(upgrading, oldVersion) {
        for (const upgrade of UPGRADES.slice(oldVersion)) upgrade(upgrading);
      },
      blocking() {
        // Holding on would keep the newer tab waiting for ever; what this tab had to store, it has stored.
        database.close();
        onClosed(new StorageError('closed', 'A newer Waymark was opened in another tab, so this one stopped storing.'));
      },
      terminated() {
        onClosed(new StorageError('closed', 'The browser closed the stored runs.'));
      },
    });
    return database;
  } catch (error) {
    const known = asStorageError(error);
    if (known instanceof StorageError && known.problem === 'newer') throw known;
    throw new StorageError('blocked', 'This browser keeps nothing for this page.', { cause: error });
  }
}

/**
 * Carries out one transaction that is durable when the promise resolves, or has changed nothing when it rejects.
 * `body` may await nothing but requests of the transaction, or the browser ends it early.
 */
export async function write(
  database: Database,
  stores: StoreName[],
  body: (transaction: WriteTransaction) => Promise<void>,
): Promise<void> {
  let transaction: WriteTransaction;
  try {
    transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
  } catch (error) {
    throw asStorageError(error);
  }
  // Rejections are reported once, below.
  transaction.done.catch(() => undefined);
  try {
    await body(transaction);
    await transaction.done;
  } catch (error) {
    // A failed request says only that it was aborted; the transaction knows why: no room, for instance.
    const reason = transaction.error ?? error;
    try {
      transaction.abort();
    } catch {
      // It has ended already.
    }
    throw asStorageError(reason);
  }
}

/** Carries out reads, turning what the database throws into `StorageError`. */
export async function read<Result>(body: () => Promise<Result>): Promise<Result> {
  try {
    return await body();
  } catch (error) {
    throw asStorageError(error);
  }
}

/** All keys that begin with this id: arrays sort after numbers. */
export function keysOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

/** All texts that begin with this one. */
export function textsFrom(beginning: string): IDBKeyRange {
  return IDBKeyRange.bound(beginning, `${beginning}\uffff`);
}

/** All keys whose id begins with this text. */
export function keysOfAll(beginning: string): IDBKeyRange {
  return IDBKeyRange.bound([beginning], [`${beginning}\uffff`, []]);
}

/** All keys of this id whose number is at least `from`. */
export function keysFrom(id: string, from: number): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, []]);
}
