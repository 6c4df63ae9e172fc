import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { DEFAULT_LORA, initialAdapter, loraLayout, loraView, mergeInto } from './lora.ts';
import { readSafetensors, type Tensor } from './safetensors.ts';
import { smallConfig } from './testing/small-config.ts';
import { PROJECTIONS } from './weights.ts';

describe('loraLayout', () => {
  it('goes layer by layer, target by target in the order of the settings, A before B', () => {
    const layout = loraLayout(smallConfig, { rank: 3, alpha: 6, targets: ['v_proj', 'down_proj'] });
    expect(layout.scale).toBe(2);
    expect(layout.matrices).toEqual([
      { name: 'model.layers.0.self_attn.v_proj.lora_A', shape: [3, 8], offset: 0 },
      { name: 'model.layers.0.self_attn.v_proj.lora_B', shape: [4, 3], offset: 24 },
      { name: 'model.layers.0.mlp.down_proj.lora_A', shape: [3, 12], offset: 36 },
      { name: 'model.layers.0.mlp.down_proj.lora_B', shape: [8, 3], offset: 72 },
      { name: 'model.layers.1.self_attn.v_proj.lora_A', shape: [3, 8], offset: 96 },
      { name: 'model.layers.1.self_attn.v_proj.lora_B', shape: [4, 3], offset: 120 },
      { name: 'model.layers.1.mlp.down_proj.lora_A', shape: [3, 12], offset: 132 },
      { name: 'model.layers.1.mlp.down_proj.lora_B', shape: [8, 3], offset: 168 },
    ]);
    expect(layout.size).toBe(192);
  });

  it('has the 4608 numbers of the reference adapter by default', () => {
    const reference = { ...smallConfig, hidden_size: 96, num_hidden_layers: 3, num_key_value_heads: 4 };
    expect(loraLayout(reference, DEFAULT_LORA).size).toBe(4608);
  });

  it('fits every projection of a model with fewer key heads and a head size of its own', () => {
    const layout = loraLayout({ ...smallConfig, head_dim: 6 }, { rank: 1, alpha: 1, targets: PROJECTIONS });
    expect(layout.modules.slice(0, 7).map(({ outSize, inSize }) => [outSize, inSize])).toEqual([
      [24, 8],
      [12, 8],
      [12, 8],
      [8, 24],
      [12, 8],
      [12, 8],
      [8, 12],
    ]);
  });

  it.each([
    [{ ...DEFAULT_LORA, rank: 0 }],
    [{ ...DEFAULT_LORA, rank: 1.5 }],
    [{ ...DEFAULT_LORA, alpha: 0 }],
    [{ ...DEFAULT_LORA, alpha: NaN }],
    [{ ...DEFAULT_LORA, targets: [] }],
    [{ ...DEFAULT_LORA, targets: ['q_proj', 'q_proj'] as const }],
  ])('refuses %o', (settings) => {
    expect(() => loraLayout(smallConfig, settings)).toThrow(expect.objectContaining({ kind: 'bad-request' }));
  });
});

describe('initialAdapter', () => {
  const config = { ...smallConfig, hidden_size: 64, num_hidden_layers: 8 };
  const settings = { rank: 8, alpha: 8, targets: ['q_proj', 'up_proj'] } as const;

  it('draws every A with variance 1 / inputs and leaves every B zero', () => {
    const adapter = initialAdapter(config, settings, 1);
    const layout = loraLayout(config, settings);
    for (const { b } of layout.modules) expect(loraView(adapter, b).every((value) => value === 0)).toBe(true);
    const values = layout.modules.flatMap(({ a }) => [...loraView(adapter, a)]);
    const count = values.length;
    expect(count).toBe(16 * 8 * 64);
    const mean = values.reduce((sum, x) => sum + x, 0) / count;
    const variance = values.reduce((sum, x) => sum + x * x, 0) / count;
    // Four standard errors.
    expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(1 / 64 / count));
    expect(Math.abs(variance * 64 - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  });

  it('depends on the seed alone, and repeats no matrix', () => {
    const adapter = initialAdapter(config, settings, 1);
    expect(initialAdapter(config, settings, 1)).toEqual(adapter);
    expect(initialAdapter(config, settings, 2)).not.toEqual(adapter);
    const firsts = loraLayout(config, settings).modules.map(({ a }) => adapter[a.offset]);
    expect(new Set(firsts).size).toBe(firsts.length);
  });
});

describe('mergeInto', () => {
  it('adds scale times B A to the base', () => {
    const config = {
      ...smallConfig,
      hidden_size: 2,
      num_attention_heads: 1,
      num_key_value_heads: 1,
      num_hidden_layers: 1,
    };
    const layout = loraLayout(config, { rank: 1, alpha: 2, targets: ['q_proj'] });
    // A = [3 5], B = [7 11]': B A = [[21 35] [33 55]].
    const adapter = Float32Array.of(3, 5, 7, 11);
    const base = Float32Array.of(0.5, 1, 2, 4);
    const merged = new Float32Array(4);
    mergeInto(merged, base, adapter, layout.modules[0], layout.scale);
    expect(merged).toEqual(Float32Array.of(42.5, 71, 68, 114));
    expect(base).toEqual(Float32Array.of(0.5, 1, 2, 4));
    mergeInto(base, base, adapter, layout.modules[0], layout.scale);
    expect(base).toEqual(merged);
  });

  it('sums over the ranks of matrices that are not square', () => {
    const config = { ...smallConfig, hidden_size: 2, intermediate_size: 3, num_hidden_layers: 1, head_dim: 2 };
    const layout = loraLayout(config, { rank: 2, alpha: 1, targets: ['up_proj'] });
    // A = [1 2; 3 4], B = [1 0; 0 1; 10 100]: B A = [1 2; 3 4; 310 420], scaled by 1/2.
    const adapter = Float32Array.of(1, 2, 3, 4, 1, 0, 0, 1, 10, 100);
    const merged = new Float32Array(6);
    mergeInto(merged, new Float32Array(6), adapter, layout.modules[0], layout.scale);
    expect(merged).toEqual(Float32Array.of(0.5, 1, 1.5, 2, 155, 210));
  });

  it('changes nothing before any training', () => {
    const layout = loraLayout(smallConfig, DEFAULT_LORA);
    const adapter = initialAdapter(smallConfig, DEFAULT_LORA, 3);
    for (const module of layout.modules) {
      const base = Float32Array.from({ length: module.inSize * module.outSize }, (_, index) => index / 7);
      const merged = new Float32Array(base.length);
      mergeInto(merged, base, adapter, module, layout.scale);
      expect(merged).toEqual(base);
    }
  });
});

describe('the reference vectors', () => {
  let tensors: ReadonlyMap<string, Tensor>;
  beforeAll(async () => {
    tensors = readSafetensors(await readReference('vectors.safetensors')).tensors;
  });

  it('hold exactly the matrices of the layout', () => {
    const config = { ...smallConfig, hidden_size: 96, num_hidden_layers: 3, num_key_value_heads: 4 };
    for (const { name, shape } of loraLayout(config, DEFAULT_LORA).matrices) {
      const stored = name.replace(/^model\./, '');
      expect(tensors.get(stored)?.shape).toEqual(shape);
      expect(tensors.get(`${stored}.grad`)?.shape).toEqual(shape);
    }
  });
});
