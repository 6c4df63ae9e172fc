/**
 * Kernels as data. One declaration names a kernel's buffers and constants; from it come the bind group layout, the WGSL
 * that declares them, and the types that callers are held to. So the access mode in the shader and in the layout
 * cannot differ, which elsewhere gave wrong numbers without a word.
 */

import type { ShaderSources } from './shader-sources.ts';

/** What an element of a storage array may be. */
export type ElementType = 'f32' | 'u32' | 'vec2f' | 'vec4f' | 'vec2u' | 'vec4u';

export interface StorageBinding {
  readonly access: 'read' | 'read_write';
  readonly element: ElementType;
}

/** A uniform of 32-bit fields, at most a few; in WGSL a struct of that name. */
export interface UniformBinding {
  readonly access: 'uniform';
  readonly fields: Readonly<Record<string, 'u32' | 'f32'>>;
}

export type Binding = StorageBinding | UniformBinding;
export type Bindings = Readonly<Record<string, Binding>>;
export type ConstantTypes = Readonly<Record<string, 'u32' | 'f32' | 'bool'>>;

/** Values for a kernel's constants: they are compiled into the shader, which can then unroll and size arrays by them. */
export type Constants<C extends ConstantTypes> = {
  readonly [Name in keyof C]: C[Name] extends 'bool' ? boolean : number;
};

export interface Kernel<B extends Bindings = Bindings, C extends ConstantTypes = ConstantTypes> {
  /** Its file, `shaders/NAME.wgsl`, with an entry point called `main`. */
  readonly name: string;
  /** In the order of their binding numbers. */
  readonly bindings: B;
  readonly constants: C;
  /** Files with shared functions, put before the kernel's own text. A constant may choose between some. */
  readonly includes: (constants: Constants<C>) => readonly string[];
  /** Optional WGSL features that the kernel needs with these constants. */
  readonly enables: (constants: Constants<C>) => readonly 'subgroups'[];
}

interface KernelOptions<C extends ConstantTypes> {
  readonly includes?: readonly string[] | ((constants: Constants<C>) => readonly string[]);
  readonly enables?: readonly 'subgroups'[] | ((constants: Constants<C>) => readonly 'subgroups'[]);
}

export function declareKernel<const B extends Bindings, const C extends ConstantTypes>(
  name: string,
  bindings: B,
  constants: C,
  { includes = [], enables = [] }: KernelOptions<C> = {},
): Kernel<B, C> {
  return {
    name,
    bindings,
    constants,
    includes: typeof includes === 'function' ? includes : () => includes,
    enables: typeof enables === 'function' ? enables : () => enables,
  };
}

/** Declarations of a storage buffer: `read('vec4f')`, `write('f32')`. */
export function read<const E extends ElementType>(element: E): { readonly access: 'read'; readonly element: E } {
  return { access: 'read', element };
}

/** A buffer that the kernel writes, and may read. */
export function write<const E extends ElementType>(element: E): { readonly access: 'read_write'; readonly element: E } {
  return { access: 'read_write', element };
}

export function uniform<const F extends UniformBinding['fields']>(
  fields: F,
): { readonly access: 'uniform'; readonly fields: F } {
  return { access: 'uniform', fields };
}

/** The whole text of a kernel: features, constants, bindings, shared functions, its own file. */
export function composeShader<C extends ConstantTypes>(
  kernel: Kernel<Bindings, C>,
  constants: Constants<C>,
  sources: ShaderSources,
): string {
  return [
    ...kernel.enables(constants).map((feature) => `enable ${feature};`),
    ...Object.entries(kernel.constants).map(
      ([name, type]) => `const ${name}: ${type} = ${literal(type, constants[name])};`,
    ),
    ...Object.entries(kernel.bindings).map(([name, binding], index) => declaration(name, binding, index)),
    ...kernel.includes(constants).map(sources),
    sources(kernel.name),
  ].join('\n');
}

function declaration(name: string, binding: Binding, index: number): string {
  const place = `@group(0) @binding(${index})`;
  if (binding.access !== 'uniform') {
    return `${place} var<storage, ${binding.access}> ${name}: array<${binding.element}>;`;
  }
  const fields = Object.entries(binding.fields).map(([field, type]) => `${field}: ${type}`);
  const struct = `${name[0].toUpperCase()}${name.slice(1)}`;
  return `struct ${struct} { ${fields.join(', ')} }\n${place} var<uniform> ${name}: ${struct};`;
}

function literal(type: 'u32' | 'f32' | 'bool', value: number | boolean): string {
  switch (type) {
    case 'u32':
      return `${value}u`;
    case 'bool':
      return String(value);
    case 'f32': {
      const text = String(value);
      return /[.e]/.test(text) ? `${text}f` : `${text}.0f`;
    }
  }
}

/** The same bindings as the layout that WebGPU asks for. */
export function layoutEntries(bindings: Bindings): GPUBindGroupLayoutEntry[] {
  return Object.values(bindings).map(({ access }, binding) => ({
    binding,
    // 4 is GPUShaderStage.COMPUTE, a global that Node does not have.
    visibility: 4,
    buffer: { type: access === 'uniform' ? 'uniform' : access === 'read' ? 'read-only-storage' : 'storage' },
  }));
}

/** A uniform's fields as bytes, padded to 16. */
export function uniformBytes<F extends UniformBinding['fields']>(
  { fields }: { readonly fields: F },
  values: Readonly<Record<keyof F, number>>,
): ArrayBuffer {
  const names = Object.keys(fields);
  const bytes = new ArrayBuffer(Math.ceil(names.length / 4) * 16);
  const view = new DataView(bytes);
  names.forEach((name, index) => {
    if (fields[name] === 'f32') view.setFloat32(index * 4, values[name], true);
    else view.setUint32(index * 4, values[name], true);
  });
  return bytes;
}
