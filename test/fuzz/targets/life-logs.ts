/** Life logs, which travel in files and are read before anything of them is believed. */

import { readFileSync } from 'node:fs';
import type { RandomStream } from '../../../src/core/random.ts';
import { decodeLifeLog, encodeLifeLog } from '../../../src/learning/life-log.ts';
import type { LifeRecord } from '../../../src/learning/records.ts';
import { testTokenizer } from '../../../src/learning/testing/test-tokenizer.ts';
import type { Recording } from '../../../src/runs/recording.ts';
import { anyBytes, mutateBytes } from '../mutate-bytes.ts';
import { requireSameBytes, type Target } from '../target.ts';

/** As much as is to be read, or refused, in a tenth of a second; an iteration of a preset has some 20 KB. */
const LARGE = 2 ** 19;

/** Lives of every environment: one alone, and several that were lived together. */
const CORPUS: readonly Uint8Array[] = ['alchemy', 'code-lake', 'text-house'].flatMap((name) => {
  const { lives } = JSON.parse(readFileSync(`public/recorded/${name}/recording.json`, 'utf8')) as Recording;
  const together = lives.filter((life) => life.pack.split('x').at(-1) === lives[0].pack.split('x').at(-1));
  const erased: LifeRecord = { ...lives[0], control: 'erased', episodes: lives[0].episodes.filter(isSolve) };
  return [[lives[0]], together, [erased]].map((some) => encodeLifeLog(some, testTokenizer));
});

function isSolve({ kind }: LifeRecord['episodes'][number]): boolean {
  return kind === 'solve';
}

/** Over and over the same life, or the same byte, with as many lives promised as a log may have. */
function large(random: RandomStream): Uint8Array {
  const log = random.pick(CORPUS);
  // Version, length of the level, level, iteration, tasks; then the number of lives.
  const countAt = 2 + log[1] + 2;
  const life = random.nextInteger(4) === 0 ? Uint8Array.of(random.nextInteger(3)) : log.subarray(countAt + 1);
  const whole = new Uint8Array(LARGE);
  whole.set([...log.subarray(0, countAt), 0x80, 0x80, 0x01]);
  for (let at = countAt + 3; at < LARGE; at += life.length) whole.set(life.subarray(0, LARGE - at), at);
  return random.nextInteger(2) === 0 ? whole : mutateBytes(whole, random);
}

function makeLog(random: RandomStream): Uint8Array {
  const kind = random.nextInteger(1000);
  if (kind < 2) return large(random);
  if (kind < 40) return anyBytes(random, 200);
  if (kind < 60) return random.pick(CORPUS);
  return mutateBytes(random.pick(CORPUS), random, random.pick(CORPUS));
}

export const lifeLogsTarget: Target = {
  name: 'life-logs',
  share: 240,
  kinds: ['bad-file'],
  make: (random) => {
    const log = makeLog(random);
    return {
      input: log,
      decode: () => {
        const lives = decodeLifeLog(log, testTokenizer);
        return () => requireSameBytes(encodeLifeLog(lives, testTokenizer), log, 'The log written again');
      },
    };
  },
};
