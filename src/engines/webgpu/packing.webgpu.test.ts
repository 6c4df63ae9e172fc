/** Protects that every projection lies where the kernels look for it, with its norm and its adapter in it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGpu } from '../../../test/engine/test-gpu.ts';
import { ODD_CONFIG, tinyModel } from '../../../test/engine/tiny-model.ts';
import { headSize, type LlamaConfig } from '../../policy/config.ts';
import { mergeInto } from '../../policy/lora.ts';
import { projectionModule, projectionShape, PROJECTIONS, type Projection } from '../../policy/weights.ts';
import type { Gpu } from './gpu.ts';
import { packNetwork, uploadBase } from './network.ts';
import { packedShape } from './packing.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const NARROW_HEADS: LlamaConfig = { ...ODD_CONFIG, head_dim: 6, tie_word_embeddings: true };

/** Where the real row and column of a projection must lie, written out independently of the kernel. */
function packedPlace(config: LlamaConfig, projection: Projection, row: number, column: number): [number, number] {
  const size = headSize(config);
  const head = Math.ceil(size / 4) * 4;
  const inHead = (index: number): number => Math.floor(index / size) * head + (index % size);
  const turned = (index: number): number => {
    const within = index % size;
    const pair = within % (size / 2);
    return Math.floor(index / size) * head + 2 * pair + (within < size / 2 ? 0 : 1);
  };
  const queries = config.num_attention_heads * head;
  const keys = config.num_key_value_heads * head;
  switch (projection) {
    case 'q_proj':
      return [turned(row), column];
    case 'k_proj':
      return [queries + turned(row), column];
    case 'v_proj':
      return [queries + keys + inHead(row), column];
    case 'o_proj':
      return [row, inHead(column)];
    case 'gate_proj':
      return [Math.floor(row / 4) * 8 + (row % 4), column];
    case 'up_proj':
      return [Math.floor(row / 4) * 8 + (row % 4) + 4, column];
    case 'down_proj':
      return [row, column];
  }
}

describe.each([
  ['grouped queries', ODD_CONFIG],
  ['heads that need padding', NARROW_HEADS],
])('packing with %s', (_, config) => {
  it('puts every number in its place and zeros elsewhere', async () => {
    const { base, layout, adapter } = tinyModel(config);
    const slice = gpu.storage('adapter', adapter.byteLength);
    gpu.write(slice, Float32Array.from(adapter));
    const { network, packAll } = await packNetwork(gpu, base, uploadBase(gpu, base), layout, slice);
    gpu.submit([packAll]);
    const weight = (name: string): Float32Array => base.weights.get(name)?.data ?? new Float32Array();

    for (let layer = 0; layer < config.num_hidden_layers; layer++) {
      const expected = new Map(
        (['qkv', 'output', 'gateUp', 'down'] as const).map((matrix) => {
          const [rows, columns] = packedShape(network.shape, matrix);
          return [matrix, { columns, data: new Float64Array(rows * columns) }];
        }),
      );
      for (const projection of PROJECTIONS) {
        const name = projectionModule(layer, projection);
        const [rows, columns] = projectionShape(config, projection);
        const module = layout.modules.find((candidate) => candidate.name === name);
        const merged = Float32Array.from(weight(`${name}.weight`));
        if (module) mergeInto(merged, merged, adapter, module, layout.scale);
        const isAttention = projection === 'q_proj' || projection === 'k_proj' || projection === 'v_proj';
        const isGated = projection === 'gate_proj' || projection === 'up_proj';
        const matrix = isAttention ? 'qkv' : isGated ? 'gateUp' : projection === 'o_proj' ? 'output' : 'down';
        const norm = isAttention ? 'input_layernorm' : isGated ? 'post_attention_layernorm' : null;
        const scales = norm === null ? null : weight(`model.layers.${layer}.${norm}.weight`);
        const target = expected.get(matrix);
        for (let row = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++) {
            const [packedRow, packedColumn] = packedPlace(config, projection, row, column);
            const value = merged[row * columns + column] * (scales?.[column] ?? 1);
            if (target) target.data[packedRow * target.columns + packedColumn] = value;
          }
        }
      }
      const matrices = network.layers[layer];
      const read = await gpu.read([matrices.qkv, matrices.output, matrices.gateUp, matrices.down]);
      [...expected.values()].forEach(({ data }, index) => {
        const actual = new Float32Array(read[index]).subarray(0, data.length);
        const worst = data.reduce((most, value, place) => Math.max(most, Math.abs(value - actual[place])), 0);
        // A few roundings of numbers of about one.
        expect(worst).toBeLessThan(2e-6);
      });
    }
  });

  it('folds the last norm into the head and pads the vocabulary', async () => {
    const { base, layout } = tinyModel(config);
    const adapter = gpu.storage('adapter', layout.size * 4);
    const { network, packAll } = await packNetwork(gpu, base, uploadBase(gpu, base), layout, adapter);
    gpu.submit([packAll]);
    const { hidden, vocabulary } = network.shape;
    const [embedding, head] = (await gpu.read([network.embedding, network.head])).map((data) => new Float32Array(data));
    const source = base.weights.get('model.embed_tokens.weight')?.data ?? new Float32Array();
    const headSource = base.weights.get('lm_head.weight')?.data ?? source;
    const norm = base.weights.get('model.norm.weight')?.data ?? new Float32Array();
    for (let token = 0; token < vocabulary; token++) {
      for (let column = 0; column < hidden; column++) {
        const real = token < config.vocab_size && column < config.hidden_size;
        const from = token * config.hidden_size + column;
        const at = token * hidden + column;
        expect(embedding[at]).toBe(real ? source[from] : 0);
        expect(head[at]).toBeCloseTo(real ? headSource[from] * norm[column] : 0, 6);
      }
    }
  });
});
