/**
 * Contexts that grow in lockstep on one executor: feeds new tokens through the decode graph, keeps keys and values,
 * samples. Finished rows are dropped from the batch once they are a quarter of it.
 *
 * The cache of a layer is [slots, kv heads, capacity, head size]. Every chunk takes the same columns in all slots;
 * columns a row has no token for stay invisible to it.
 */

import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { headSize, type LlamaConfig } from '../../policy/config.ts';
import { sampleToken, samplingUniform, type SampledToken, type SamplingRule } from '../../policy/sampling.ts';
import type { Generated, GenerateRequest, PromptRow, SamplingSettings } from '../engine.ts';
import { contextTooLong, nothingToRead } from '../requests.ts';
import type { RealType } from './graph.ts';
import { zeros } from './feeds.ts';
import { MASKED } from './llama.ts';
import { numbersOf, type Numbers, type OnnxRuntime } from './runtime.ts';

/** Columns by which a full cache grows. */
const GROWTH_COLUMNS = 16;
/** The batch is compacted when at most this share of its slots is still in use. */
const COMPACTION_SHARE = 0.75;

export interface DecodeNetwork {
  readonly runtime: OnnxRuntime;
  readonly real: RealType;
  readonly session: InferenceSession;
  readonly config: LlamaConfig;
  /** The inputs `merged.MODULE` of the decode graph. */
  readonly merged: Readonly<Record<string, Tensor>>;
  readonly maskedTokens: readonly number[];
}

/** A context: how much of it the model has read, and what it has yet to read. */
interface Row {
  readonly stream: PromptRow['stream'];
  /** Tokens not yet fed to the model. */
  pending: number[];
  fed: number;
}

export class RolloutBatch {
  readonly #network: DecodeNetwork;
  readonly #sampling: SamplingSettings;
  readonly #rule: SamplingRule;
  readonly #rows: readonly Row[];
  readonly #sample: SampledToken = { token: 0, logProb: 0, entropy: 0 };
  /** Which row each slot of the cache holds. */
  #slots: readonly number[];
  #capacity = 0;
  #used = 0;
  /** By layer, keys then values. */
  #cache: readonly Numbers[];
  /** [slots, capacity]: 1 where a row has a token. */
  #visible = new Uint8Array(0);

  constructor(network: DecodeNetwork, rows: readonly PromptRow[], sampling: SamplingSettings) {
    this.#network = network;
    this.#sampling = sampling;
    this.#rule = { ...sampling, masked: network.maskedTokens };
    this.#rows = rows.map(({ prompt, stream }) => ({ stream, pending: [...prompt], fed: 0 }));
    this.#slots = rows.map((_, index) => index);
    this.#cache = Array.from({ length: 2 * network.config.num_hidden_layers }, () => zeros(network.real, 0));
  }

