/** Where a browser keeps work: IndexedDB, or memory where it allows none. */

import { type AgentStore } from './agent-store.ts';
import { IndexedDbAgentStore } from './indexeddb-agent-store.ts';
import { type OpenOptions, openDatabase } from './indexeddb-database.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { MemoryAgentStore } from './memory-agent-store.ts';
import { MemoryStore } from './memory-store.ts';
import { StorageError } from './storage-error.ts';
import { type RunStore } from './store.ts';

export interface Storage {
  readonly runs: RunStore;
  readonly agents: AgentStore;
  /** Why everything is kept in memory only; null when it is stored. */
  readonly blocked: StorageError | null;
}

/** Opens what there is. Throws `StorageError` (`newer`) where a newer Waymark has stored runs: they are left alone. */
export async function openBrowserStorage(options: OpenOptions): Promise<Storage> {
  try {
    const database = await openDatabase(options);
    return { runs: new IndexedDbStore(database), agents: new IndexedDbAgentStore(database), blocked: null };
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'blocked') throw error;
    return { runs: new MemoryStore(), agents: new MemoryAgentStore(), blocked: error };
  }
}
