/** What every store of living agents promises, as one suite that each implementation must pass. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { LivingAgent } from '../../src/learning/living-agent.ts';
import {
  type AgentStore,
  agentId,
  LIVED_TASKS_KEPT,
  type StoredAgent,
  type StoredLivedTask,
} from '../../src/runs/agent-store.ts';
import { sampleHeader, sampleLife } from './sample-run.ts';

const world = 'code-lake/4x4:17';

const newborn: LivingAgent = {
  world,
  seed: 3,
  temperature: 1,
  noteRule: 'lenient-cut',
  lived: 0,
  solved: 0,
  versions: [{ version: 0, task: 0, words: [], origin: 'born' }],
  awaitingUpdate: null,
};

/** A stored agent in a given state of its life. */
export function sampleAgent(life: LivingAgent = newborn, run = 'otter-7'): StoredAgent {
  const adapter = new Float32Array([0.5, -1]);
  return { agent: agentId(run, world), run, iteration: 4, recipe: sampleHeader().recipe, adapter, life };
}

/** The agent after the solve, and after the update, of its task number `task`; one version is written per task. */
function midTask(task: number): LivingAgent {
  const [solve] = sampleLife(1, 0).episodes;
  if (solve.kind !== 'solve') throw new Error('a life begins with a solve');
  return { ...afterTasks(task), awaitingUpdate: solve };
}

export function afterTasks(tasks: number): LivingAgent {
  const written = Array.from({ length: tasks }, (_, index) => {
    return { version: index + 1, task: index + 1, words: ['down', `b${index}`], origin: 'update' } as const;
  });
  return { ...newborn, lived: tasks, solved: tasks, versions: [...newborn.versions, ...written] };
}

function livedTask(task: number): StoredLivedTask {
  return { task, life: { ...sampleLife(1, 0), pack: `${world}x1` } };
}

/** Registers the suite for one implementation. */
export function describeAgentStore(name: string, open: () => Promise<AgentStore>): void {
  describe(name, () => {
    let store: AgentStore;

    beforeEach(async () => {
      store = await open();
    });

    test('an unknown agent is none', async () => {
      expect(await store.readAgent('otter-7/nowhere')).toBeNull();
      expect(await store.listAgents('otter-7')).toEqual({ items: [], damaged: [] });
      expect(await store.readLived('otter-7/nowhere')).toEqual({ items: [], damaged: [] });
    });

    test('an agent comes back as it was saved, in the middle of a task too', async () => {
      const { agent } = sampleAgent();
      for (const life of [newborn, midTask(0), afterTasks(1), midTask(1)]) {
        await store.saveAgent(sampleAgent(life), null);
        expect(await store.readAgent(agent)).toEqual(sampleAgent(life));
      }
    });

    test('agents are listed by run', async () => {
      await store.saveAgent(sampleAgent(), null);
      await store.saveAgent(sampleAgent(afterTasks(2), 'heron-2'), null);
      expect((await store.listAgents('heron-2')).items).toEqual([sampleAgent(afterTasks(2), 'heron-2')]);
    });

    test('versions of notes are all kept; of lived tasks the newest', async () => {
      const tasks = LIVED_TASKS_KEPT + 20;
      await store.saveAgent(sampleAgent(), null);
      for (let task = 0; task < tasks; task++) {
        await store.saveAgent(sampleAgent(afterTasks(task + 1)), livedTask(task));
      }
      const { agent } = sampleAgent();
      expect((await store.readAgent(agent))?.life.versions).toEqual(afterTasks(tasks).versions);
      expect((await store.readLived(agent)).items.map(({ task }) => task)).toEqual(
        Array.from({ length: LIVED_TASKS_KEPT }, (_, index) => index + 20),
      );
    });

    test('an agent that has lived further elsewhere is not set back', async () => {
      await store.saveAgent(sampleAgent(midTask(2)), livedTask(1));
      for (const earlier of [newborn, afterTasks(1), midTask(1), afterTasks(2)]) {
        await expect(store.saveAgent(sampleAgent(earlier), null)).rejects.toMatchObject({ kind: 'busy' });
      }
      expect((await store.readAgent(sampleAgent().agent))?.life).toEqual(midTask(2));
    });

    test('the agents of a run are removed with all that they wrote and lived, and no others', async () => {
      await store.saveAgent(sampleAgent(afterTasks(2)), livedTask(1));
      await store.saveAgent(sampleAgent(afterTasks(2), 'otter-70'), livedTask(1));
      await store.removeAgents('otter-7');
      expect(await store.readAgent(sampleAgent().agent)).toBeNull();
      expect((await store.readLived(sampleAgent().agent)).items).toEqual([]);
      await store.saveAgent(sampleAgent(), null);
      expect((await store.readAgent(sampleAgent().agent))?.life.versions).toEqual(newborn.versions);
      expect((await store.listAgents('otter-70')).items).toEqual([sampleAgent(afterTasks(2), 'otter-70')]);
      expect((await store.readLived(sampleAgent(newborn, 'otter-70').agent)).items).toHaveLength(1);
    });

    test('nobody can change what has been saved', async () => {
      const agent = sampleAgent();
      await store.saveAgent(agent, null);
      agent.adapter.fill(9);
      expect((await store.readAgent(agent.agent))?.adapter).toEqual(new Float32Array([0.5, -1]));
    });
  });
}
