/**
 * One whole iteration of training on the reference base and adapter: lives in a lake, scores, gradients, two steps.
 * The same numbers must come out wherever WebAssembly runs, bit for bit.
 */

import { sha256 } from '../../src/core/hash.ts';
import { localEngine } from '../../src/engines/onnx/assemble.ts';
import type { OnnxRuntime } from '../../src/engines/onnx/runtime.ts';
import type { AdamWSettings, Engine, LossSettings, TrainableState, TrainingRow } from '../../src/engines/engine.ts';
import { loadBaseModel, type BaseFile } from '../../src/policy/model.ts';
import { readAdapter, type AdapterFile } from '../../src/policy/peft.ts';
import type { WordTokenizer } from '../../src/policy/tokenizer.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';

/**
 * SHA-256 of all that comes out, computed by ONNX Runtime 1.30 for WebAssembly on one thread. It changes with the
 * runtime, the graphs and the arithmetic around them; both tests then print the new one.
 */
export const WASM_HASH = 'af0ab93782e268fdae30ac98ce1fabc83faba761c1286fc147fb426e3f827aa4';

const PROMPTS = [
  '<bos> <solve> lake notes left b3 task start wall ice hole hole SW act',
  '<bos> <solve> lake notes none task start ice ice wall hole NE act',
  '<bos> <solve> lake notes up b1 down b2 right b4 task start hole ice ice wall SE act',
  '<bos> <solve> house notes mug shelf pen box task apple act',
  '<bos> <solve> alchemy notes fire water steam task lava act',
  '<bos> <update> lake notes left b3 log down b4 bump b3 fail write',
  '<bos> <update> lake notes none log up b1 ice left b2 ice goal ok write',
  '<bos> <update> house notes mug shelf log apple box no apple sofa got ok write',
];

/** What the rows read before their second and third turns; a row without a text is finished. */
const OBSERVATIONS: readonly (readonly (string | null)[])[] = [
  ['ice wall hole SW', 'bump', 'ice ice wall SE', 'no', 'nil', '', '', null],
  ['hole ice ice W', null, 'bump', null, 'mud', '', null, null],
];
const TURN_TOKENS = 4;

const LOSS: LossSettings = {
  kind: 'ppo',
  clipLow: 0.2,
  clipHigh: 0.3,
  klCoefficient: 0.02,
  temperature: 1,
  normaliser: 64,
};
const ADAMW: AdamWSettings = {
  learningRate: 0.003,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-6,
  weightDecay: 0.01,
  maxGradientNorm: 0.5,
};

export interface LearnedNumbers {
  readonly scores: readonly Float32Array[];
  /** Before the first and the second step. */
  readonly gradients: readonly Float32Array[];
  /** After the first step. */
  readonly midway: TrainableState;
  /** After the second. */
  readonly state: TrainableState;
}

export interface IterationResult extends LearnedNumbers {
  readonly rows: readonly TrainingRow[];
  /** Of all the bits of all of these. */
  readonly hash: string;
}

export interface ReferenceEngine {
  readonly engine: Engine;
  readonly tokenizer: WordTokenizer;
}

/** `readFile` gives the bytes of a file in `test/fixtures/reference/`, by its path there. */
export async function referenceEngine(
  runtime: OnnxRuntime,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<ReferenceEngine> {
  const base = await loadBaseModel((path: BaseFile) => readFile(`base/${path}`));
  const { settings, values } = await readAdapter((path: AdapterFile) => readFile(`lake-rank4/${path}`), base.config);
  const maskedTokens = neverSampled(base.tokenizer);
  return {
    engine: localEngine({ base, lora: settings, adapter: values, maskedTokens }, runtime),
    tokenizer: base.tokenizer,
  };
}

export async function oneIteration(
  runtime: OnnxRuntime,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<IterationResult> {
  const { engine, tokenizer } = await referenceEngine(runtime, readFile);
  const rows = await playLives(engine, tokenizer);
  const learned = await learnFrom(engine, rows);
  await engine.close();
  const { adapter, firstMoment, secondMoment } = learned.state;
  const bits = [
    ...rows.flatMap(({ tokens, oldLogProbs }) => [Int32Array.from(tokens), Float64Array.from(oldLogProbs)]),
    ...learned.scores,
    ...learned.gradients,
    adapter,
    firstMoment,
    secondMoment,
  ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return { rows, ...learned, hash: await sha256(concatenated(bits)) };
}

/**
 * Scores the rows and takes two steps, the first on some of them; the second from the state given, where one is, so that
 * what differs between two engines after one step is not counted again after the next.
 */
export async function learnFrom(
  engine: Engine,
  rows: readonly TrainingRow[],
  midwayOf?: LearnedNumbers,
): Promise<LearnedNumbers> {
  const scores = await engine.score(
    rows.map(({ tokens }) => tokens),
    LOSS.temperature,
  );
  const step = async (part: readonly TrainingRow[]): Promise<Float32Array> => {
    await engine.accumulate(part, LOSS);
    const gradient = await engine.gradient();
    await engine.step(ADAMW);
    return gradient;
  };
  const first = await step(rows.slice(0, 5));
  const midway = await engine.snapshot();
  if (midwayOf) await engine.restore(midwayOf.midway);
  const second = await step(rows);
  return { scores, gradients: [first, second], midway, state: await engine.snapshot() };
}

/** Plays all rows, and makes of them what training learns from. */
export async function playLives(engine: Engine, tokenizer: WordTokenizer): Promise<readonly TrainingRow[]> {
  const encode = (text: string): readonly number[] => tokenizer.encode(text.split(' ').filter((word) => word !== ''));
  const rows = PROMPTS.map((text) => ({
    tokens: [...encode(text)],
    positions: [] as number[],
    oldLogProbs: [] as number[],
  }));
  const prompts = rows.map(({ tokens }, life) => ({ prompt: [...tokens], stream: { iteration: 1, life, episode: 2 } }));
  const batch = await engine.openBatch(prompts, { key: [2026, 4], temperature: LOSS.temperature });
  for (const texts of [PROMPTS.map(() => ''), ...OBSERVATIONS]) {
    const named = texts.flatMap((text, row) => (text === null ? [] : [{ row, words: encode(text) }]));
    const generated = await batch.generate({
      rows: named.map(({ row }) => row),
      append: named.map(({ words }) => words),
      maxTokens: TURN_TOKENS,
      stopToken: null,
    });
    named.forEach(({ row, words }, index) => {
      const { tokens, positions, oldLogProbs } = rows[row];
      tokens.push(...words);
      positions.push(...generated[index].tokens.map((_, place) => tokens.length + place));
      tokens.push(...generated[index].tokens);
      oldLogProbs.push(...generated[index].logProbs);
    });
  }
  await batch.close();
  return rows.map((row, life) => ({ ...row, advantages: row.positions.map(() => (life % 3) - 0.75) }));
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
