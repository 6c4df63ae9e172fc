/** Where a browser keeps which ways of computing were the fastest on its device, so that a visit need not try again. */

import { openDB, type IDBPDatabase } from 'idb';
import type { PathMemory } from '../engines/webgpu/paths/path.ts';

const STORE = 'paths';
const VERSION = 1;

/** A database of its own, because it is no loss. Where the browser keeps nothing, nothing is remembered. */
export function openPathMemory(name: string): PathMemory {
  let opening: Promise<IDBPDatabase | null> | null = null;
  const open = (): Promise<IDBPDatabase | null> => {
    opening ??= openDB(name, VERSION, { upgrade: (database) => void database.createObjectStore(STORE) }).catch(
      () => null,
    );
    return opening;
  };
  return {
    async load(key) {
      try {
        const value: unknown = await (await open())?.get(STORE, key);
        return typeof value === 'string' ? value : null;
      } catch {
        return null;
      }
    },
    async save(key, value) {
      try {
        await (await open())?.put(STORE, value, key);
      } catch {
        // It is measured again next time.
      }
    },
  };
}
