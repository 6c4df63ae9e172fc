/**
 * How an agent picks its next word: the meaning, on a CPU, of the sampling that every engine must follow.
 *
 * A token's uniform number is Threefry-2x32 of the run's key and a counter that names the token by where it stands in
 * the run, so that a token can be drawn again without drawing those before it. The token is the inverse of the
 * cumulative distribution at that number, over ascending token ids, summed in float64 in that order.
 */

import { WaymarkError } from '../core/errors.ts';
import { exp, log } from '../core/math.ts';
import { uniform } from '../core/random.ts';

/** Where a context stands in a run; with the token's index this is the sampling counter. Each is below 65536. */
export interface RowStream {
  readonly iteration: number;
  readonly life: number;
  readonly episode: number;
}

const COUNTER_LIMIT = 0x10000;

/**
 * The Threefry counter of one token: `[iteration * 2^16 + life, episode * 2^16 + tokenIndex]`, unsigned.
 * `tokenIndex` is the token's index in its context, in which `<bos>` is 0. Throws `bad-request` for a part that does
 * not fit in 16 bits.
 */
export function samplingCounter(stream: RowStream, tokenIndex: number): readonly [number, number] {
  return [
    pack('iteration', stream.iteration, 'life', stream.life),
    pack('episode', stream.episode, 'token', tokenIndex),
  ];
}

function pack(highName: string, high: number, lowName: string, low: number): number {
  checkPart(highName, high);
  checkPart(lowName, low);
  return high * COUNTER_LIMIT + low;
}

function checkPart(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 0 && value < COUNTER_LIMIT) return;
  throw new WaymarkError(
    'bad-request',
    `The ${name} number ${value} does not fit the sampling counter`,
    `Use whole numbers from 0 to ${COUNTER_LIMIT - 1}.`,
  );
}

/** The uniform number in [0, 1) that decides one token; `tokenIndex` as for `samplingCounter`. */
export function samplingUniform(key: readonly [number, number], stream: RowStream, tokenIndex: number): number {
  const [counter0, counter1] = samplingCounter(stream, tokenIndex);
  return uniform(key[0], key[1], counter0, counter1);
}

/**
 * What is left of a distribution before a draw. In the order of falling probability, and of ascending ids among equals,
 * the first `topK` tokens stay; of these the fewest first ones that together have at least `topP` of their mass. The
 * rest gets probability 0, and what stays is scaled to 1 again (Fan et al. 2018; Holtzman et al. 2020).
 */
export interface SamplingFilter {
  /** 0 or absent: all. */
  readonly topK?: number;
  /** 1 or absent: all. */
  readonly topP?: number;
}

/** Whether a filter takes anything away. Throws `bad-request` for one that has no meaning. */
export function filters({ topK = 0, topP = 1 }: SamplingFilter): boolean {
  if (!Number.isInteger(topK) || topK < 0) {
    throw new WaymarkError('bad-request', `Top-k is ${topK}.`, 'Use a whole number, and 0 for all tokens.');
  }
  if (!(topP > 0 && topP <= 1)) {
    throw new WaymarkError(
      'bad-request',
      `Top-p is ${topP}.`,
      'Use a number above 0 and up to 1, which is all tokens.',
    );
  }
  return topK > 0 || topP < 1;
}

/** The distribution to draw from, given logits: the temperature comes before the filter. */
export interface SamplingRule extends SamplingFilter {
  /** 0 takes the most probable token (the lowest id among equals) and reports log-probability at temperature 1. */
  readonly temperature: number;
  /** Ids with probability 0: `<pad>` and `<bos>`. */
  readonly masked: readonly number[];
}

/** What was drawn; overwritten by the next draw into the same object. */
export interface SampledToken {
  token: number;
  /** Nats, of the distribution that was drawn from. */
  logProb: number;
  /** Nats, of the same distribution. */
  entropy: number;
}

/** Weights of the row at hand; kept between calls, since a row is drawn from millions of times in a run. */
let weights = new Float64Array(0);

/**
 * Draws a token from the softmax of `logits[offset .. offset + vocabSize - 1] / temperature` into `result`,
 * as far as the rule's filter leaves it. `uniform` is in [0, 1). Throws `engine` when the logits are no numbers or leave
 * no token to draw.
 */
export function sampleToken(
  logits: Float32Array,
  offset: number,
  vocabSize: number,
  rule: SamplingRule,
  uniform: number,
  result: SampledToken,
): void {
  if (weights.length < vocabSize) weights = new Float64Array(vocabSize);
  for (let id = 0; id < vocabSize; id++) weights[id] = logits[offset + id];
  for (const id of rule.masked) weights[id] = -Infinity;
  let best = 0;
  for (let id = 1; id < vocabSize; id++) if (weights[id] > weights[best]) best = id;

  const greatest = weights[best];
  const temperature = rule.temperature === 0 ? 1 : rule.temperature;
  if (filters(rule)) keepMostProbable(vocabSize, temperature, rule);
  let total = 0;
  let weightedLogs = 0;
  for (let id = 0; id < vocabSize; id++) {
    const logWeight = (weights[id] - greatest) / temperature;
    const weight = exp(logWeight);
    weights[id] = weight;
    total += weight;
    // A weight of zero adds nothing to the entropy, but zero times minus infinity is no number.
    if (weight > 0) weightedLogs += weight * logWeight;
  }
  // Also true of NaN, which a NaN or infinite logit leads to.
  if (!(total >= 1)) throw notNumbers();

  const token = rule.temperature === 0 ? best : tokenAt(uniform * total, vocabSize);
  const logTotal = log(total);
  result.token = token;
  result.logProb = (logits[offset + token] - greatest) / temperature - logTotal;
  result.entropy = logTotal - weightedLogs / total;
}

/** Gives the logits in `weights` that a filter leaves out the value minus infinity. */
function keepMostProbable(vocabSize: number, temperature: number, { topK = 0, topP = 1 }: SamplingFilter): void {
  const ids = Uint32Array.from({ length: vocabSize }, (_, id) => id).sort((a, b) => {
    // Not the difference, which is no number for two masked tokens.
    if (weights[a] !== weights[b]) return weights[a] > weights[b] ? -1 : 1;
    return a - b;
  });
  const greatest = weights[ids[0]];
  const kept = topK === 0 ? vocabSize : Math.min(topK, vocabSize);
  const cumulative = new Float64Array(kept);
  let mass = 0;
  for (let rank = 0; rank < kept; rank++) {
    mass += exp((weights[ids[rank]] - greatest) / temperature);
    cumulative[rank] = mass;
  }
  // With NaN among the logits nothing compares; the sum of weights then tells.
  const enough = cumulative.findIndex((sum) => sum >= topP * mass);
  for (let rank = enough < 0 ? kept : enough + 1; rank < vocabSize; rank++) weights[ids[rank]] = -Infinity;
}

/** The first id at which the sum of weights exceeds `threshold`, which is below the sum of all. */
function tokenAt(threshold: number, vocabSize: number): number {
  let cumulative = 0;
  let id = 0;
  for (; id < vocabSize - 1; id++) {
    cumulative += weights[id];
    if (cumulative > threshold) break;
  }
  return id;
}

/** What is thrown where logits give nothing to draw from. */
export function notNumbers(): WaymarkError {
  return new WaymarkError(
    'engine',
    'The model gave logits that are no numbers, so no token can be drawn',
    'Go back to an earlier checkpoint and train with a lower learning rate.',
  );
}
