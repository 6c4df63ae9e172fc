/** Protects archives: what is written is read back to the bit, and nothing else is taken for a run. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstCommit,
  iterationCommit,
  sampleCheckpoint,
  sampleEvaluation,
  sampleHeader,
  sampleIteration,
  sampleLife,
  sampleLifeLog,
} from '../../test/runs/sample-run.ts';
import { forgedArchive, receiptedContent, sampleContent } from '../../test/runs/sample-content.ts';
import { afterTasks, sampleAgent } from '../../test/runs/agent-conformance.ts';
import { encodeText } from '../core/bytes.ts';
import { changeRecipe } from '../learning/recipe.ts';
import type { RunEvent } from '../learning/records.ts';
import type { AgentContent } from './agent-files.ts';
import { agentId } from './agent-store.ts';
import { DirectoryStore } from './directory-store.ts';
import { MemoryAgentStore } from './memory-agent-store.ts';
import { MemoryStore } from './memory-store.ts';
import { ARCHIVE_LIMITS, readArchive, writeArchive } from './run-archive.ts';
import type { RunContent } from './run-content.ts';
import { readContent, storeContent } from './run-copies.ts';
import { parseTitle } from './run-titles.ts';
import { withoutTraces } from './without-traces.ts';
import { packFiles, unpackFiles } from './zip-files.ts';

async function archived(): Promise<Uint8Array> {
  return writeArchive(sampleContent(2, { evaluations: [sampleEvaluation(2)] }), null);
}

const ARCHIVED = withoutTraces(sampleContent(2, { evaluations: [sampleEvaluation(2)] }));

/** An archive with one file changed by hand and a manifest that knows nothing of it. */
function tampered(zip: Uint8Array, path: string, change: (text: string) => string | null): Uint8Array {
  const files = new Map(unpackFiles(zip, ARCHIVE_LIMITS));
  const changed = change(new TextDecoder().decode(files.get(path) ?? new Uint8Array()));
  if (changed === null) files.delete(path);
  else files.set(path, new TextEncoder().encode(changed));
  return packFiles(files);
}

/** Changed by somebody who writes a fitting manifest too. */
async function forged(changes: Partial<RunContent>): Promise<Uint8Array> {
  return writeArchive(sampleContent(2, changes), null);
}

