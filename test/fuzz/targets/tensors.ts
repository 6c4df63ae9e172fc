/** Safetensors, and adapters in PEFT's layout made of them. */

import { encodeText } from '../../../src/core/bytes.ts';
import type { RandomStream } from '../../../src/core/random.ts';
import { readAdapter, writeAdapter } from '../../../src/policy/peft.ts';
import { initialAdapter, type LoraSettings } from '../../../src/policy/lora.ts';
import { readSafetensors, writeSafetensors, type Tensor } from '../../../src/policy/safetensors.ts';
import { smallConfig } from '../../../src/policy/testing/small-config.ts';
import { anyBytes, mutateBytes } from '../mutate-bytes.ts';
import { hostileJson, mutateJson } from '../mutate-json.ts';
import { requireSameBytes, type Target } from '../target.ts';

const PREFIX_BYTES = 8;

const LORA: LoraSettings = { rank: 2, alpha: 4, targets: ['q_proj', 'v_proj'] };
const ADAPTER = writeAdapter({ settings: LORA, values: initialAdapter(smallConfig, LORA, 1) }, smallConfig, 'tiny');

const TENSORS: readonly Uint8Array[] = [
  ADAPTER['adapter_model.safetensors'],
  writeSafetensors(new Map()),
  writeSafetensors(
    new Map<string, Tensor>([
      ['a', { dtype: 'F32', shape: [2, 2], data: new Float32Array([1, -0, Infinity, NaN]) }],
      ['b', { dtype: 'F16', shape: [3], data: new Float32Array([1, 0.5, -2]) }],
      ['c', { dtype: 'I64', shape: [1], data: new BigInt64Array([-1n]) }],
      ['d', { dtype: 'U8', shape: [0], data: new Uint8Array() }],
      ['e', { dtype: 'F64', shape: [], data: new Float64Array([0.1]) }],
      ['f', { dtype: 'I32', shape: [2, 1, 1], data: new Int32Array([7, -7]) }],
    ]),
    { format: 'pt', '0': 'a name that looks like a number' },
  ),
];

/** The file with another header, of whatever length that has. */
function withHeader(file: Uint8Array, header: string): Uint8Array {
  const size = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const written = encodeText(header);
  const data = file.subarray(PREFIX_BYTES + size);
  const whole = new Uint8Array(PREFIX_BYTES + written.length + data.length);
  new DataView(whole.buffer).setBigUint64(0, BigInt(written.length), true);
  whole.set(written, PREFIX_BYTES);
  whole.set(data, PREFIX_BYTES + written.length);
  return whole;
}

function mutateTensors(file: Uint8Array, random: RandomStream): Uint8Array {
  switch (random.nextInteger(8)) {
    case 0:
      return anyBytes(random, 64);
    case 1:
    case 2:
    case 3:
      return mutateBytes(file, random, random.pick(TENSORS));
    default: {
      const size = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
      const header: unknown = JSON.parse(Buffer.from(file.subarray(PREFIX_BYTES, PREFIX_BYTES + size)).toString());
      return withHeader(file, hostileJson(mutateJson(header, random), random));
    }
  }
}

export const safetensorsTarget: Target = {
  name: 'safetensors',
  share: 120,
  kinds: ['bad-file'],
  make: (random) => {
    const input = mutateTensors(random.pick(TENSORS), random);
    return {
      input,
      decode: () => {
        const { tensors, metadata } = readSafetensors(input);
        return () => {
          const written = writeSafetensors(tensors, metadata);
          const again = readSafetensors(written);
          requireSameBytes(writeSafetensors(again.tensors, again.metadata), written, 'The file written again');
        };
      },
    };
  },
};

export const adaptersTarget: Target = {
  name: 'adapters',
  share: 80,
  kinds: ['bad-file'],
  make: (random) => {
    const config: unknown = JSON.parse(Buffer.from(ADAPTER['adapter_config.json']).toString());
    const files = {
      'adapter_config.json':
        random.nextInteger(3) === 0
          ? ADAPTER['adapter_config.json']
          : encodeText(hostileJson(mutateJson(config, random), random)),
      'adapter_model.safetensors':
        random.nextInteger(3) === 0
          ? mutateTensors(ADAPTER['adapter_model.safetensors'], random)
          : ADAPTER['adapter_model.safetensors'],
    };
    return {
      input: Buffer.concat([files['adapter_config.json'], files['adapter_model.safetensors']]),
      decode: async () => {
        const adapter = await readAdapter(async (path) => files[path], smallConfig);
        return async () => {
          const written = writeAdapter(adapter, smallConfig, 'tiny');
          const again = writeAdapter(
            await readAdapter(async (path) => written[path], smallConfig),
            smallConfig,
            'tiny',
          );
          for (const path of ['adapter_config.json', 'adapter_model.safetensors'] as const) {
            requireSameBytes(again[path], written[path], `The adapter's ${path} written again`);
          }
        };
      },
    };
  },
};
