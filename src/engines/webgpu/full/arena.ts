/**
 * All weights of a checkpoint in one flat vector, so that one optimiser's step covers them. Tensors are in the order of
 * policy/weights.ts; on the device each begins where a binding may, with zeros in between, and elsewhere there are no
 * gaps.
 */

import { weightShapes } from '../../../policy/weights.ts';
import type { LlamaConfig } from '../../../policy/config.ts';
import { WaymarkError } from '../../../core/errors.ts';
import type { BaseTensors } from '../network.ts';
import type { Slice } from '../gpu.ts';

interface PlacedTensor {
  readonly name: string;
  /** In the vector without gaps, in numbers. */
  readonly offset: number;
  /** On the device, in numbers. */
  readonly deviceOffset: number;
  readonly size: number;
}

export interface WeightLayout {
  readonly tensors: readonly PlacedTensor[];
  /** Numbers without gaps, and with them on the device. */
  readonly size: number;
  readonly deviceSize: number;
}

/** Numbers at whose multiples every device can bind: 256 bytes. */
const ALIGNMENT = 64;

export function weightLayout(config: LlamaConfig): WeightLayout {
  let size = 0;
  let deviceSize = 0;
  const tensors = [...weightShapes(config)].map(([name, shape]): PlacedTensor => {
    const placed = { name, offset: size, deviceOffset: deviceSize, size: shape.reduce((product, n) => product * n) };
    size += placed.size;
    deviceSize += Math.ceil(placed.size / ALIGNMENT) * ALIGNMENT;
    return placed;
  });
  return { tensors, size, deviceSize };
}

/** The tensors of a vector on the device, by name. */
export function tensorSlices({ tensors }: WeightLayout, { buffer, offset }: Slice): BaseTensors {
  return new Map(
    tensors.map(({ name, deviceOffset, size }) => [
      name,
      { buffer, offset: offset + deviceOffset * 4, size: Math.ceil(size / 4) * 16 },
    ]),
  );
}

/** A vector as it lies on the device. Throws `bad-model` for one of another size. */
export function withGaps({ tensors, size, deviceSize }: WeightLayout, flat: Float32Array): Float32Array<ArrayBuffer> {
  if (flat.length !== size) {
    throw new WaymarkError('bad-model', `There are ${flat.length} numbers for a model that has ${size}.`);
  }
  const device = new Float32Array(deviceSize);
  for (const { offset, deviceOffset, size: count } of tensors) {
    device.set(flat.subarray(offset, offset + count), deviceOffset);
  }
  return device;
}

/** The reverse of `withGaps`. */
export function withoutGaps({ tensors, size }: WeightLayout, device: Float32Array): Float32Array<ArrayBuffer> {
  const flat = new Float32Array(size);
  for (const { offset, deviceOffset, size: count } of tensors) {
    flat.set(device.subarray(deviceOffset, deviceOffset + count), offset);
  }
  return flat;
}