describe('an archive', () => {
  test('holds every run whole, whatever its numbers, words and names', async () => {
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => (Object.is(value, -0) ? 0 : value));
    const vector = fc.float32Array({ noNaN: true, noDefaultInfinity: true, minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          iterations: fc.integer({ min: 0, max: 4 }),
          title: fc.option(fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => text.trim() !== '')),
          seed: fc.integer({ min: 0, max: 0xffffffff }),
          learningRate: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
          losses: fc.array(number, { minLength: 4, maxLength: 4 }),
          words: fc.array(fc.string()),
          vectors: fc.tuple(vector, vector, vector),
          evaluations: fc.integer({ min: 0, max: 2 }),
          agents: fc.integer({ min: 0, max: 2 }),
        }),
        async ({ iterations, title, seed, learningRate, losses, words, vectors, evaluations, agents }) => {
          const plain = sampleContent(iterations);
          const recipe = changeRecipe(plain.summary.recipe, { seed, learningRate });
          const [started, ...rest] = plain.events;
          const events = [{ ...started, recipe } as RunEvent, ...rest].map((event) =>
            event.type === 'iteration'
              ? {
                  ...event,
                  record: { ...sampleIteration(event.record.iteration), loss: losses[event.record.iteration - 1] },
                }
              : event,
          );
          const [adapter, firstMoment, secondMoment] = vectors;
          const { checkpoint } = plain;
          const run: RunContent = {
            summary: { ...plain.summary, title: title === null ? null : parseTitle(title), recipe },
            events,
            lives: plain.lives.map((life) => ({ ...life, episodes: [{ ...sampleSolve(), notes: words }] })),
            checkpoint: { ...checkpoint, trainable: { ...checkpoint.trainable, adapter, firstMoment, secondMoment } },
            evaluations: Array.from({ length: evaluations }, () => sampleEvaluation(iterations)),
            agents: Array.from({ length: agents }, (_, index) => livingAgent(index, adapter)),
            lifeLogs: plain.lifeLogs,
            receipt: null,
            receiptLives: null,
          };
          expect(await readArchive(await writeArchive(run, null))).toEqual(withoutTraces(run));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('holds every life of its training and its receipt', async () => {
    const run = await receiptedContent(3);
    expect(run.lifeLogs.size).toBe(3);
    expect(await readArchive(await writeArchive(run, null))).toEqual(withoutTraces(run));
  });

  test('leaves living agents out where they are to stay', async () => {
    const run = sampleContent(2, { agents: [livingAgent(0, new Float32Array(3))] });
    const zip = await writeArchive(run, null, { agents: false });
    expect((await readArchive(zip)).agents).toEqual([]);
    expect([...unpackFiles(zip, ARCHIVE_LIMITS).keys()].filter((path) => path.startsWith('agents'))).toEqual([]);
  });

  test('is the same to the bit whenever it is made', async () => {
    expect(await archived()).toEqual(await archived());
  });

  test('of the first version is still read', async () => {
    const zip = await readFile(new URL('../../test/fixtures/archives/v1.waymark', import.meta.url));
    const { summary, events, agents, lifeLogs, receipt } = await readArchive(new Uint8Array(zip));
    expect(summary).toMatchObject({ iteration: 2, finished: false, created: expect.any(Number) as number });
    expect(events.filter((event) => event.type === 'iteration')).toHaveLength(2);
    expect(agents).toHaveLength(1);
    expect({ lifeLogs: lifeLogs.size, receipt }).toEqual({ lifeLogs: 0, receipt: null });
  });

  test('unpacked, is a directory that the command line can go on with', async () => {
    const root = await mkdtemp(join(tmpdir(), 'waymark-archive-'));
    try {
      for (const [path, bytes] of unpackFiles(await archived(), ARCHIVE_LIMITS)) {
        await mkdir(dirname(join(root, 'otter-7', path)), { recursive: true });
        await writeFile(join(root, 'otter-7', path), bytes);
      }
      const store = new DirectoryStore({ root, adapterFiles: () => new Map() });
      const agents = new MemoryAgentStore();
      expect(await readContent({ runs: store, agents }, 'otter-7')).toEqual({ content: ARCHIVED, omitted: [] });
      await store.commit('otter-7', iterationCommit(3, 5));
      expect(await store.readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 3 } });
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['a text', new TextEncoder().encode('hello '.repeat(100))],
    ['another zip', packFiles(new Map([['letter.txt', new Uint8Array([1])]]))],
  ])('%s is no run', async (_, bytes) => {
    await expect(readArchive(bytes)).rejects.toMatchObject({ kind: 'bad-file', problem: 'damaged' });
  });

  test('half of an archive, wherever it ends', async () => {
    const zip = await archived();
    for (let share = 0.1; share < 1; share += 0.1) {
      const half = zip.subarray(0, Math.floor(zip.length * share));
      const result = await readArchive(half).catch((error: unknown) => error);
      // The directory at the end of a zip says nothing that its files do not.
      if (!(result instanceof Error)) expect(result).toEqual(ARCHIVED);
      else expect(result).toMatchObject({ problem: 'damaged' });
    }
  });

  test('one changed byte, wherever it is', async () => {
    const zip = await archived();
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (place, by) => {
        const changed = zip.slice();
        changed[place] ^= by;
        const result = await readArchive(changed).catch((error: unknown) => error);
        if (!(result instanceof Error)) expect(result).toEqual(ARCHIVED);
        else expect(result).toMatchObject({ kind: 'bad-file' });
      }),
      { numRuns: 60 },
    );
  });

  test('a file that was changed, is missing, or does not belong there', async () => {
    const zip = await archived();
    const wrong = [
      tampered(zip, 'log.jsonl', (text) => text.replace('"loss":-', '"loss":')),
      tampered(zip, 'log.jsonl', () => null),
      tampered(zip, 'manifest.json', () => null),
      tampered(zip, 'notes.txt', () => 'more'),
      tampered(zip, '../escape.json', () => '{}'),
    ];
    for (const bytes of wrong) await expect(readArchive(bytes)).rejects.toMatchObject({ problem: 'damaged' });
  });

  test('files that do not belong together, whatever the manifest says', async () => {
    const { summary, events, lifeLogs } = sampleContent(2);
    const { receipt, receiptLives } = await receiptedContent(2);
    const wrong: readonly Partial<RunContent>[] = [
      { summary: { ...summary, iteration: 1 } },
      { summary: { ...summary, events: 4 } },
      { events: events.slice(1) },
      { checkpoint: sampleCheckpoint(1) },
      { lives: [sampleLife(3, 0)] },
      { summary: { ...summary, recipe: { ...summary.recipe, packs: 3 } } },
      { events: [...events.slice(0, 4), { type: 'iteration', record: { iteration: 'two' } } as unknown as RunEvent] },
      { events: [events[0], events[3], events[2], events[1], events[4]] },
      { lifeLogs: new Map([...lifeLogs, [3, Uint8Array.of(1)]]) },
      { lifeLogs: new Map([...lifeLogs, [2, sampleLifeLog(1)]]) },
      { evaluations: [{ ...sampleEvaluation(2), packs: 3 }] },
      { receiptLives },
      { receipt, receiptLives: sampleLifeLog(1) },
      { receipt: receipt && { ...receipt, iterations: 1 }, receiptLives },
      { receipt: receipt && { ...receipt, recipe: { ...receipt.recipe, seed: 9 } }, receiptLives },
    ];
    for (const changes of wrong) {
      await expect(readArchive(await forged(changes))).rejects.toMatchObject({ problem: 'damaged' });
    }
  });

  test('a file of a newer Waymark, of its format, its recipe or its receipt', async () => {
    const zip = await archived();
    const format = tampered(zip, 'manifest.json', (text) => text.replace('"version": 2', '"version": 3'));
    await expect(readArchive(format)).rejects.toMatchObject({ problem: 'newer' });
    const { summary } = sampleContent(2);
    const receipts = await forgedArchive(await writeArchive(await receiptedContent(2), null), (files) => {
      const receipt = new TextDecoder().decode(files.get('receipt.json'));
      files.set('receipt.json', encodeText(receipt.replace('"version":1', '"version":2')));
    });
    await expect(readArchive(receipts)).rejects.toMatchObject({ problem: 'newer' });
    const recipe = { ...summary.recipe, version: 2 } as unknown as typeof summary.recipe;
    const newer = await forged({ summary: { ...summary, recipe } });
    await expect(readArchive(newer)).rejects.toMatchObject({ problem: 'newer' });
  });

  test('what is made to take long or to fill the memory, at once and by name', async () => {
    const zip = await archived();
    const changes: Readonly<Record<string, (files: Map<string, Uint8Array>) => void>> = {
      'deep nesting': (files) => files.set('evaluation.json', encodeText('['.repeat(2e6))),
      'deep nesting in a log': (files) => files.set('log.jsonl', encodeText(`${'{"a":'.repeat(1e5)}\n`)),
      'deep nesting in a recipe': (files) =>
        files.set('recipe.json', encodeText(`${'['.repeat(2e4)}${']'.repeat(2e4)}`)),
      'empty lines without end': (files) => files.set('log.jsonl', encodeText('\n'.repeat(1e6))),
      'one endless line': (files) => files.set('log.jsonl', encodeText(`"${'a'.repeat(2e6)}`)),
      'rows without end': (files) => files.set('lives/000001.json', encodeText(`[${'0,'.repeat(2e6)}0]`)),
      'an endless name': (files) => files.set('recipe.json', encodeText(`{"${'a'.repeat(5e4)}":1}`)),
      'tensors without end': (files) => {
        const header = encodeText(
          JSON.stringify(Object.fromEntries(Array.from({ length: 2e4 }, (_, tensor) => [tensor, 0]))),
        );
        const bytes = new Uint8Array(8 + header.length);
        new DataView(bytes.buffer).setUint32(0, header.length, true);
        bytes.set(header, 8);
        files.set('checkpoints/000002/state.safetensors', bytes);
      },
      'numbers beyond reason': (files) => {
        const text = new TextDecoder().decode(files.get('run.json'));
        files.set('run.json', encodeText(text.replace('"iteration": 2', '"iteration": 1e300')));
      },
      'a text that is none': (files) => files.set('log.jsonl', Uint8Array.of(0xff, 0xfe, 0x0a)),
    };
    for (const [what, change] of Object.entries(changes)) {
      const hostile = await forgedArchive(zip, change);
      let least = Infinity;
      for (let attempt = 0; attempt < 3; attempt++) {
        const before = process.cpuUsage();
        await expect(readArchive(hostile), what).rejects.toMatchObject({ kind: 'bad-file' });
        const { user, system } = process.cpuUsage(before);
        least = Math.min(least, (user + system) / 1000);
      }
      expect(least, what).toBeLessThan(100);
    }
  });

  test('a file larger than any run, without looking into it', async () => {
    const large = new Uint8Array(ARCHIVE_LIMITS.packedBytes + 1);
    await expect(readArchive(large)).rejects.toMatchObject({ problem: 'too-large' });
  });
});

