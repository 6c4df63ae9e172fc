import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { afterTasks, describeAgentStore, sampleAgent } from '../../test/runs/agent-conformance.ts';
import { openDatabase } from './indexeddb-database.ts';
import { IndexedDbAgentStore } from './indexeddb-agent-store.ts';

let databases = 0;

function openFresh() {
  return openDatabase({
    name: `agents-${++databases}`,
    onClosed: (error) => {
      throw error;
    },
  });
}

describeAgentStore('agents in IndexedDB', async () => new IndexedDbAgentStore(await openFresh()));

test('an earlier version of notes that cannot be read is left out and named', async () => {
  const database = await openFresh();
  const store = new IndexedDbAgentStore(database);
  const { agent } = sampleAgent();
  await store.saveAgent(sampleAgent(afterTasks(3)), null);
  await database.put('notes', { version: 'two' }, [agent, 2]);
  const { items, damaged } = await store.listAgents('otter-7');
  expect(items[0].life.versions.map(({ version }) => version)).toEqual([0, 1, 3]);
  expect(damaged.map(({ where }) => where)).toEqual([`version 2 of the notes of agent ${agent}`]);
  await store.saveAgent({ ...items[0], life: { ...items[0].life, lived: 4 } }, null);
});

test('without its present notes an agent is not woken', async () => {
  const database = await openFresh();
  const store = new IndexedDbAgentStore(database);
  const { agent } = sampleAgent();
  await store.saveAgent(sampleAgent(afterTasks(3)), null);
  await store.saveAgent(sampleAgent(afterTasks(1), 'heron-2'), null);
  await database.put('notes', null, [agent, 3]);
  await expect(store.readAgent(agent)).rejects.toMatchObject({ kind: 'storage', problem: 'damaged' });
  expect(await store.listAgents('otter-7')).toMatchObject({ items: [], damaged: [{ where: `agent ${agent}` }] });
  expect((await store.listAgents('heron-2')).items).toHaveLength(1);
});
