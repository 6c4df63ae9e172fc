import { beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../core/hash.ts';
import { RandomStream } from '../core/random.ts';
import type { Engine } from '../engines/engine.ts';
import { decodeLifeLog } from '../learning/life-log.ts';
import { findPreset } from '../learning/presets.ts';
import { changeRecipe } from '../learning/recipe.ts';
import type { RunEvent } from '../learning/records.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import { TABLE_ADAPTER } from '../learning/testing/test-config.ts';
import { testTokenizer } from '../learning/testing/test-tokenizer.ts';
import { Trainer } from '../learning/trainer.ts';
import { watchedEngine } from '../../test/engine/watched-engine.ts';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { MemoryStore } from './memory-store.ts';
import { LIVES_STORED, RunSession, type SessionPlace } from './run-session.ts';

const RECIPE = changeRecipe(findPreset('alchemy').recipe, {
  ...TABLE_ADAPTER,
  packs: 2,
  groupSize: 4,
  tasks: 2,
  iterations: 6,
  learningRate: 0.1,
  evaluationPacks: 4,
  evaluationEvery: 2,
});
const HEADER = { run: 'otter-7', recipe: RECIPE, created: 1_000, parent: null, inherited: 0 };
const HABIT = { fire: 4, water: 4, earth: 4, air: 4, '<end>': 3 };

let store: MemoryStore;
let told: RunEvent[];

beforeEach(() => {
  store = new MemoryStore();
  told = [];
});

/** A fresh program on the same store: nothing but what is stored survives from one to the next. */
function freshPlace(engine: Engine = new TableEngine(HABIT)): SessionPlace {
  const parts = { engine, tokenizer: testTokenizer, clock: () => 0, replays: LIVES_STORED };
  return {
    store,
    engine: engine.description,
    openTraining: (recipe, checkpoint) =>
      checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
    alive: (work) => work,
    onStored: ({ events }) => told.push(...events),
  };
}

/** An engine whose program is killed after so many calls. */
function mortalEngine(calls: number): Engine {
  let left = calls;
  return watchedEngine(new TableEngine(HABIT), () => (left-- > 0 ? null : Promise.reject(new Error('killed'))));
}

async function trainToTheEnd(session: RunSession): Promise<void> {
  while (!session.finished) await session.advance();
}

/** What a run is, apart from how often it was resumed. */
async function contentOf(from: MemoryStore): Promise<unknown> {
  const { items } = await from.readEvents('otter-7');
  return {
    events: items.filter(({ type }) => type !== 'resumed'),
    lives: (await from.readLives('otter-7')).items,
    lifeLogs: await from.readLifeLogs('otter-7'),
    checkpoint: await checkpointDigest((await from.readCheckpoint('otter-7')).checkpoint),
  };
}

async function uninterrupted(): Promise<unknown> {
  const own = store;
  store = new MemoryStore();
  await trainToTheEnd(await RunSession.start(freshPlace(), HEADER));
  const content = await contentOf(store);
  store = own;
  return content;
}

describe('a run', () => {
  test('that is killed again and again loses at most the iteration in progress and gives the same bits', async () => {
    const moments = new RandomStream(7, 4);
    await RunSession.start(freshPlace(), HEADER);
    let kills = 0;
    for (let done = false; !done;) {
      const before = (await store.readRun('otter-7')).iteration;
      let reached = before;
      try {
        // An iteration takes some 11 to 35 calls.
        const session = await RunSession.resume(freshPlace(mortalEngine(1 + moments.nextInteger(40))), 'otter-7');
        expect(session.iteration).toBe(before);
        while (!session.finished) {
          await session.advance();
          reached = session.iteration;
        }
        done = true;
      } catch (error) {
        expect(error).toMatchObject({ message: 'killed' });
        kills++;
      }
      expect((await store.readRun('otter-7')).iteration).toBe(reached);
    }
    expect(kills).toBeGreaterThanOrEqual(5);
    expect(await contentOf(store)).toEqual(await uninterrupted());
  });

  test('whose newest checkpoint is damaged trains that iteration again, to the same bits', async () => {
    class DamagingStore extends MemoryStore {
      damaged = false;

      override async readCheckpoint(run: string) {
        const stored = await super.readCheckpoint(run);
        if (!this.damaged) return stored;
        this.damaged = false;
        return { ...older, damaged: { where: 'the newest', error: new Error('damaged') as never } };
      }
    }
    const damaging = new DamagingStore();
    store = damaging;
    const session = await RunSession.start(freshPlace(), HEADER);
    for (let iteration = 0; iteration < 2; iteration++) await session.advance();
    const older = await store.readCheckpoint('otter-7');
    await session.advance();
    damaging.damaged = true;
    const resumed = await RunSession.resume(freshPlace(), 'otter-7');
    expect(resumed.iteration).toBe(2);
    await trainToTheEnd(resumed);
    expect(await contentOf(store)).toEqual(await uninterrupted());
  });

  test('tells nothing that is not stored', async () => {
    const place = freshPlace();
    const checks: Promise<void>[] = [];
    const session = await RunSession.start(
      {
        ...place,
        onStored: ({ until, events }) => {
          checks.push(
            store.readEvents('otter-7').then(({ items }) => {
              const logged = events.filter(({ type }) => type !== 'life');
              expect(items.slice(until - logged.length, until)).toEqual(logged);
            }),
          );
        },
      },
      HEADER,
    );
    await session.advance();
    await session.advance();
    expect(checks).toHaveLength(3);
    await Promise.all(checks);
  });

  test('tells of an iteration that could not be stored nothing at all, and can be taken up again', async () => {
    const session = await RunSession.start(freshPlace(), HEADER);
    await session.advance();
    const count = told.length;
    const commit = store.commit.bind(store);
    store.commit = () => Promise.reject(new Error('no room'));
    await expect(session.advance()).rejects.toThrow('no room');
    expect(told).toHaveLength(count);
    store.commit = commit;
    await trainToTheEnd(await RunSession.resume(freshPlace(), 'otter-7'));
    expect(await contentOf(store)).toEqual(await uninterrupted());
  });

  test('keeps two lives of each iteration, of different packs, with what their notes caused', async () => {
    const session = await RunSession.start(freshPlace(), HEADER);
    await session.advance();
    await session.advance();
    const { items } = await store.readLives('otter-7');
    expect(items.map(({ iteration }) => iteration)).toEqual([1, 1, 2, 2]);
    expect(items[0].pack).not.toBe(items[1].pack);
    expect(items.every(({ uses }) => uses !== undefined)).toBe(true);
    const emitted = told.flatMap((event) => (event.type === 'life' ? [event.record] : []));
    expect(emitted.map(({ life }) => life).sort()).toEqual(items.map(({ life }) => life).sort());
  });

  test('keeps the log of all lives of each iteration, and tells nobody of it', async () => {
    const session = await RunSession.start(freshPlace(), HEADER);
    await session.advance();
    await session.advance();
    const { items: logs } = await store.readLifeLogs('otter-7');
    expect([...logs.keys()]).toEqual([1, 2]);
    const { items: events } = await store.readEvents('otter-7');
    const records = events.flatMap((event) => (event.type === 'iteration' ? [event.record] : []));
    const { items: sample } = await store.readLives('otter-7');
    for (const [iteration, log] of logs) {
      expect(records[iteration - 1].livesHash).toBe(await sha256(log));
      const lives = decodeLifeLog(log, testTokenizer);
      expect(lives.map(({ life }) => life)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      for (const { pack, control, life, episodes } of sample.filter((each) => each.iteration === iteration)) {
        expect(lives).toContainEqual({ pack, control, iteration, life, episodes });
      }
    }
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['started', 'life', 'iteration']));
  });

  test('that diverges is stopped before it replaces a good checkpoint', async () => {
    const engine = new TableEngine(HABIT);
    const session = await RunSession.start(freshPlace(engine), HEADER);
    await session.advance();
    const snapshot = engine.snapshot.bind(engine);
    engine.snapshot = async () => {
      const state = await snapshot();
      return { ...state, adapter: state.adapter.with(5, Number.NaN) };
    };
    await expect(session.advance()).rejects.toMatchObject({
      kind: 'engine',
      remedy: expect.stringMatching(/lower learning rate/) as string,
    });
    expect(await store.readRun('otter-7')).toMatchObject({ iteration: 1 });
  });

  test('that has finished is not resumed', async () => {
    await trainToTheEnd(await RunSession.start(freshPlace(), HEADER));
    expect(told.at(-1)).toEqual({ type: 'finished', iterations: 6 });
    await expect(RunSession.resume(freshPlace(), 'otter-7')).rejects.toMatchObject({ kind: 'bad-request' });
  });

  test('that another writer has taken further is not written over', async () => {
    const session = await RunSession.start(freshPlace(), HEADER);
    const other = await RunSession.resume(freshPlace(), 'otter-7');
    await other.advance();
    await expect(session.advance()).rejects.toMatchObject({ kind: 'busy' });
    expect(await store.readRun('otter-7')).toMatchObject({ iteration: 1 });
  });
});
