/** Protects life logs: the same lives give the same bytes, every log gives its lives back, and nothing else is one. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../core/hash.ts';
import { evaluationWorld, parseLevelId } from '../environments/ids.ts';
import { environmentNames, findEnvironment } from '../environments/registry.ts';
import { WaymarkError } from '../core/errors.ts';
import { NOTE_BUDGET, UPDATE_TOKENS } from '../policy/notes.ts';
import { VOCABULARY } from '../policy/vocabulary.ts';
import { ALL_CONTROLS } from './evaluation.ts';
import { decodeLifeLog, encodeLifeLog, LIFE_LOG_LIMIT, livesHashOf } from './life-log.ts';
import { liveTogether } from './lives.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from './records.ts';
import { ScriptedEngine } from './testing/scripted-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';

const LAKE_LIFE: LifeRecord = {
  pack: 'code-lake/4x4:300x2',
  control: 'kept',
  iteration: 7,
  life: 3,
  episodes: [
    { kind: 'solve', notes: [], turns: [['down', 'b4']], reward: 0, outcome: 'hole' },
    {
      kind: 'update',
      oldNotes: [],
      written: ['down', 'b4', 'nice'],
      notes: ['down', 'b4', 'nice'],
      valid: true,
      trueFacts: 1,
      writtenFacts: 1,
      worldFacts: 4,
    },
    { kind: 'solve', notes: ['down', 'b4', 'nice'], turns: [['up', 'b1']], reward: 1, outcome: 'goal' },
  ],
};

function id(word: string): number {
  return VOCABULARY.indexOf(word);
}

const LAKE_BYTES = [
  // Version, level, iteration, tasks, lives.
  ...[1, 13, ...new TextEncoder().encode('code-lake/4x4'), 7, 2, 1],
  // World 300, notes kept and written, life 3.
  ...[0x80 + 44, 2, 1, 3],
  // Nothing read, one turn, no reward, a hole.
  ...[0, 1, id('down'), id('b4'), 0, 1],
  // Nothing read, three words written, all three of them notes, facts.
  ...[0, 3, id('down'), id('b4'), id('nice'), 4, 1, 1, 4],
  // Reading what was written, one turn, the reward, the goal.
  ...[1, 1, id('up'), id('b1'), 1, 0],
];

const word = fc.constantFrom(...VOCABULARY);
const level = fc.constantFrom(
  ...environmentNames.flatMap((name) => findEnvironment(name).levels.map((each) => `${name}/${each}`)),
);
const small = fc.integer({ min: 0, max: 20 });
const number = fc.oneof(small, fc.integer({ min: 0, max: 0xffffffff }));

/** Lives lived together: notes read are now what was written or read before, now anything. */
const lives = fc
  .record({ level, iteration: number, length: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 4 }) })
  .chain(({ level: id, iteration, length, count }) =>
    fc.array(
      fc.gen().map((gen): LifeRecord => {
        const { turnLength, outcomes } = findEnvironment(parseLevelId(id).environment);
        const updates = length > 1 && gen(fc.boolean);
        const some = (most: number) => gen(fc.array, word, { maxLength: most });
        let written: readonly string[] = [];
        let read: readonly string[] = [];
        const anyNotes = () => [written, read, [], some(NOTE_BUDGET)][gen(fc.integer, { min: 0, max: 3 })];
        const solve = (): SolveRecord => {
          read = anyNotes();
          const turns = gen(fc.array, fc.array(word, { minLength: turnLength, maxLength: turnLength }), {
            minLength: 1,
            maxLength: 4,
          });
          const reward = gen(fc.constantFrom, 0, 1);
          return { kind: 'solve', notes: read, turns, reward, outcome: gen(fc.constantFrom, ...outcomes) };
        };
        const update = (): UpdateRecord => {
          const oldNotes = anyNotes();
          const words = some(UPDATE_TOKENS);
          const valid = gen(fc.boolean);
          const most = valid ? Math.min(words.length, NOTE_BUDGET) : 0;
          written = words.slice(0, gen(fc.integer, { min: 0, max: most }));
          const facts = { trueFacts: gen(() => small), writtenFacts: gen(() => small), worldFacts: gen(() => number) };
          return { kind: 'update', oldNotes, written: words, notes: written, valid, ...facts };
        };
        const episodes = Array.from({ length }, (_, task) => {
          return updates && task < length - 1 ? [solve(), update()] : [solve()];
        }).flat();
        const pack = `${id}:${gen(() => number)}x${length}`;
        return { pack, control: gen(fc.constantFrom, ...ALL_CONTROLS), iteration, life: gen(() => number), episodes };
      }),
      { minLength: count, maxLength: count },
    ),
  );

