/** A batch of contexts on the device: hands tokens to rows, and reads what a turn has drawn. */

import { WaymarkError } from '../../../core/errors.ts';
import { filters, notNumbers, samplingCounter } from '../../../policy/sampling.ts';
import type { Batch, Generated, GenerateRequest, PromptRow, SamplingSettings } from '../../engine.ts';
import { allRows, checkRequest, contextTooLong, nothingToRead, openAfter } from '../../requests.ts';
import type { Gpu } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import { feedStages } from './feed.ts';
import type { Pace } from './pace.ts';
import { planPrefixes } from './prefixes.ts';
import { closeRanks, slotBucket } from './seats.ts';
import { nextCapacity, type RolloutSpace } from './space.ts';
import { DRAW, FINISHED } from './state.ts';
import { runTurn, type Drawn } from './turn.ts';

const NO_STOP = 0xffff_ffff;

/** A context: how much of it the model has read, and what it has yet to read. */
interface Row {
  /** Counter of token 0. */
  readonly counter: readonly [number, number];
  read: number;
  pending: number[];
}

export interface BatchParts {
  readonly gpu: Gpu;
  readonly pace: Pace;
  /** The batch's own until it is closed. */
  readonly space: RolloutSpace;
  /** Takes the space back; false where it cannot be used again. */
  readonly release: (space: RolloutSpace, isSound: boolean) => void;
}

export class RolloutBatch implements Batch {
  readonly #parts: BatchParts;
  readonly #sampling: SamplingSettings;
  readonly #rows: readonly Row[];
  #space: RolloutSpace;
  #open: ReadonlySet<number>;
  /** The row in each slot that was taken; before the first turn there is none. */
  #seats: readonly number[] = [];
  #isSound = true;
  #isClosed = false;

