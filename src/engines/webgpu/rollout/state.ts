/**
 * Contexts as they lie on the device, and the interface of whatever carries them on. Between the steps of a decode path
 * all that counts is here: caches, where each slot stands, and what was drawn.
 */

import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { uniform } from '../kernel.ts';
import type { Network } from '../network.ts';

/**
 * The fourth word of a cursor whose slot is empty or finished: nothing is computed for it, and nothing written. In a
 * cursor that is alive, that word is the row of the activations in which its token's hidden state lies.
 */
export const FINISHED = 0xffff_ffff;

/** What a generate call draws by, written before its first submit. */
export const DRAW = uniform({
  key0: 'u32',
  key1: 'u32',
  /** 0 takes the most probable token, and reports log-probabilities at temperature 1. */
  temperature: 'f32',
  /** A whole number; the vocabulary's size keeps all. */
  topK: 'u32',
  /** 1 keeps all. */
  topP: 'f32',
  /** 0xffffffff for none. */
  stopToken: 'u32',
  /** Slots of a line of `drawn`. */
  stride: 'u32',
  /** Tokens that a context may have; a slot whose next token would have no place is finished. */
  limit: 'u32',
});

/** How the caches and lists are laid out; a uniform of every recorded list. */
export const SIZES = uniform({
  /** Rows of the list, a multiple of four. */
  rows: 'u32',
  /** Positions of a slot in a cache. */
  capacity: 'u32',
  /** 0, which compilers do not know: drivers on processors take a minute to unroll what ends at a constant without it. */
  zero: 'u32',
});

export interface RolloutState {
  readonly slots: number;
  /** Positions of a slot, a multiple of four. */
  readonly capacity: number;
  /**
   * By layer: [slots, capacity, shape.keys], rotated; a token's line is its position. Keys and values come from one
   * `allocateArena` ("0.keys", "0.values", "1.keys", ...), so that a kernel for all layers can bind them as one buffer.
   */
  readonly keys: readonly Slice[];
  readonly values: readonly Slice[];
  /**
   * vec4u [slots]: (slot, position, token, row or FINISHED). The token is the next to be read and the position its
   * place. A step reads it, draws the next one, and sets (slot, position + 1, drawn token, slot); after a stop token,
   * or where the next position is the limit, the fourth word becomes FINISHED.
   */
  readonly cursors: Slice;
  /**
   * vec4u [slots]: (first counter word, second counter word of token 0, position of the first step, 0). The token drawn
   * by reading position p has the second counter word plus p + 1, and stands in line p - position of `drawn`.
   */
  readonly streams: Slice;
  /** u32 [ceil(vocabulary / 32)]: bit id % 32 of word id / 32 is set where a token is never drawn, padding too. */
  readonly masked: Slice;
  /**
   * vec4u [steps, stride]: (token, log-probability as bits, entropy as bits, 1 if the logits were numbers, else 0).
   * Finished slots write nothing, so that what they hold there is of earlier calls.
   */
  readonly drawn: Slice;
  /** DRAW. */
  readonly draw: Slice;
}

/** Carries slots on, several tokens at a time, without the processor. */
export interface DecodePath {
  /** Lists that do so many steps for the slots below the path's number. At least one step. */
  decode(steps: number): Promise<readonly CommandList[]>;
}

/**
 * Records a path for the first `slots` slots, a multiple of four, of a state. `filters` says that draws use top-k or
 * top-p. Null where the path cannot be had for this state.
 */
export type OpenDecodePath = (parts: {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly state: RolloutState;
  readonly slots: number;
  readonly filters: boolean;
}) => Promise<DecodePath | null>;
