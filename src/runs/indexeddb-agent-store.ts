/** Living agents in a browser's IndexedDB: an agent in one row, each version of its notes in a row of its own. */

import { agentRowSchema, livedRowSchema, notesVersionSchema } from './agent-rows.ts';
import {
  agentIds,
  type AgentStore,
  LIVED_TASKS_KEPT,
  progressOf,
  requireLater,
  type StoredAgent,
  type StoredLivedTask,
} from './agent-store.ts';
import { type Database, keysOf, keysOfAll, read, textsFrom, write } from './indexeddb-database.ts';
import { readRow, readRows } from './rows.ts';
import { StorageError } from './storage-error.ts';
import type { Damage, Listing } from './store.ts';

export class IndexedDbAgentStore implements AgentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async listAgents(run: string): Promise<Listing<StoredAgent>> {
    const ids = await read(() => this.#database.getAllKeys('agents'));
    const items: StoredAgent[] = [];
    const damaged: Damage[] = [];
    for (const id of ids) {
      try {
        const found = await this.#read(id);
        if (found?.agent.run !== run) continue;
        items.push(found.agent);
        damaged.push(...found.damaged);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        damaged.push({ where: `agent ${id}`, error });
      }
    }
    return { items, damaged };
  }

  async readAgent(agent: string): Promise<StoredAgent | null> {
    return (await this.#read(agent))?.agent ?? null;
  }

  async saveAgent(agent: StoredAgent, lived: StoredLivedTask | null): Promise<void> {
    const { agent: id, life } = agent;
    const { versions, ...withoutNotes } = life;
    const row = { ...agent, life: withoutNotes, progress: progressOf(life) };
    await write(this.#database, ['agents', 'notes', 'lived'], async (transaction) => {
      const stored: unknown = await transaction.objectStore('agents').get(id);
      const before = stored === undefined ? null : readRow(agentRowSchema, stored, `agent ${id}`).progress;
      if (before !== null) requireLater(before, row.progress);
      const gained = versions.filter(({ version }) => before === null || version > before.version);
      await Promise.all([
        transaction.objectStore('agents').put(row, id),
        ...gained.map((notes) => transaction.objectStore('notes').add(notes, [id, notes.version])),
      ]);
      if (lived === null) return;
      const tasks = transaction.objectStore('lived');
      await tasks.put(lived, [id, lived.task]);
      const keys = await tasks.getAllKeys(keysOf(id));
      await Promise.all(keys.slice(0, -LIVED_TASKS_KEPT).map((key) => tasks.delete(key)));
    });
  }

  async readLived(agent: string): Promise<Listing<StoredLivedTask>> {
    const [keys, rows] = await read(() =>
      Promise.all([this.#database.getAllKeys('lived', keysOf(agent)), this.#database.getAll('lived', keysOf(agent))]),
    );
    return readRows(livedRowSchema, rows, (index) => `task ${keys[index][1]} of agent ${agent}`);
  }

  async removeAgents(run: string): Promise<void> {
    const ids = agentIds(run);
    await write(this.#database, ['agents', 'notes', 'lived'], async (transaction) => {
      await Promise.all([
        transaction.objectStore('agents').delete(textsFrom(ids)),
        transaction.objectStore('notes').delete(keysOfAll(ids)),
        transaction.objectStore('lived').delete(keysOfAll(ids)),
      ]);
    });
  }

  /** An agent without those earlier versions of its notes that cannot be read. The present one it cannot do without. */
  async #read(id: string): Promise<{ readonly agent: StoredAgent; readonly damaged: readonly Damage[] } | null> {
    const [row, keys, notes] = await read(() =>
      Promise.all([
        this.#database.get('agents', id),
        this.#database.getAllKeys('notes', keysOf(id)),
        this.#database.getAll('notes', keysOf(id)),
      ]),
    );
    if (row === undefined) return null;
    const { progress, life, ...known } = readRow(agentRowSchema, row, `agent ${id}`);
    const { items, damaged } = readRows(notesVersionSchema, notes, (index) => {
      return `version ${keys[index][1]} of the notes of agent ${id}`;
    });
    if (items.at(-1)?.version !== progress.version) {
      throw new StorageError('damaged', `Cannot read the present notes of agent ${id}.`);
    }
    return { agent: { ...known, life: { ...life, versions: items } }, damaged };
  }
}
