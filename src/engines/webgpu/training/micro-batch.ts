/**
 * Contexts side by side, without padding, as the training kernels read them. A context is fed up to the last token that
 * predicts one which counts; a micro-batch holds whole contexts.
 */

import { WaymarkError } from '../../../core/errors.ts';
import type { TrainingRow } from '../../engine.ts';
import type { LossToken } from './loss.ts';
import type { Extent, Sizes, View } from './steps.ts';

export interface Context {
  readonly tokens: readonly number[];
  /** Ascending indices into `tokens` of those whose prediction counts. */
  readonly predicting: readonly number[];
  /** What each of them should predict. */
  readonly predicted: readonly LossToken[];
}

export interface ViewIndex {
  /** vec2u for each query: its token and the first token of its context. */
  readonly queries: Uint32Array<ArrayBuffer>;
  /** vec4u for each token: see shaders/attention/backward-keys.wgsl. */
  readonly keys: Uint32Array<ArrayBuffer>;
}

export interface MicroBatch {
  readonly contexts: readonly Context[];
  readonly sizes: Sizes;
}

/** Room for tokens and for those among them that predict. */
export type Room = Readonly<Record<View, number>>;

/** A token that has no query. */
const NOWHERE = 0xffffffff;

/** What a training row feeds and predicts; null where nothing in it was generated. */
export function trainingContext({ tokens, positions, advantages, oldLogProbs }: TrainingRow): Context | null {
  const last = positions.at(-1);
  if (last === undefined) return null;
  return {
    tokens: tokens.slice(0, last),
    predicting: positions.map((position) => position - 1),
    predicted: positions.map((position, index) => ({
      token: tokens[position],
      advantage: advantages[index],
      oldLogProb: oldLogProbs[index],
      weight: 1,
    })),
  };
}

/** All of a context's tokens but the last, each predicting the next; null for a context of one token. */
export function scoredContext(tokens: readonly number[]): Context | null {
  if (tokens.length < 2) return null;
  return {
    tokens: tokens.slice(0, -1),
    predicting: Array.from({ length: tokens.length - 1 }, (_, index) => index),
    predicted: tokens.slice(1).map((token) => ({ token, advantage: 0, oldLogProb: 0, weight: 0 })),
  };
}

/**
 * Fills micro-batches with contexts, in order, up to so many tokens; one context alone may be longer. The division
 * depends on nothing but these, so that repeated sums have the same bits. Throws `bad-request` for a context longer
 * than the model reads.
 */
export function microBatches(contexts: readonly Context[], tokens: number, positions: number): readonly MicroBatch[] {
  const batches: Context[][] = [];
  let filled = Infinity;
  for (const context of contexts) {
    if (context.tokens.length > positions) {
      throw new WaymarkError(
        'bad-request',
        `A context has ${context.tokens.length} tokens, and the model reads at most ${positions}.`,
        'Use shorter notes, fewer turns or another base.',
      );
    }
    if (filled + context.tokens.length > tokens) {
      batches.push([]);
      filled = 0;
    }
    batches[batches.length - 1].push(context);
    filled += context.tokens.length;
  }
  return batches.map((members) => ({ contexts: members, sizes: sizesOf(members) }));
}

function sizesOf(contexts: readonly Context[]): Sizes {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const extent = (rows: (context: Context) => number, pairs: (context: Context) => number): Extent => ({
    rows: sum(contexts.map(rows)),
    pairs: sum(contexts.map(pairs)),
  });
  return {
    tokens: extent(
      ({ tokens }) => tokens.length,
      ({ tokens }) => (tokens.length * (tokens.length + 1)) / 2,
    ),
    predicted: extent(
      ({ predicting }) => predicting.length,
      ({ predicting }) => sum(predicting) + predicting.length,
    ),
  };
}

/** The tokens of a micro-batch, one after the other. */
export function packedTokens({ contexts }: MicroBatch): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(contexts.flatMap(({ tokens }) => tokens));
}

export function packedPredictions({ contexts }: MicroBatch): readonly LossToken[] {
  return contexts.flatMap(({ predicted }) => predicted);
}

/** Who sees whom, with all tokens as queries or only those that predict. */
export function viewIndex({ contexts, sizes }: MicroBatch, view: View): ViewIndex {
  const queries = new Uint32Array(sizes[view].rows * 2);
  const keys = new Uint32Array(sizes.tokens.rows * 4);
  let start = 0;
  let query = 0;
  for (const { tokens, predicting } of contexts) {
    const asking = view === 'tokens' ? tokens.keys() : predicting.values();
    const end = query + (view === 'tokens' ? tokens.length : predicting.length);
    let token = 0;
    for (const asked of asking) {
      for (; token <= asked; token++) {
        keys.set([query, end, start, token === asked ? query : NOWHERE], (start + token) * 4);
      }
      queries.set([start + asked, start], query * 2);
      query++;
    }
    for (; token < tokens.length; token++) keys.set([query, end, start, NOWHERE], (start + token) * 4);
    start += tokens.length;
  }
  return { queries, keys };
}