describe('storing what was read', () => {
  test('never overwrites: a taken or unspeakable id gives way to another', async () => {
    const store = new MemoryStore();
    const stores = { runs: store, agents: new MemoryAgentStore() };
    await store.createRun(sampleHeader(), firstCommit());
    const { summary } = sampleContent(2);
    expect(await storeContent(stores, sampleContent(2), 0)).toBe('otter-1');
    expect(await storeContent(stores, sampleContent(2, { summary: { ...summary, run: 'My <run>' } }), 0)).toBe(
      'otter-2',
    );
    expect(await storeContent(stores, sampleContent(2, { summary: { ...summary, run: 'heron-2' } }), 0)).toBe(
      'heron-2',
    );
    expect((await store.readRun('otter-7')).iteration).toBe(0);
    expect((await store.readEvents('otter-1')).items[0]).toMatchObject({ type: 'started', run: 'otter-1' });
  });

  test('begins now, here, with every life of its training', async () => {
    const stores = { runs: new MemoryStore(), agents: new MemoryAgentStore() };
    const run = await storeContent(stores, await readArchive(await archived()), 0, 9_000);
    expect(await stores.runs.readRun(run)).toMatchObject({ created: 9_000, iteration: 2, parent: null });
    const { items, damaged } = await stores.runs.readLifeLogs(run);
    expect({ items, damaged }).toEqual({ items: sampleContent(2).lifeLogs, damaged: [] });
    expect((await readContent(stores, run)).content.lifeLogs).toEqual(items);
  });

  test('a deleted run keeps its id to itself', async () => {
    const store = new MemoryStore();
    await store.createRun(sampleHeader(), firstCommit());
    await store.deleteRun('otter-7');
    const stores = { runs: store, agents: new MemoryAgentStore() };
    expect(await storeContent(stores, sampleContent(2), 0)).toBe('otter-1');
  });
});

/** An agent that has lived two tasks, in a world of its own. */
function livingAgent(index: number, adapter: Float32Array): AgentContent {
  const world = `code-lake/4x4:${index}`;
  const agent = { ...sampleAgent({ ...afterTasks(2), world }), agent: agentId('otter-7', world), adapter };
  return { agent, lived: [0, 1].map((task) => ({ task, life: sampleLife(1, 0) })) };
}

function sampleSolve() {
  const [solve] = sampleLife(1, 0).episodes;
  if (solve.kind !== 'solve') throw new Error('a life begins with a solve');
  return solve;
}
