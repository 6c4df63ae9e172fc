/** Small damage to JSON and to texts: what stands in them changes, not only how it is written. */

import type { RandomStream } from '../../src/core/random.ts';

const MOST_MUTATIONS = 3;
const DEEP = 20_000;
const LONG = 10_000;

export const TELLING_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e999',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_000',
  '٣',
  '9007199254740993',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\ud800',
  '\udc00\ud800',
  '\u0000',
  '\u202egnp.exe',
  '\ufeff',
  '../../etc/passwd',
  'C:\\Windows',
  '${7*7}',
  '%00',
  '%',
  'a'.repeat(LONG),
];

/** Numbers at and past the edges of everything. */
const TELLING_NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e-320,
  1e21,
  1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  65536,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

type Json = unknown;

interface Slot {
  readonly holder: Record<string, Json>;
  readonly key: string;
}

/** Every place in a value, as holder and key. */
function slots(value: Json, found: Slot[] = []): readonly Slot[] {
  if (typeof value !== 'object' || value === null) return found;
  const holder = value as Record<string, Json>;
  for (const key of Object.keys(holder)) {
    found.push({ holder, key });
    slots(holder[key], found);
  }
  return found;
}

/** Stands for lists in lists, deeper than any call stack: `hostileJson` writes them out. */
const DEEP_MARK = '#deep#';

function tellingValue(random: RandomStream): Json {
  switch (random.nextInteger(8)) {
    case 0:
    case 1:
      return random.pick(TELLING_NUMBERS);
    case 2:
    case 3:
      return random.pick(TELLING_TEXTS);
    case 4:
      return random.pick([null, true, false, [], {}]);
    case 5:
      return new Array<null>(random.pick([1, 100, LONG])).fill(null);
    case 6:
      return { version: 1, length: 3, then: 'x', toJSON: null };
    default:
      // Rare, because it is slow to read and always refused.
      return random.nextInteger(20) === 0 ? DEEP_MARK : 7;
  }
}

const PLAIN = { enumerable: true, configurable: true, writable: true } as const;

function mutateSlot({ holder, key }: Slot, random: RandomStream, all: readonly Slot[]): void {
  switch (random.nextInteger(7)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
      return;
    case 1: {
      const other = random.pick(all);
      holder[key] = structuredClone(other.holder[other.key]);
      return;
    }
    case 2:
      if (typeof holder[key] === 'number') holder[key] = holder[key] + random.pick([1, -1, 0.5, 1e9]);
      else holder[key] = tellingValue(random);
      return;
    case 3:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
      // `__proto__` too is to be a key like any other.
      else Object.defineProperty(holder, random.pick(TELLING_TEXTS), { value: 1, ...PLAIN });
      return;
    default:
      holder[key] = tellingValue(random);
  }
}

/** A copy of a value with one to three changes. */
export function mutateJson(value: Json, random: RandomStream): Json {
  const root = { value: structuredClone(value) };
  for (let left = 1 + random.nextInteger(MOST_MUTATIONS); left > 0; left--) {
    const all = slots(root);
    if (all.length > 0) mutateSlot(random.pick(all), random, all);
  }
  return root.value;
}

/** A text with a piece removed, doubled or replaced. */
export function mutateText(text: string, random: RandomStream): string {
  const start = random.nextInteger(text.length + 1);
  const end = Math.min(text.length, start + random.nextInteger(12));
  switch (random.nextInteger(5)) {
    case 0:
      return text.slice(0, start) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(start);
    case 2:
      return text.slice(0, start);
    default:
      return text.slice(0, start) + random.pick(TELLING_TEXTS) + text.slice(end);
  }
}

/**
 * The JSON of a value as a hostile hand may write it: numbers that JSON has no word for as they are spelt in
 * JavaScript, or so large that they become infinite when they are read.
 */
export function hostileJson(value: Json, random: RandomStream): string {
  const spelt = new Map<string, string>();
  const text =
    JSON.stringify(value, (_, part: Json) => {
      if (typeof part !== 'number' || Number.isFinite(part)) return part;
      const mark = `#${spelt.size}#`;
      spelt.set(mark, random.pick([String(part), '1e999', '-1e999', 'null']));
      return mark;
    }) ?? '';
  const deep = '['.repeat(DEEP) + ']'.repeat(DEEP);
  return [...spelt, [DEEP_MARK, deep] as const].reduce(
    (written, [mark, spelling]) => written.replaceAll(`"${mark}"`, () => spelling),
    text,
  );
}