  constructor(parts: BatchParts, rows: readonly PromptRow[], sampling: SamplingSettings) {
    this.#parts = parts;
    this.#sampling = sampling;
    this.#space = parts.space;
    this.#rows = rows.map(({ prompt, stream }) => ({
      counter: samplingCounter(stream, 0),
      read: 0,
      pending: [...prompt],
    }));
    this.#open = allRows(rows.length);
  }

  async generate(request: GenerateRequest): Promise<readonly Generated[]> {
    if (this.#isClosed) throw new WaymarkError('bad-request', 'The batch is closed.');
    checkRequest(request, this.#open);
    request.rows.forEach((index, entry) => {
      const row = this.#rows[index];
      row.pending.push(...request.append[entry]);
      if (row.pending.length === 0) throw nothingToRead(index);
    });
    const results = await this.#turn(request);
    this.#open = openAfter(request, results);
    return results;
  }

  async #turn({ rows, maxTokens, stopToken }: GenerateRequest): Promise<readonly Generated[]> {
    if (rows.length === 0 || maxTokens === 0) return rows.map(() => ({ tokens: [], logProbs: [], entropies: [] }));
    const { gpu, pace } = this.#parts;
    const limit = this.#space.limit;
    const lengths = rows.map((row) => this.#rows[row].read + this.#rows[row].pending.length);
    const longest = Math.max(...lengths);
    if (longest > limit) throw contextTooLong(longest, limit);
    // Shorter contexts may have tokens left to draw when longer ones have come to the limit.
    const steps = Math.min(maxTokens, limit - Math.min(...lengths) + 1);
    try {
      const isFirst = this.#seats.length === 0;
      await this.#seat(rows);
      this.#makeRoom(Math.min(limit, longest + maxTokens - 1));
      const feed = this.#seats.flatMap((index, slot) => {
        if (!rows.includes(index)) return [];
        const { read, pending } = this.#rows[index];
        return [{ slot, position: read, tokens: pending }];
      });
      const plan = isFirst ? planPrefixes(feed.map(({ tokens }) => tokens)) : { stages: [], read: feed.map(() => 0) };
      const { cursors, streams } = this.#words(feed);
      const { state } = this.#space;
      const { key, temperature, topK = 0, topP = 1 } = this.#sampling;
      gpu.write(
        state.draw,
        uniformBytes(DRAW, {
          key0: key[0],
          key1: key[1],
          temperature,
          topK: topK === 0 ? NO_STOP : topK,
          topP,
          stopToken: stopToken ?? NO_STOP,
          stride: state.slots,
          limit,
        }),
      );
      const drawn = await runTurn({
        gpu,
        space: this.#space,
        pace,
        stages: feedStages(feed, plan.stages, plan.read),
        seats: this.#seats,
        cursors,
        streams,
        steps,
        filters: filters(this.#sampling),
      });
      this.#seats = drawn.seats;
      return rows.map((row, entry) => this.#take(drawn, row, lengths[entry], maxTokens, stopToken));
    } catch (error) {
      this.#isSound = false;
      throw error;
    }
  }

  /** Gives rows slots, and lets them close ranks when others have finished. */
  async #seat(rows: readonly number[]): Promise<void> {
    if (this.#seats.length === 0) {
      this.#seats = rows;
      return;
    }
    const wanted = new Set(rows);
    const seating = closeRanks(this.#seats.map((row) => wanted.has(row)));
    if (seating === null) return;
    const moves = seating.moves.map(({ from, to }) => ({ from, to, tokens: this.#rows[this.#seats[from]].read }));
    if (moves.length > 0) this.#parts.gpu.submit([await this.#space.move(0, moves)]);
    this.#seats = seating.slots.map((slot) => this.#seats[slot]);
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#space.state.capacity) return;
    const used = this.#seats.map((row) => this.#rows[row].read);
    this.#space = this.#space.grown(nextCapacity(this.#space.shape, needed), used);
  }

  /** Cursors and streams at the start of a turn. */
  #words(feed: readonly { readonly slot: number; readonly tokens: readonly number[] }[]): {
    readonly cursors: Uint32Array<ArrayBuffer>;
    readonly streams: Uint32Array<ArrayBuffer>;
  } {
    const cursors = new Uint32Array(4 * slotBucket(this.#seats.length));
    const streams = new Uint32Array(cursors.length);
    for (let slot = 0; slot < cursors.length / 4; slot++) cursors.set([slot, 0, 0, FINISHED], 4 * slot);
    for (const { slot, tokens } of feed) {
      const { counter, read } = this.#rows[this.#seats[slot]];
      const position = read + tokens.length - 1;
      cursors.set([slot, position, tokens[tokens.length - 1], slot], 4 * slot);
      streams.set([counter[0], counter[1], position, 0], 4 * slot);
    }
    return { cursors, streams };
  }

  /** What a row of `length` tokens has drawn. */
  #take(drawn: Drawn, index: number, length: number, maxTokens: number, stopToken: number | null): Generated {
    const { stride } = drawn;
    const floats = new Float32Array(drawn.words.buffer);
    const result = { tokens: [] as number[], logProbs: [] as number[], entropies: [] as number[] };
    for (let step = 0; step < maxTokens; step++) {
      if (length + step > this.#space.limit) throw contextTooLong(length + step, this.#space.limit);
      const segment = drawn.segments.findLast(({ firstStep }) => firstStep <= step);
      const slot = segment?.seats.indexOf(index) ?? -1;
      const at = 4 * (step * stride + slot);
      if (drawn.words[at + 3] === 0) throw notNumbers();
      result.tokens.push(drawn.words[at]);
      result.logProbs.push(floats[at + 1]);
      result.entropies.push(floats[at + 2]);
      if (drawn.words[at] === stopToken) break;
    }
    const row = this.#rows[index];
    row.read += row.pending.length + result.tokens.length - 1;
    row.pending = result.tokens.slice(-1);
    return result;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts.release(this.#space, this.#isSound);
  }
}