function decode(log: Uint8Array): readonly LifeRecord[] {
  return decodeLifeLog(log, testTokenizer);
}

/** Whether a log is refused by name, or is exactly the log of the lives it gives. */
function isHonest(log: Uint8Array): boolean {
  let decoded: readonly LifeRecord[];
  try {
    decoded = decode(log);
  } catch (error) {
    return error instanceof WaymarkError && error.kind === 'bad-file' && error.message.startsWith('The log of lives');
  }
  return Buffer.from(encodeLifeLog(decoded, testTokenizer)).equals(log);
}

function refusal(log: readonly number[]): unknown {
  try {
    return decode(Uint8Array.from(log));
  } catch (error) {
    return error instanceof WaymarkError && error.kind === 'bad-file' ? error.message : error;
  }
}

function changed(index: number, ...values: readonly number[]): readonly number[] {
  return LAKE_BYTES.map((byte, at) => values[at - index] ?? byte);
}

/** Milliseconds of processor time, the best of several: other programs are at work too. */
function quickest(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}

describe('a life log', () => {
  test('is these bytes: whoever changes them must raise the version, for hashes stand in receipts', () => {
    expect([...encodeLifeLog([LAKE_LIFE], testTokenizer)]).toEqual(LAKE_BYTES);
    expect(decode(Uint8Array.from(LAKE_BYTES))).toEqual([LAKE_LIFE]);
  });

  test('gives back whatever lives went into it, and has no other spelling', () => {
    fc.assert(
      fc.property(lives, (lived) => {
        const log = encodeLifeLog(lived, testTokenizer);
        // Without what the generator hangs on its arrays.
        expect(decode(log)).toEqual(structuredClone(lived));
        expect(isHonest(log)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each(environmentNames)('gives back real lives in %s under every control', async (name) => {
    // A babbler, whose notes are often cut, empty or not valid.
    const words = [...VOCABULARY.slice(2), '<end>', '<end>', '<end>'];
    const engine = new ScriptedEngine(
      (context, { life, episode }) => words[(context.length * 7 + life * 5 + episode * 3) % words.length],
    );
    const [levelName] = findEnvironment(name).levels;
    for (const unreadUpdates of ['write', 'skip'] as const) {
      const plans = ALL_CONTROLS.flatMap((control) =>
        Array.from({ length: 6 }, (_, life) => {
          const pack = { environment: name, level: levelName, world: evaluationWorld(life), length: 4 };
          return { pack, control, life };
        }),
      );
      const settings = {
        sampling: { key: [1, 5], temperature: 1 },
        iteration: 0,
        noteRule: 'paper',
        unreadUpdates,
      } as const;
      const lived = await liveTogether({ engine, tokenizer: testTokenizer }, plans, settings);
      const records = lived.map(({ record }) => record);
      expect(decode(encodeLifeLog(records, testTokenizer))).toEqual(records);
    }
  });

  test('leaves out what was found out afterwards', () => {
    const uses = [{ task: 1, fact: ['down', 'b4'], writtenAfter: 0, acted: true, solvedWithout: false }];
    expect([...encodeLifeLog([{ ...LAKE_LIFE, uses }], testTokenizer)]).toEqual(LAKE_BYTES);
  });

  test('says what is wrong, and where', () => {
    expect(refusal(LAKE_BYTES.slice(0, -1))).toContain('it ends in the middle (byte 42)');
    expect(refusal([...LAKE_BYTES, 0])).toContain('something follows its last life');
    expect(refusal([])).toContain('it ends in the middle (byte 0)');
    expect(refusal(changed(0, 2))).toContain('its version is 2, and 1 is known');
    expect(refusal(changed(3, 0x41))).toContain('there is no such level');
    expect(refusal([1, 9, ...new TextEncoder().encode('code-lake'), ...LAKE_BYTES.slice(15)])).toContain(
      'no such level',
    );
    expect(refusal(changed(17, 200, 1))).toContain('it ends in the middle');
    expect(refusal(changed(20, 8))).toContain('8 as a control cannot be');
    expect(refusal(changed(22, 2))).toContain('notes have a simpler source');
    expect(refusal(changed(24, VOCABULARY.length))).toContain(`${VOCABULARY.length} as a word cannot be`);
    expect(refusal(changed(26, 2))).toContain('2 as a reward cannot be');
    expect(refusal(changed(27, 3))).toContain('3 as an outcome cannot be');
    expect(refusal(changed(29, 20))).toContain('20 words written cannot be');
    expect(refusal([...LAKE_BYTES.slice(0, 15), 0x87, 0, ...LAKE_BYTES.slice(16)])).toContain('longer than it need be');
    expect(refusal([...LAKE_BYTES.slice(0, 15), 255, 255, 255, 255, 16])).toContain('a number is too large');
    expect(refusal([...LAKE_BYTES.slice(0, 15), 255, 255, 255, 255, 255, 1])).toContain('a number is too large');
    expect(() => decode(new Uint8Array(LIFE_LOG_LIMIT + 1))).toThrow('it has more than');
  });

  test('that was damaged anywhere is refused by name, or is the honest log of other lives', () => {
    fc.assert(
      fc.property(
        lives,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (lived, changes, cut) => {
          const log = encodeLifeLog(lived, testTokenizer);
          for (const [at, value] of changes) log[at % log.length] = value;
          expect(isHonest(log)).toBe(true);
          expect(isHonest(log.subarray(0, cut % log.length))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('made of random bytes is refused by name', () => {
    const head = Uint8Array.from(LAKE_BYTES.slice(0, 15));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(isHonest(bytes)).toBe(true);
        expect(isHonest(Uint8Array.from([...head, ...bytes]))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('of a megabyte is read in a moment, whatever is in it', () => {
    const repeated = (times: number, bytes: readonly number[]) => Array.from({ length: times }, () => bytes).flat();
    const head = (length: number, count: number) => [
      ...LAKE_BYTES.slice(0, 15),
      ...[0, length, 0x80 + (count % 0x80), Math.floor(count / 0x80)],
    ];
    const solve = [0, 1, 5, 5, 0, 0];
    const update = [0, 0, 0, 0, 0, 0];
    const busy = [0, 40, ...repeated(80, [5]), 0, 0];
    // Short tasks, short tasks with short updates, long tasks.
    const logs = [
      [...head(64, 2657), ...repeated(2657, [0, 0, 0, ...repeated(64, solve)])],
      [...head(64, 1350), ...repeated(1350, [0, 1, 0, ...repeated(63, [...solve, ...update]), ...solve])],
      [...head(64, 195), ...repeated(195, [0, 0, 0, ...repeated(64, busy)])],
    ];
    for (const bytes of logs) {
      const log = Uint8Array.from(bytes);
      expect(log.length / 2 ** 20).toBeCloseTo(1, 1);
      // On a machine with nothing else to do, 30 to 50.
      expect(quickest(() => decode(log))).toBeLessThan(400);
    }
  });

  test('is made only of lives that were lived together to their end', () => {
    const refused = (...records: readonly LifeRecord[]) => expect(() => encodeLifeLog(records, testTokenizer));
    refused().toThrow('there are 0');
    refused(LAKE_LIFE, { ...LAKE_LIFE, iteration: 8 }).toThrow('not lived together');
    refused(LAKE_LIFE, { ...LAKE_LIFE, pack: 'code-lake/4x4:300x3' }).toThrow('not lived together');
    refused({ ...LAKE_LIFE, episodes: LAKE_LIFE.episodes.slice(0, 2) }).toThrow('not finished');
    const [solve] = LAKE_LIFE.episodes;
    refused({
      ...LAKE_LIFE,
      episodes: [{ ...solve, outcome: 'made' } as SolveRecord, ...LAKE_LIFE.episodes.slice(1)],
    }).toThrow('not of code-lake');
  });
});

describe('the hash of a run’s lives', () => {
  test('is that of its iterations’ hashes, one after the other', async () => {
    const hashes = [await sha256(Uint8Array.of(1)), await sha256(Uint8Array.of(2))];
    const bytes = Buffer.from(hashes.join(''), 'hex');
    expect(await livesHashOf(hashes.map((livesHash) => ({ livesHash })))).toBe(await sha256(bytes));
  });

  test('is none where an iteration is older than life logs', async () => {
    expect(await livesHashOf([{ livesHash: await sha256(Uint8Array.of(1)) }, {}])).toBeNull();
  });
});
