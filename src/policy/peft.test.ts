import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { decodeJson, encodeJson } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { parseConfig, type LlamaConfig } from './config.ts';
import { DEFAULT_LORA, loraLayout, loraView, type LoraSettings } from './lora.ts';
import { readAdapter, writeAdapter, type AdapterFile } from './peft.ts';
import { readSafetensors, writeSafetensors, type Tensor } from './safetensors.ts';

type Files = Readonly<Record<AdapterFile, Uint8Array>>;

const reader = (files: Files) => (path: AdapterFile) => Promise.resolve(files[path]);

let config: LlamaConfig;
let reference: Files;
beforeAll(async () => {
  config = parseConfig(decodeJson(await readReference('base/config.json'), 'config.json'));
  reference = {
    'adapter_config.json': await readReference('lake-rank4/adapter_config.json'),
    'adapter_model.safetensors': await readReference('lake-rank4/adapter_model.safetensors'),
  };
});

function distinctValues(settings: LoraSettings): Float32Array {
  return Float32Array.from({ length: loraLayout(config, settings).size }, (_, index) => index + 0.5);
}

describe('readAdapter', () => {
  it('reads the reference adapter into its place in the arena', async () => {
    const { settings, values } = await readAdapter(reader(reference), config);
    expect(settings).toEqual(DEFAULT_LORA);
    expect(values).toHaveLength(4608);
    const { tensors } = readSafetensors(reference['adapter_model.safetensors']);
    const stored = tensors.get('base_model.model.model.layers.2.self_attn.v_proj.lora_B.weight');
    // The last module's B: layer 2, second target.
    expect(values.subarray(4608 - 96 * 4)).toEqual(stored?.data);
  });

  it('takes features that PEFT writes as unused for unused', async () => {
    const adapterConfig = {
      ...(decodeJson(reference['adapter_config.json'], 'x') as object),
      modules_to_save: null,
      rank_pattern: {},
      alpha_pattern: {},
      layers_to_transform: null,
      use_dora: false,
      use_rslora: false,
      init_lora_weights: true,
    };
    const files = { ...reference, 'adapter_config.json': encodeJson(adapterConfig) };
    expect((await readAdapter(reader(files), config)).settings).toEqual(DEFAULT_LORA);
  });

  it.each([
    ['peft_type', { peft_type: 'IA3' }],
    ['r', { r: 0 }],
    ['lora_alpha', { lora_alpha: -1 }],
    ['target_modules', { target_modules: ['q_proj', 'embed_tokens'] }],
    ['target_modules', { target_modules: [] }],
    ['target_modules', { target_modules: ['q_proj', 'q_proj'] }],
    ['bias', { bias: 'all' }],
    ['fan_in_fan_out', { fan_in_fan_out: true }],
    ['modules_to_save', { modules_to_save: ['lm_head'] }],
    ['rank_pattern', { rank_pattern: { q_proj: 2 } }],
    ['alpha_pattern', { alpha_pattern: { q_proj: 2 } }],
    ['layers_to_transform', { layers_to_transform: [0] }],
    ['use_rslora', { use_rslora: true }],
    ['use_dora', { use_dora: true }],
  ])('refuses a config by naming %s', async (name, change) => {
    const adapterConfig = { ...(decodeJson(reference['adapter_config.json'], 'x') as object), ...change };
    const files = { ...reference, 'adapter_config.json': encodeJson(adapterConfig) };
    await expect(readAdapter(reader(files), config)).rejects.toThrow(
      expect.objectContaining({ kind: 'bad-file', message: expect.stringContaining(name) }),
    );
  });

  const lastB = 'base_model.model.model.layers.2.self_attn.v_proj.lora_B.weight';

  it.each<[string, RegExp, (tensors: Map<string, Tensor>) => void]>([
    ['a missing matrix', /lacks base_model.*layers\.2.*lora_B/, (tensors) => tensors.delete(lastB)],
    [
      'a matrix of another shape',
      /layers\.2.*lora_B\.weight is \[4, 96\], not \[96, 4\]/,
      (tensors) => tensors.set(lastB, { dtype: 'F32', shape: [4, 96], data: new Float32Array(384) }),
    ],
    [
      'a matrix of whole numbers',
      /lora_B\.weight is I32/,
      (tensors) => tensors.set(lastB, { dtype: 'I32', shape: [96, 4], data: new Int32Array(384) }),
    ],
    [
      'a matrix without a place',
      /has base_model\.model\.lm_head/,
      (tensors) => tensors.set('base_model.model.lm_head', { dtype: 'F32', shape: [0], data: new Float32Array(0) }),
    ],
  ])('refuses weights with %s', async (_, message, change) => {
    const tensors = new Map(readSafetensors(reference['adapter_model.safetensors']).tensors);
    change(tensors);
    const files = { ...reference, 'adapter_model.safetensors': writeSafetensors(tensors) };
    await expect(readAdapter(reader(files), config)).rejects.toThrow(
      expect.objectContaining({ kind: 'bad-file', message: expect.stringMatching(message) }),
    );
  });

  it('refuses the adapter of a smaller base', async () => {
    const smaller = { ...config, num_hidden_layers: 2 };
    await expect(readAdapter(reader(reference), smaller)).rejects.toThrow(/layers\.2.*no place/);
  });

  it('reads damaged files or says what is wrong with them', async () => {
    const damage = fc.record({
      path: fc.constantFrom<AdapterFile>('adapter_config.json', 'adapter_model.safetensors'),
      position: fc.nat(1600),
      value: fc.nat(255),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ path, position, value, cut }) => {
        const bytes = new Uint8Array(reference[path]);
        const damaged = cut ? bytes.subarray(0, position % bytes.length) : bytes;
        damaged[position % damaged.length] = value;
        try {
          await readAdapter(reader({ ...reference, [path]: damaged }), config);
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          expect(error).toMatchObject({ kind: 'bad-file' });
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe('writeAdapter', () => {
  it('is undone by reading, for any targets', async () => {
    const settings: LoraSettings = { rank: 2, alpha: 3, targets: ['down_proj', 'k_proj', 'o_proj', 'gate_proj'] };
    const values = distinctValues(settings);
    const files = writeAdapter({ settings, values }, config, 'waymark-00000000');
    expect(await readAdapter(reader(files), config)).toEqual({ settings, values });
  });

  it('gives the reference adapter its own tensors back, under the same names', async () => {
    const adapter = await readAdapter(reader(reference), config);
    const files = writeAdapter(adapter, config, 'base');
    expect(readSafetensors(files['adapter_model.safetensors'])).toEqual(
      readSafetensors(reference['adapter_model.safetensors']),
    );
    expect(decodeJson(files['adapter_config.json'], 'x')).toMatchObject(
      decodeJson(reference['adapter_config.json'], 'x') as object,
    );
  });

  it('writes the same bytes after reading them', async () => {
    const first = writeAdapter({ settings: DEFAULT_LORA, values: distinctValues(DEFAULT_LORA) }, config, 'base');
    const second = writeAdapter(await readAdapter(reader(first), config), config, 'base');
    expect(second).toEqual(first);
  });

  it('stores [rank, in] and [out, rank] matrices, as PEFT does', () => {
    const settings: LoraSettings = { rank: 2, alpha: 4, targets: ['down_proj'] };
    const values = distinctValues(settings);
    const files = writeAdapter({ settings, values }, config, 'base');
    const { tensors } = readSafetensors(files['adapter_model.safetensors']);
    const [{ a, b }] = loraLayout(config, settings).modules;
    expect(tensors.get('base_model.model.model.layers.0.mlp.down_proj.lora_A.weight')).toEqual({
      dtype: 'F32',
      shape: [2, 256],
      data: new Float32Array(loraView(values, a)),
    });
    expect(tensors.get('base_model.model.model.layers.0.mlp.down_proj.lora_B.weight')).toEqual({
      dtype: 'F32',
      shape: [96, 2],
      data: new Float32Array(loraView(values, b)),
    });
  });

  it('refuses values that do not fill the layout', () => {
    expect(() => writeAdapter({ settings: DEFAULT_LORA, values: new Float32Array(3) }, config, 'base')).toThrow(
      RangeError,
    );
  });
});
