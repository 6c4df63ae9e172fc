/**
 * Adapters in few bits, for links. Every row of A and every column of B runs along one component of the rank, and
 * becomes whole numbers times a scale of its own: B A is the same when a row of A grows by what its column of B
 * shrinks, so that scales shared between components would cost bits and gain nothing.
 */

import { WaymarkError } from '../core/errors.ts';
import type { LlamaConfig } from './config.ts';
import { floatToHalf, halfToFloat } from './half.ts';
import { loraLayout, type LoraLayout, type LoraSettings } from './lora.ts';

/** Bits per value that links offer, fewest first. */
export const LINK_BITS = [2, 3, 4, 6, 8] as const;
export type LinkBits = (typeof LINK_BITS)[number];

/**
 * An adapter in few bits: every row of A, and every column of B (both run along one component of the rank), is whole
 * numbers of `bits` bits times one scale.
 */
export interface QuantisedAdapter {
  readonly settings: LoraSettings;
  readonly bits: LinkBits;
  /** IEEE half-precision bits, one per row of A and column of B, in the order of the layout. */
  readonly scales: Uint16Array;
  /** From -(2^(bits-1) - 1) to 2^(bits-1) - 1; in the order of the rows and columns. */
  readonly values: Int8Array;
}

/** The largest whole number of so many bits: as far below zero as above it, so that zero is a value. */
export function largestValue(bits: LinkBits): number {
  return (1 << (bits - 1)) - 1;
}

/** The largest finite half-precision number, as bits. */
export const LARGEST_SCALE = 0x7bff;

/** Scales that are tried: those that make n / 32 of the largest number the largest value; larger ones are cut off. */
const SCALE_STEPS = 32;
const LEAST_STEP = 8;

/** A row of A or a column of B in the arena. */
interface Line {
  readonly offset: number;
  readonly stride: number;
  readonly length: number;
}

/** All lines: module by module, the rows of A, then the columns of B. */
function linesOf({ modules, settings: { rank } }: LoraLayout): readonly Line[] {
  const components = Array.from({ length: rank }, (_, component) => component);
  return modules.flatMap(({ a, b, inSize, outSize }) => [
    ...components.map((component): Line => ({ offset: a.offset + component * inSize, stride: 1, length: inSize })),
    ...components.map((component): Line => ({ offset: b.offset + component, stride: rank, length: outSize })),
  ]);
}

/**
 * An adapter in so many bits, with the scales of least squared error among those tried. The same adapter gives the same
 * bits everywhere. Throws `bad-request` for an adapter that holds something else than finite numbers.
 */
export function quantise(
  config: LlamaConfig,
  { settings, values }: { readonly settings: LoraSettings; readonly values: Float32Array },
  bits: LinkBits,
): QuantisedAdapter {
  const layout = loraLayout(config, settings);
  if (values.length !== layout.size) {
    throw new RangeError(`An adapter of ${values.length} numbers does not fit a layout of ${layout.size}`);
  }
  if (!values.every(Number.isFinite)) {
    throw new WaymarkError('bad-request', 'The adapter holds numbers that are not finite.', 'Train it again.');
  }
  const lines = linesOf(layout);
  const scales = new Uint16Array(lines.length);
  const wholes = new Int8Array(layout.size);
  let at = 0;
  lines.forEach(({ offset, stride, length }, index) => {
    const numbers = Float32Array.from({ length }, (_, step) => values[offset + step * stride]);
    const line = wholes.subarray(at, at + length);
    scales[index] = bestScale(numbers, largestValue(bits));
    round(numbers, valueOfHalf(scales[index]), largestValue(bits), line);
    at += length;
  });
  return { settings, bits, scales, values: wholes };
}

/** The scale of least squared error, as half-precision bits; 0 where all numbers round to nothing. */
function bestScale(numbers: Float32Array, largest: number): number {
  const extent = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  const rounded = new Int8Array(numbers.length);
  let best = 0;
  let least = squaredError(numbers, rounded, 0);
  for (let step = SCALE_STEPS; step >= LEAST_STEP; step--) {
    const [half] = floatToHalf(Float32Array.of((extent * step) / (SCALE_STEPS * largest)));
    const candidate = Math.min(half, LARGEST_SCALE);
    if (candidate === 0) continue;
    const scale = valueOfHalf(candidate);
    round(numbers, scale, largest, rounded);
    const error = squaredError(numbers, rounded, scale);
    if (error < least) [best, least] = [candidate, error];
  }
  return best;
}

function valueOfHalf(bits: number): number {
  return halfToFloat(Uint16Array.of(bits))[0];
}

/** Writes each number in units of the scale into `wholes`, the nearest that there is. */
function round(numbers: Float32Array, scale: number, largest: number, wholes: Int8Array): void {
  if (scale === 0) {
    wholes.fill(0);
    return;
  }
  numbers.forEach((number, index) => {
    wholes[index] = Math.max(-largest, Math.min(largest, Math.round(number / scale)));
  });
}

function squaredError(numbers: Float32Array, wholes: Int8Array, scale: number): number {
  return numbers.reduce((sum, number, index) => {
    const error = number - scale * wholes[index];
    return sum + error * error;
  }, 0);
}

/**
 * The adapter's numbers, flat. Each is a product that float32 holds exactly, so they are the same everywhere. Throws
 * `link-damaged` where the adapter does not fit the base, or holds what quantising never gives.
 */
export function dequantise(config: LlamaConfig, { settings, bits, scales, values }: QuantisedAdapter): Float32Array {
  const layout = loraLayout(config, settings);
  const lines = linesOf(layout);
  if (scales.length !== lines.length || values.length !== layout.size) {
    throw damaged(
      `The agent has ${values.length} numbers in ${scales.length} lines; its base takes ${layout.size} in ${lines.length}.`,
    );
  }
  const largest = largestValue(bits);
  if (!scales.every((scale) => scale <= LARGEST_SCALE)) throw damaged('A scale of the agent is no positive number.');
  if (!values.every((value) => Math.abs(value) <= largest)) {
    throw damaged(`A number of the agent does not fit ${bits} bits.`);
  }
  const adapter = new Float32Array(layout.size);
  let at = 0;
  lines.forEach(({ offset, stride, length }, index) => {
    const scale = valueOfHalf(scales[index]);
    for (let step = 0; step < length; step++) adapter[offset + step * stride] = scale * values[at + step];
    at += length;
  });
  return adapter;
}

function damaged(defect: string): WaymarkError {
  return new WaymarkError('link-damaged', defect, 'Ask for the link again, or for a file.');
}
