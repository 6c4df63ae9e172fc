/** Opens batches, and keeps the room of closed ones for those that come after. */

import type { LlamaConfig } from '../../../policy/config.ts';
import { filters } from '../../../policy/sampling.ts';
import type { Batch, PromptRow, SamplingSettings } from '../../engine.ts';
import type { Gpu } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { SUBMIT_MS } from '../submits.ts';
import { RolloutBatch } from './batch.ts';
import { Pace } from './pace.ts';
import { allocateScratch, type Scratch } from './record.ts';
import { slotBucket } from './seats.ts';
import { firstCapacity, RolloutSpace } from './space.ts';
import type { OpenDecodePath } from './state.ts';

/** Tokens that a pass reads at most, where there are not more rows. */
const PASS_TOKENS = 1024;
/** Closed spaces that are kept: one for training and one for evaluation. */
const KEPT_SPACES = 2;
/** A space may have so many times the slots that a batch needs. */
const GREATEST_WASTE = 4;

export interface RolloutContext {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly config: LlamaConfig;
  readonly maskedTokens: readonly number[];
  /** For passes that read many tokens, and for token steps. */
  readonly products: { readonly few: MultiplyVariant; readonly many: MultiplyVariant };
  /** Another path for token steps than the plain one. */
  readonly decode?: OpenDecodePath;
  /** Milliseconds that a submit may take, where that is more than one token step; 20 unless said otherwise. */
  readonly submitBudget?: number;
}

export class Rollouts {
  readonly #context: RolloutContext;
  readonly #free: RolloutSpace[] = [];
  #scratch: Scratch | null = null;
  #pace: Promise<Pace> | null = null;

  constructor(context: RolloutContext) {
    this.#context = context;
  }

  /**
   * A batch of these rows. Throws `bad-request` for a filter without meaning or a stream that does not fit the sampling
   * counter, `gpu-memory` where the device has no room for so many contexts.
   */
  async open(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    filters(sampling);
    const { gpu, submitBudget = SUBMIT_MS } = this.#context;
    const longest = Math.max(0, ...rows.map(({ prompt }) => prompt.length));
    const space = this.#take(slotBucket(Math.max(1, rows.length)), longest);
    this.#pace ??= Pace.open(gpu, space.state.cursors, submitBudget);
    const release = (done: RolloutSpace, isSound: boolean): void => {
      if (isSound && this.#free.length < KEPT_SPACES) this.#free.push(done);
      else done.destroy();
    };
    return new RolloutBatch({ gpu, pace: await this.#pace, space, release }, rows, sampling);
  }

  #take(slots: number, longest: number): RolloutSpace {
    const known = this.#free.findIndex(
      ({ state }) => state.slots >= slots && state.slots <= Math.max(slots * GREATEST_WASTE, 32),
    );
    if (known >= 0) return this.#free.splice(known, 1)[0];
    const { gpu, network, maskedTokens, products, decode = null } = this.#context;
    const rows = Math.max(PASS_TOKENS, 2 * slots);
    if (this.#scratch === null || this.#scratch.rows < rows || this.#scratch.slots < slots) {
      this.#scratch = allocateScratch(gpu, network, rows, slots);
    }
    const capacity = firstCapacity(network.shape, slots, longest);
    return new RolloutSpace({ gpu, network, maskedTokens, products, decode }, slots, capacity, this.#scratch);
  }
}
