/**
 * Diaries: what the base model is pretrained on. A diary is a few pages by one author, each about another world. The
 * author's habits are not named anywhere: only the earlier pages tell what the author will do on the next one.
 */

import { PURPOSE, RandomStream } from '../../src/core/random.ts';
import { BOS, wordId } from '../../src/policy/vocabulary.ts';
import { drawFrom, type Mixture } from './mixtures.ts';
import { writePage } from './pages.ts';

/** A sequence to train on. Both arrays have one entry per token. */
export interface PretrainingSequence {
  readonly tokens: readonly number[];
  /** Whether the token is the author's own, to be learned with full weight. */
  readonly agent: readonly boolean[];
}

export interface SequenceOptions {
  readonly seed: number;
  /** Most tokens in a sequence; at least 128, the longest page with its `<bos>`. */
  readonly length: number;
}

export interface DiaryOptions extends SequenceOptions {
  readonly mixture: Mixture;
}

/** The diary with that index: each has a random stream of its own and can be written without the others. */
export function diary(index: number, { seed, length, mixture }: DiaryOptions): PretrainingSequence {
  const random = new RandomStream(seed, PURPOSE.diaries, index);
  const author = { actor: drawFrom(mixture.actors, random), noter: drawFrom(mixture.noters, random) };
  const tokens = [wordId(BOS)];
  const agent = [false];
  for (;;) {
    const { words, own } = writePage(author, mixture, random);
    if (tokens.length + words.length > length) return { tokens, agent };
    tokens.push(...words.map(wordId));
    agent.push(...own);
  }
}
