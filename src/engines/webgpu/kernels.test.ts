/** Protects that every kernel's text is what its declaration says, within what every device allows. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kernelFaults } from '../../../test/engine/kernel-faults.ts';
import * as peak from '../../bench/peak.ts';
import * as unfold from './full/unfold.ts';
import * as weightGradients from './full/weight-gradients.ts';
import { declareKernel, read, uniform, write, type Kernel } from './kernel.ts';
import { MULTIPLY_VARIANTS } from './multiply.ts';
import * as optimiser from './optimiser.ts';
import * as packing from './packing.ts';
import * as product from './paths/product.ts';
import * as fused from './rollout/fused.ts';
import * as rollout from './rollout/kernels.ts';
import { nodeShaders } from './shaders-node.ts';
import * as attention from './training/attention.ts';
import * as training from './training/kernels.ts';
import * as loraGradient from './training/lora-gradient.ts';
import * as loss from './training/loss.ts';

const MODULES: readonly object[] = [
  ...[peak, unfold, weightGradients, optimiser, packing, product, fused, rollout, attention, training],
  ...[loraGradient, loss],
];

/** A value for every constant of that name, as the bundled model would have it. */
const SAMPLES: Readonly<Record<string, number | boolean>> = {
  ...{ IN: 96, OUT: 288, HIDDEN: 96, INNER: 256, VOCABULARY: 104, HEADS: 4, GROUP: 1, HEAD: 24, PADDED_HEAD: 24 },
  ...{ QUERIES: 96, KEYS: 96, PROJECTED: 288, LAYERS: 3, HIDDEN_SIZE: 96, EPSILON: 1e-5, SCALE: 0.2 },
  ...{ EMBEDDING_AT: 0, HEAD_AT: 2496, ROTARY_AT: 4992, QKV_AT: 6912, OUTPUT_AT: 13824, GATE_UP_AT: 16128 },
  ...{ DOWN_AT: 28416, LAYER_STRIDE: 27648, SAMPLING_INVOCATIONS: 64, COLUMNS: 4, CHUNK: 64, FILTERS: true },
  ...{ OUT_MAJOR: true, ROTATED: 192, GATHERED: true, LANES: 16, HAS_BESIDE: true, SCATTERED: true },
  ...{ WITH_KEYS: true, KIND: 2, HAS_BASE: true, HAS_ENTROPY: true, INVOCATIONS: 64, ROWS: 4, PARTS: 1 },
  ...{ COUNT: 1000, CHUNKS: 4, CHUNK_STRIDE: 1024, TILES: 6, A_TILES: 2, RANK_TILES: 1, NORMED: true },
  ...{ REAL_OUT: 96, REAL_IN: 96, FIRST_ROW: 0, ALTERNATES: false, ROW_ORDER: 2, COLUMN_ORDER: 0, RANK: 4 },
  ...{ HAS_NORM: true, ROUNDS: 16, EXCHANGES: true, WITH_SQUARES: true },
};

function isKernel(value: unknown): value is Kernel {
  return typeof value === 'object' && value !== null && 'bindings' in value && 'includes' in value;
}

const KERNELS = MODULES.flatMap((module) => Object.values(module).filter(isKernel));

/** With every variant of the product, where it has one. */
const CASES = KERNELS.flatMap((kernel) =>
  ('MULTIPLY' in kernel.constants ? MULTIPLY_VARIANTS : ['']).map((variant, index) => ({ kernel, variant, index })),
);

function sampleConstants(kernel: Kernel, variant: number): Record<string, number> {
  const constants = Object.keys(kernel.constants).map((name) => {
    const value = name === 'MULTIPLY' ? variant : SAMPLES[name];
    if (value === undefined) throw new Error(`Give the constant ${name} a sample.`);
    return [name, value];
  });
  // Of a kernel whose constants are not known by type, numbers are all that is asked for.
  return Object.fromEntries(constants) as Record<string, number>;
}

describe('every kernel', () => {
  it('is known here, and every other file is a part of one', () => {
    const folder = new URL('../../../shaders/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.wgsl'));
    const flags = [true, false].flatMap((flag) =>
      CASES.flatMap(({ kernel, index }) => {
        const constants = Object.entries(sampleConstants(kernel, index)).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? flag : value,
        ]);
        return kernel.includes(Object.fromEntries(constants) as Record<string, number>);
      }),
    );
    const parts = [...new Set(flags)];
    expect([...KERNELS.map(({ name }) => name), ...parts].map((name) => `${name}.wgsl`).sort()).toEqual(files.sort());
  });

  it.each(CASES)('$kernel.name $variant is what its declaration says', ({ kernel, index }) => {
    expect(kernelFaults(kernel, sampleConstants(kernel, index), nodeShaders)).toEqual([]);
  });
});

describe('a seeded fault is found:', () => {
  const DECLARED = declareKernel(
    'a/kernel',
    { x: read('f32'), y: write('vec4f'), sizes: uniform({ rows: 'u32' }) },
    { GROUP: 'u32' },
  );
  const SOUND = `var<workgroup> sums: array<vec4f, GROUP>;
@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  sums[local] = vec4f(x[local] + f32(sizes.rows));
  y[local].x = sums[local].x;
}`;

  it('none in a sound kernel', () => {
    expect(kernelFaults(DECLARED, { GROUP: 64 }, () => SOUND)).toEqual([]);
  });

  it.each([
    ['a buffer that is never used', SOUND.replace('x[local] + ', ''), 64, 'never uses x'],
    ['a buffer that is never written', SOUND.replace('y[local].x =', 'let z = y[local].x +'), 64, 'never writes y'],
    ['a comparison taken for a write', SOUND.replace('y[local].x =', 'let z = y[local].x =='), 64, 'never writes y'],
    ['a uniform that is never used', SOUND.replace('sizes.rows', '1'), 64, 'never uses sizes'],
    [
      'a binding of its own',
      `@group(0) @binding(3) var<storage, read> other: array<f32>;\n${SOUND}`,
      64,
      'binds 4 buffers, of which 3 are declared',
    ],
    ['a large workgroup', SOUND, 512, 'has workgroups of 512'],
    [
      'much workgroup memory',
      SOUND.replace('vec4f, GROUP>', 'vec4f, 1025>'),
      64,
      'needs 16400 bytes of workgroup memory',
    ],
    ['another entry point', SOUND.replace('fn main', 'fn start'), 64, 'has no entry point main'],
  ])('%s', (_, code, group, fault) => {
    expect(kernelFaults(DECLARED, { GROUP: group }, () => code)).toContain(fault);
  });

  it('a declaration that differs from what the text was made from', () => {
    const text = `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(1)
fn main() { y[0] = u32(x[0]); }`;
    // A kernel without bindings composes to its text alone; then it is held against other declarations.
    const bare = declareKernel('a/kernel', {}, {});
    const held = { ...bare, bindings: { x: write('f32'), y: write('f32') } };
    expect(kernelFaults(held, {}, () => text, bare)).toEqual([
      'takes x as read-only-storage, and the layout says storage',
      'never writes x',
      'takes y as u32',
    ]);
  });

  it('more storage buffers than every device has', () => {
    const names = Array.from({ length: 9 }, (_, index) => `x${index}`);
    const kernel = declareKernel('a/kernel', Object.fromEntries(names.map((name) => [name, write('f32')])), {});
    const body = names.map((name) => `${name}[0] = 1.0;`).join(' ');
    expect(kernelFaults(kernel, {}, () => `@compute @workgroup_size(1) fn main() { ${body} }`)).toEqual([
      'binds 9 storage buffers',
    ]);
  });
});
