import { describeStore } from '../../test/runs/store-conformance.ts';
import { openDatabase } from './indexeddb-database.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

const session = crypto.randomUUID();
let databases = 0;

async function openStore(name: string): Promise<IndexedDbStore> {
  return new IndexedDbStore(
    await openDatabase({
      name,
      onClosed: (error) => {
        throw error;
      },
    }),
  );
}

describeStore('runs in the IndexedDB of a browser', {
  open: () => openStore(`${session}-${++databases}`),
  reopen: async (store) => {
    await store.close();
    return openStore(`${session}-${databases}`);
  },
});
