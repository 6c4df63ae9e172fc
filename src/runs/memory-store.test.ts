import { describeStore } from '../../test/runs/store-conformance.ts';
import { MemoryStore } from './memory-store.ts';

describeStore('runs in memory', { open: () => Promise.resolve(new MemoryStore()), reopen: null });
