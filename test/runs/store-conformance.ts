/** What every store of runs promises, as one suite that each implementation must pass. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IterationRecord } from '../../src/learning/records.ts';
import type { RunStore } from '../../src/runs/store.ts';
import {
  firstCommit,
  iterationCommit,
  sampleCheckpoint,
  sampleEvaluation,
  sampleHeader,
  sampleIteration,
  sampleLife,
  sampleLifeLog,
} from './sample-run.ts';

export interface StoreUnderTest {
  /** An empty store. */
  readonly open: () => Promise<RunStore>;
  /** The same store after the program ended and began again; null where nothing outlives the program. */
  readonly reopen: ((store: RunStore) => Promise<RunStore>) | null;
}

function sampleLogs(...iterations: readonly number[]): ReadonlyMap<number, Uint8Array> {
  return new Map(iterations.map((iteration) => [iteration, sampleLifeLog(iteration)]));
}

/** Registers the suite for one implementation. */
export function describeStore(name: string, { open, reopen }: StoreUnderTest): void {
  describe(name, () => {
    let store: RunStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(() => store.close());

    async function train(iterations: number): Promise<void> {
      await store.createRun(sampleHeader(), firstCommit());
      for (let iteration = 1; iteration <= iterations; iteration++) {
        await store.commit('otter-7', iterationCommit(iteration, 2 * iteration - 1));
      }
    }

    test('an empty store has no runs', async () => {
      expect(await store.listRuns()).toEqual({ items: [], damaged: [] });
    });

    test('a new run stands at its first checkpoint', async () => {
      await train(0);
      expect(await store.readRun('otter-7')).toEqual({
        ...sampleHeader(),
        title: null,
        iteration: 0,
        events: 1,
        finished: false,
        updated: expect.any(Number) as number,
      });
      expect((await store.readEvents('otter-7')).items).toEqual(firstCommit().events);
      expect(await store.readCheckpoint('otter-7')).toEqual({
        checkpoint: sampleCheckpoint(0),
        events: 1,
        damaged: null,
      });
    });

    test('an iteration comes back exactly as it was committed', async () => {
      await train(2);
      const { items, damaged } = await store.readEvents('otter-7');
      expect(damaged).toEqual([]);
      expect(items).toEqual([
        ...firstCommit().events,
        ...iterationCommit(1, 1).events,
        ...iterationCommit(2, 3).events,
      ]);
      expect((await store.readLives('otter-7')).items).toEqual([
        sampleLife(1, 0),
        sampleLife(1, 5),
        sampleLife(2, 0),
        sampleLife(2, 5),
      ]);
      const stored = await store.readCheckpoint('otter-7');
      expect(stored).toEqual({ checkpoint: sampleCheckpoint(2), events: 5, damaged: null });
      expect(stored.checkpoint.trainable.adapter).toBeInstanceOf(Float32Array);
    });

    test('the logs of all lives come back to the byte, by iteration', async () => {
      await train(3);
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1, 2, 3), damaged: [] });
    });

    test('an iteration from before there were life logs has none, and its record says so', async () => {
      await train(1);
      const older: { livesHash?: string } & IterationRecord = { ...sampleIteration(2) };
      delete older.livesHash;
      const events = [{ type: 'iteration', record: older }] as const;
      await store.commit('otter-7', { ...iterationCommit(2, 3), events, lifeLog: null });
      await store.commit('otter-7', iterationCommit(3, 4));
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1, 3), damaged: [] });
      expect((await store.readEvents('otter-7')).items[3]).toEqual({ type: 'iteration', record: older });
    });

    test('a life log without its checkpoint is refused and changes nothing', async () => {
      await train(1);
      const before = await readAll();
      const commit = { ...iterationCommit(2, 3), checkpoint: null };
      await expect(store.commit('otter-7', commit)).rejects.toMatchObject({ kind: 'bad-request' });
      expect(await readAll()).toEqual(before);
    });

    test('events without training move the log and leave the checkpoint', async () => {
      await train(1);
      const { run, engine } = sampleHeader();
      const event = { type: 'resumed', run, iteration: 1, engine } as const;
      await store.commit('otter-7', { after: 3, events: [event], lives: [], checkpoint: null, lifeLog: null });
      expect(await store.readRun('otter-7')).toMatchObject({ events: 4, iteration: 1 });
      expect((await store.readEvents('otter-7')).items.at(-1)).toEqual(event);
      expect(await store.readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 1 }, events: 3 });
    });

    test('a writer that does not know the end of the log is refused and changes nothing', async () => {
      await train(1);
      const before = [await store.readRun('otter-7'), await store.readEvents('otter-7')];
      for (const after of [0, 1, 2, 4, 5]) {
        await expect(store.commit('otter-7', iterationCommit(2, after))).rejects.toMatchObject({ kind: 'busy' });
      }
      expect([await store.readRun('otter-7'), await store.readEvents('otter-7')]).toEqual(before);
      expect(await store.readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 1 } });
    });

    test('of two writers at the same place exactly one succeeds', async () => {
      await train(0);
      const results = await Promise.allSettled([
        store.commit('otter-7', iterationCommit(1, 1)),
        store.commit('otter-7', iterationCommit(1, 1)),
      ]);
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await store.readEvents('otter-7')).items).toHaveLength(3);
    });

    test('a finished run says so', async () => {
      await train(1);
      const finished = { type: 'finished', iterations: 1 } as const;
      await store.commit('otter-7', { after: 3, events: [finished], lives: [], checkpoint: null, lifeLog: null });
      expect(await store.readRun('otter-7')).toMatchObject({ finished: true, events: 4 });
    });

    test('runs are separate, and the one worked on last comes first', async () => {
      await train(1);
      await store.createRun(sampleHeader('heron-2'), firstCommit('heron-2'));
      await store.commit('heron-2', { ...iterationCommit(1, 1), lives: [] });
      await store.commit('otter-7', iterationCommit(2, 3));
      await store.commit('otter-7', iterationCommit(3, 5));
      const { items } = await store.listRuns();
      expect(items.map((run) => run.run).sort()).toEqual(['heron-2', 'otter-7']);
      expect(items[0].updated).toBeGreaterThanOrEqual(items[1].updated);
      expect((await store.readEvents('heron-2')).items).toHaveLength(3);
      expect((await store.readLives('heron-2')).items).toEqual([]);
      expect((await store.readCheckpoint('heron-2')).checkpoint.iteration).toBe(1);
    });

    test('an id in use is refused, and its run is untouched', async () => {
      await train(1);
      await expect(store.createRun(sampleHeader(), firstCommit())).rejects.toMatchObject({ kind: 'bad-request' });
      expect(await store.readRun('otter-7')).toMatchObject({ iteration: 1, events: 3 });
    });

    test('an unknown run is named, whatever is asked of it', async () => {
      const unknown = { kind: 'not-found', message: expect.stringContaining('heron-2') as string };
      await expect(store.readRun('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.readEvents('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.readLives('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.readLifeLogs('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.readCheckpoint('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.readEvaluations('heron-2')).rejects.toMatchObject(unknown);
      await expect(store.commit('heron-2', iterationCommit(1, 0))).rejects.toMatchObject(unknown);
      await expect(store.saveEvaluation('heron-2', sampleEvaluation(0))).rejects.toMatchObject(unknown);
    });

    test('a run that was taken back to its older checkpoint goes on from there', async () => {
      await train(3);
      await store.rewind('otter-7', { checkpoint: sampleCheckpoint(2), events: 5, damaged: null });
      expect(await store.readRun('otter-7')).toMatchObject({ iteration: 2, events: 5, finished: false });
      expect((await store.readEvents('otter-7')).items).toHaveLength(5);
      expect((await store.readLives('otter-7')).items.map((life) => life.iteration)).toEqual([1, 1, 2, 2]);
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1, 2), damaged: [] });
      await store.commit('otter-7', iterationCommit(3, 5));
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1, 2, 3), damaged: [] });
      expect((await store.readEvents('otter-7')).items.at(-2)).toEqual({
        type: 'iteration',
        record: sampleIteration(3),
      });
      expect((await store.readCheckpoint('otter-7')).checkpoint).toEqual(sampleCheckpoint(3));
    });

    test('of a long run the sample of lives is thinned out', async () => {
      await store.createRun(sampleHeader(), firstCommit());
      for (const [index, iteration] of [1, 2, 3, 4, 300].entries()) {
        await store.commit('otter-7', {
          ...iterationCommit(iteration, 1 + 2 * index),
          lives: [sampleLife(iteration, 0)],
        });
      }
      expect((await store.readLives('otter-7')).items.map((life) => life.iteration)).toEqual([1, 300]);
    });

    test('evaluations made later are kept in order', async () => {
      await train(1);
      await store.saveEvaluation('otter-7', sampleEvaluation(1));
      await store.saveEvaluation('otter-7', { ...sampleEvaluation(1), packs: 200 });
      expect((await store.readEvaluations('otter-7')).items).toEqual([
        sampleEvaluation(1),
        { ...sampleEvaluation(1), packs: 200 },
      ]);
    });

    test('a title comes and goes, and the id stays', async () => {
      await train(1);
      await store.renameRun('otter-7', 'Half the packs');
      await store.commit('otter-7', iterationCommit(2, 3));
      expect(await store.readRun('otter-7')).toMatchObject({ run: 'otter-7', title: 'Half the packs', iteration: 2 });
      await store.renameRun('otter-7', null);
      expect((await store.readRun('otter-7')).title).toBeNull();
      await expect(store.renameRun('heron-2', 'Nobody')).rejects.toMatchObject({ kind: 'not-found' });
    });

    test('a run may arrive with its title and its evaluations', async () => {
      const evaluations = [sampleEvaluation(0), { ...sampleEvaluation(0), packs: 200 }];
      await store.createRun(sampleHeader(), { ...firstCommit(), title: 'From afar', evaluations });
      expect((await store.readRun('otter-7')).title).toBe('From afar');
      expect((await store.readEvaluations('otter-7')).items).toEqual(evaluations);
      await store.saveEvaluation('otter-7', sampleEvaluation(1));
      expect((await store.readEvaluations('otter-7')).items).toHaveLength(3);
    });

    test('a run that was trained elsewhere brings its life logs, and adds to them', async () => {
      const past = [1, 2].flatMap((iteration) => iterationCommit(iteration, 0).events);
      const first = { ...firstCommit(), checkpoint: sampleCheckpoint(2), lifeLogs: sampleLogs(1, 2) };
      await store.createRun(sampleHeader(), { ...first, events: [...first.events, ...past] });
      await store.commit('otter-7', iterationCommit(3, 5));
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1, 2, 3), damaged: [] });
    });

    async function readAll(): Promise<unknown> {
      return [
        await store.readRun('otter-7'),
        await store.readEvents('otter-7'),
        await store.readLives('otter-7'),
        await store.readLifeLogs('otter-7'),
        await store.readCheckpoint('otter-7'),
        await store.readEvaluations('otter-7'),
      ];
    }

    test('a deleted run is not there, its id is taken, and it can be had back whole', async () => {
      await train(2);
      await store.saveEvaluation('otter-7', sampleEvaluation(2));
      const before = await readAll();
      await store.deleteRun('otter-7');
      expect(await store.listRuns()).toEqual({ items: [], damaged: [] });
      expect(await store.listDeleted()).toEqual(['otter-7']);
      expect(await store.listTaken()).toEqual(['otter-7']);
      const unknown = { kind: 'not-found' };
      await expect(store.readRun('otter-7')).rejects.toMatchObject(unknown);
      await expect(store.readEvents('otter-7')).rejects.toMatchObject(unknown);
      await expect(store.commit('otter-7', iterationCommit(3, 5))).rejects.toMatchObject(unknown);
      await expect(store.deleteRun('otter-7')).rejects.toMatchObject(unknown);
      await expect(store.createRun(sampleHeader(), firstCommit())).rejects.toMatchObject({ kind: 'bad-request' });
      await store.undeleteRun('otter-7');
      expect(await readAll()).toEqual(before);
      expect(await store.listDeleted()).toEqual([]);
    });

    test('a purged run is gone, and its id is free for another that inherits nothing', async () => {
      await train(2);
      await store.saveEvaluation('otter-7', sampleEvaluation(2));
      await store.createRun(sampleHeader('otter-70'), firstCommit('otter-70'));
      await store.deleteRun('otter-7');
      await store.purgeRun('otter-7');
      expect(await store.listTaken()).toEqual(['otter-70']);
      await expect(store.undeleteRun('otter-7')).rejects.toMatchObject({ kind: 'not-found' });
      await store.createRun(sampleHeader(), firstCommit());
      expect((await store.readEvents('otter-7')).items).toEqual(firstCommit().events);
      expect((await store.readLives('otter-7')).items).toEqual([]);
      expect((await store.readLifeLogs('otter-7')).items.size).toBe(0);
      expect((await store.readEvaluations('otter-7')).items).toEqual([]);
      expect((await store.readCheckpoint('otter-7')).checkpoint.iteration).toBe(0);
      expect((await store.readRun('otter-70')).events).toBe(1);
    });

    test('a run that is not deleted is never purged', async () => {
      await train(1);
      await store.purgeRun('otter-7');
      await store.purgeRun('heron-2');
      expect(await store.readRun('otter-7')).toMatchObject({ iteration: 1 });
    });

    test.runIf(reopen !== null)('a deleted run can be had back after a restart', async () => {
      await train(1);
      const before = await readAll();
      await store.deleteRun('otter-7');
      if (reopen !== null) store = await reopen(store);
      expect(await store.listDeleted()).toEqual(['otter-7']);
      await store.undeleteRun('otter-7');
      expect(await readAll()).toEqual(before);
    });

    test('nobody can change what has been stored', async () => {
      await train(0);
      const commit = iterationCommit(1, 1);
      await store.commit('otter-7', commit);
      commit.checkpoint?.trainable.adapter.fill(9);
      (await store.readCheckpoint('otter-7')).checkpoint.trainable.adapter.fill(8);
      expect((await store.readCheckpoint('otter-7')).checkpoint).toEqual(sampleCheckpoint(1));
      commit.lifeLog?.fill(9);
      (await store.readLifeLogs('otter-7')).items.get(1)?.fill(8);
      expect(await store.readLifeLogs('otter-7')).toEqual({ items: sampleLogs(1), damaged: [] });
    });

    test.runIf(reopen !== null)('everything is there after a restart', async () => {
      await train(2);
      await store.saveEvaluation('otter-7', sampleEvaluation(2));
      const read = async () => [
        await store.listRuns(),
        await store.readEvents('otter-7'),
        await store.readLives('otter-7'),
        await store.readLifeLogs('otter-7'),
        await store.readCheckpoint('otter-7'),
        await store.readEvaluations('otter-7'),
      ];
      const before = await read();
      if (reopen !== null) store = await reopen(store);
      expect(await read()).toEqual(before);
    });
  });
}
