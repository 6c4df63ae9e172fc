/**
 * What every contender is asked to do, drawn from a seed: a rollout whose turns the environment answers, and a training
 * step on rows of different lengths. Sizes are those of an iteration of the default preset.
 */

import { PURPOSE, RandomStream } from '../core/random.ts';
import type { AdamWSettings, LossSettings, PromptRow, SamplingSettings, TrainingRow } from '../engines/engine.ts';
import type { LlamaConfig } from '../policy/config.ts';
import { initialAdapter, loraLayout, loraView, type LoraSettings } from '../policy/lora.ts';

export interface RolloutWorkload {
  /** `1 token a turn` */
  readonly name: string;
  readonly prompts: readonly PromptRow[];
  /** What the environment adds before each turn but the first: by turn, then by row. */
  readonly observations: readonly (readonly (readonly number[])[])[];
  readonly tokensPerTurn: number;
  readonly sampling: SamplingSettings;
}

export interface TrainingWorkload {
  readonly rows: readonly TrainingRow[];
  readonly loss: LossSettings;
  readonly optimiser: AdamWSettings;
}

/** How a rollout is drawn; lengths are the least and the most, both included. */
export interface RolloutShape {
  readonly rows: number;
  readonly promptLength: readonly [number, number];
  readonly observationLength: readonly [number, number];
  readonly turns: number;
  readonly tokensPerTurn: number;
}

export interface TrainingShape {
  readonly rows: number;
  readonly length: readonly [number, number];
  /** Of the tokens after the first, how many were generated. */
  readonly generatedShare: number;
}

const SEED = 20_260_101;
const PROMPTS = { rows: 64, promptLength: [36, 44], observationLength: [5, 7] } as const;

/** Solves: short actions, many turns. */
export const SHORT_TURNS: RolloutShape = { ...PROMPTS, turns: 8, tokensPerTurn: 1 };
/** Updates and longer actions: whole notes at a time. */
export const LONG_TURNS: RolloutShape = { ...PROMPTS, turns: 2, tokensPerTurn: 8 };
export const TRAINING_STEP: TrainingShape = { rows: 64, length: [40, 120], generatedShare: 0.15 };

const CLIP = 0.2;
/** Old log-probabilities differ from the present ones by up to this much, so that the clip meets both of its sides. */
const OLD_POLICY_SHIFT = 0.3;
/** Entries of B, which starts at zero: large enough for A to have a gradient that can be compared. */
const ADAPTER_BOUND = 0.1;

export function rolloutWorkload(config: LlamaConfig, shape: RolloutShape): RolloutWorkload {
  const random = new RandomStream(SEED, PURPOSE.diaries, 0);
  const words = (length: readonly [number, number]): readonly number[] => randomWords(random, config, length);
  return {
    name: `${shape.tokensPerTurn} token${shape.tokensPerTurn === 1 ? '' : 's'} a turn`,
    prompts: Array.from({ length: shape.rows }, (_, life) => ({
      prompt: [config.bos_token_id, ...words(shape.promptLength)],
      stream: { iteration: 1, life, episode: 0 },
    })),
    observations: Array.from({ length: shape.turns - 1 }, () =>
      Array.from({ length: shape.rows }, () => words(shape.observationLength)),
    ),
    tokensPerTurn: shape.tokensPerTurn,
    sampling: { key: [SEED, PURPOSE.sampling], temperature: 1 },
  };
}

/** Log-probability of every token after the first, as `Engine.score`. */
export type Score = (rows: readonly (readonly number[])[], temperature: number) => Promise<readonly Float32Array[]>;

/** A step of PPO. `score` is asked for the present policy's log-probabilities, near which the old ones lie. */
export async function trainingWorkload(
  config: LlamaConfig,
  shape: TrainingShape,
  score: Score,
): Promise<TrainingWorkload> {
  const random = new RandomStream(SEED, PURPOSE.diaries, 1);
  const contexts = Array.from({ length: shape.rows }, () => [
    config.bos_token_id,
    ...randomWords(random, config, [shape.length[0] - 1, shape.length[1] - 1]),
  ]);
  const scores = await score(contexts, 1);
  const rows = contexts.map((tokens, row): TrainingRow => {
    const count = Math.max(1, Math.round((tokens.length - 1) * shape.generatedShare));
    const places = Array.from({ length: tokens.length - 1 }, (_, index) => index + 1);
    const positions = random
      .shuffled(places)
      .slice(0, count)
      .sort((a, b) => a - b);
    return {
      tokens,
      positions,
      advantages: positions.map(() => between(random, -1, 1)),
      oldLogProbs: positions.map(
        (position) => scores[row][position - 1] + between(random, -OLD_POLICY_SHIFT, OLD_POLICY_SHIFT),
      ),
    };
  });
  return {
    rows,
    loss: {
      kind: 'ppo',
      clipLow: CLIP,
      clipHigh: CLIP,
      klCoefficient: 0,
      temperature: 1,
      normaliser: rows.reduce((sum, { positions }) => sum + positions.length, 0),
    },
    optimiser: { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01, maxGradientNorm: 1 },
  };
}

/** An adapter in which neither matrix is zero, as after some training. */
export function workloadAdapter(config: LlamaConfig, lora: LoraSettings): Float32Array {
  const adapter = initialAdapter(config, lora, SEED);
  const random = new RandomStream(SEED, PURPOSE.adapter, 1);
  for (const { b } of loraLayout(config, lora).modules) {
    const view = loraView(adapter, b);
    for (let index = 0; index < view.length; index++) view[index] = between(random, -ADAPTER_BOUND, ADAPTER_BOUND);
  }
  return adapter;
}

/** Tokens that a rollout generates. */
export function generatedTokens({ prompts, observations, tokensPerTurn }: RolloutWorkload): number {
  return prompts.length * (observations.length + 1) * tokensPerTurn;
}

/** Tokens that the model reads or generates in a rollout. */
export function seenTokens(workload: RolloutWorkload): number {
  const given = [...workload.prompts.map(({ prompt }) => prompt), ...workload.observations.flat()];
  return generatedTokens(workload) + given.reduce((sum, tokens) => sum + tokens.length, 0);
}

/** Tokens of all rows of a training step. */
export function rowTokens({ rows }: TrainingWorkload): number {
  return rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** Words of the vocabulary beyond its special tokens. */
function randomWords(
  random: RandomStream,
  { vocab_size, bos_token_id, eos_token_id, pad_token_id }: LlamaConfig,
  [least, most]: readonly [number, number],
): readonly number[] {
  const first = Math.max(bos_token_id, eos_token_id, pad_token_id) + 1;
  const length = least + random.nextInteger(most - least + 1);
  return Array.from({ length }, () => first + random.nextInteger(vocab_size - first));
}

function between(random: RandomStream, least: number, most: number): number {
  return least + (most - least) * random.nextUniform();
}