  async generate(request: GenerateRequest): Promise<readonly Generated[]> {
    this.#take(request);
    const results = request.rows.map(() => ({
      tokens: [] as number[],
      logProbs: [] as number[],
      entropies: [] as number[],
    }));
    let active = request.rows.map((row, index) => ({ row, result: results[index] }));
    for (let step = 0; step < request.maxTokens && active.length > 0; step++) {
      this.#compact(active.map(({ row }) => row));
      const logits = await this.#feed(new Set(active.map(({ row }) => row)));
      const slotOf = new Map(this.#slots.map((row, slot) => [row, slot]));
      active = active.filter(({ row, result }) => {
        const token = this.#draw(row, logits, slotOf.get(row) ?? 0);
        result.tokens.push(token);
        result.logProbs.push(this.#sample.logProb);
        result.entropies.push(this.#sample.entropy);
        return token !== request.stopToken;
      });
    }
    return results;
  }

  /** Hands the tokens of a request to its rows. */
  #take({ rows, append }: GenerateRequest): void {
    rows.forEach((index, entry) => {
      const row = this.#rows[index];
      row.pending.push(...append[entry]);
      if (row.pending.length === 0) throw nothingToRead(index);
    });
  }

  #draw(index: number, logits: Float32Array, slot: number): number {
    const row = this.#rows[index];
    const { vocab_size: vocabulary } = this.#network.config;
    const draw = samplingUniform(this.#sampling.key, row.stream, row.fed);
    sampleToken(logits, slot * vocabulary, vocabulary, this.#rule, draw, this.#sample);
    row.pending.push(this.#sample.token);
    return this.#sample.token;
  }

  #checkLengths(active: ReadonlySet<number>): void {
    const limit = this.#network.config.max_position_embeddings;
    for (const index of active) {
      const length = this.#rows[index].fed + this.#rows[index].pending.length;
      if (length > limit) throw contextTooLong(length, limit);
    }
  }

  /** Runs the pending tokens of the active rows; gives logits [slots, vocab_size], meaningless for other slots. */
  async #feed(active: ReadonlySet<number>): Promise<Float32Array> {
    const { runtime, real, session, config, merged } = this.#network;
    this.#checkLengths(active);
    const chunk = Math.max(...this.#slots.map((row) => (active.has(row) ? this.#rows[row].pending.length : 0)));
    this.#makeRoom(chunk);
    const slots = this.#slots.length;
    const past = this.#used === 0 ? 0 : this.#capacity;
    const total = past + chunk;
    const tokens = new BigInt64Array(slots * chunk);
    const positions = new BigInt64Array(slots * chunk);
    const bias = zeros(real, slots * chunk * total).fill(MASKED);
    const starts = this.#slots.map((index, slot) => {
      const row = this.#rows[index];
      const start = chunk - (active.has(index) ? row.pending.length : 0);
      for (let column = start; column < chunk; column++) {
        tokens[slot * chunk + column] = BigInt(row.pending[column - start]);
        positions[slot * chunk + column] = BigInt(row.fed + column - start);
        const line = (slot * chunk + column) * total;
        for (let seen = 0; seen < past; seen++) if (this.#visible[slot * past + seen]) bias[line + seen] = 0;
        bias.fill(0, line + past + start, line + past + column + 1);
      }
      return start;
    });
    const cacheShape = [slots, config.num_key_value_heads, past, headSize(config)];
    const feeds: Record<string, Tensor> = {
      ...merged,
      tokens: runtime.integers(tokens, [slots, chunk]),
      positions: runtime.integers(positions, [slots, chunk]),
      bias: runtime.real(real, bias, [slots, 1, chunk, total]),
      past_length: runtime.integers(BigInt64Array.of(BigInt(past)), [1]),
    };
    const names = cacheNames(config);
    names.forEach((name, entry) => {
      const data = past === 0 ? zeros(real, 0) : this.#cache[entry];
      feeds[`past.${name}`] = runtime.real(real, data, cacheShape);
    });
    const outputs = await session.run(feeds);
    this.#keep(
      names.map((name) => numbersOf(outputs[`present.${name}`])),
      chunk,
      starts,
    );
    for (const index of active) {
      const row = this.#rows[index];
      row.fed += row.pending.length;
      row.pending = [];
    }
    return numbersOf(outputs.logits);
  }

  /** Writes a chunk's keys and values behind those before it. */
  #keep(present: readonly Numbers[], chunk: number, starts: readonly number[]): void {
    const { config } = this.#network;
    const size = headSize(config);
    const lines = this.#slots.length * config.num_key_value_heads;
    present.forEach((data, entry) => {
      for (let line = 0; line < lines; line++) {
        const from = line * chunk * size;
        this.#cache[entry].set(data.subarray(from, from + chunk * size), (line * this.#capacity + this.#used) * size);
      }
    });
    starts.forEach((start, slot) => {
      this.#visible.fill(1, slot * this.#capacity + this.#used + start, slot * this.#capacity + this.#used + chunk);
    });
    this.#used += chunk;
  }

  #makeRoom(chunk: number): void {
    if (this.#used + chunk <= this.#capacity) return;
    const needed = this.#used + chunk + GROWTH_COLUMNS;
    const slots = this.#slots.map((_, slot) => slot);
    this.#moveTo(slots, Math.ceil(needed / GROWTH_COLUMNS) * GROWTH_COLUMNS);
  }

  /** Drops the slots of finished rows when there are enough of them to be worth a copy. */
  #compact(active: readonly number[]): void {
    if (active.length > this.#slots.length * COMPACTION_SHARE) return;
    const wanted = new Set(active);
    const kept = this.#slots.flatMap((row, slot) => (wanted.has(row) ? [slot] : []));
    this.#moveTo(kept, this.#capacity);
    this.#slots = kept.map((slot) => this.#slots[slot]);
  }

  /** Copies the given slots into a cache of another capacity. */
  #moveTo(slots: readonly number[], capacity: number): void {
    const { config, real } = this.#network;
    const size = headSize(config);
    const heads = config.num_key_value_heads;
    this.#cache = this.#cache.map((old) => {
      const moved = zeros(real, slots.length * heads * capacity * size);
      slots.forEach((slot, place) => {
        for (let head = 0; head < heads; head++) {
          const from = (slot * heads + head) * this.#capacity * size;
          moved.set(old.subarray(from, from + this.#used * size), (place * heads + head) * capacity * size);
        }
      });
      return moved;
    });
    const visible = new Uint8Array(slots.length * capacity);
    slots.forEach((slot, place) => {
      const from = slot * this.#capacity;
      visible.set(this.#visible.subarray(from, from + this.#used), place * capacity);
    });
    this.#visible = visible;
    this.#capacity = capacity;
  }
}

/** `0.key`, `0.value`, `1.key`, ...: the order of the cache. */
function cacheNames(config: LlamaConfig): readonly string[] {
  return Array.from({ length: config.num_hidden_layers }, (_, layer) => [`${layer}.key`, `${layer}.value`]).flat();
}
