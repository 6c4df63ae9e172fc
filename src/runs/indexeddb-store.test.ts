import 'fake-indexeddb/auto';
import { describeStore } from '../../test/runs/store-conformance.ts';
import { openDatabase } from './indexeddb-database.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

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

describeStore('runs in IndexedDB', {
  open: () => openStore(`runs-${++databases}`),
  reopen: async (store) => {
    await store.close();
    return openStore(`runs-${databases}`);
  },
});
