/**
 * Holds the text of a kernel against its declaration, with a WGSL parser that knows nothing of ours: what is bound
 * otherwise than a shader reads it gives wrong numbers without a word.
 */

import { ResourceType, WgslParser, WgslReflect, type VariableInfo } from 'wgsl_reflect/wgsl_reflect.module.js';
import {
  composeShader,
  layoutEntries,
  type Bindings,
  type Constants,
  type ConstantTypes,
} from '../../src/engines/webgpu/kernel.ts';
import type { Kernel } from '../../src/engines/webgpu/kernel.ts';
import type { ShaderSources } from '../../src/engines/webgpu/shader-sources.ts';

/** What every device allows. */
const MAX_STORAGE_BUFFERS = 8;
const MAX_INVOCATIONS = 256;
const MAX_WORKGROUP_BYTES = 16_384;

/** All that is wrong with a kernel, in words. Its text comes from `composed`, which is the kernel unless a test says so. */
export function kernelFaults<C extends ConstantTypes>(
  kernel: Kernel<Bindings, C>,
  constants: Constants<C>,
  sources: ShaderSources,
  composed = kernel,
): readonly string[] {
  // The parser takes `block` for a keyword, which it is not.
  const code = composeShader(composed, constants, sources).replace(/\bblock\b/g, 'a_block');
  const reflection = new WgslReflect(code);
  const main = reflection.entry.compute.find(({ name }) => name === 'main');
  if (!main) return ['has no entry point main'];

  const invocations = (main.workgroupSize ?? []).reduce((product, size) => product * size, 1);
  const bytes = workgroupBytes(code, reflection);
  const found = [...reflection.storage, ...reflection.uniforms];
  const declared = Object.entries(kernel.bindings);
  return [
    ...(found.length === declared.length
      ? []
      : [`binds ${found.length} buffers, of which ${declared.length} are declared`]),
    ...declared.flatMap(([name], index) => bindingFaults(kernel.bindings, name, index, found, code)),
    ...declared.flatMap(([name]) => (main.resources.some((used) => used.name === name) ? [] : [`never uses ${name}`])),
    ...(reflection.storage.length > MAX_STORAGE_BUFFERS ? [`binds ${reflection.storage.length} storage buffers`] : []),
    ...(invocations >= 1 && invocations <= MAX_INVOCATIONS ? [] : [`has workgroups of ${invocations}`]),
    ...(bytes <= MAX_WORKGROUP_BYTES ? [] : [`needs ${bytes} bytes of workgroup memory`]),
  ];
}

function bindingFaults(
  bindings: Bindings,
  name: string,
  index: number,
  found: readonly VariableInfo[],
  code: string,
): readonly string[] {
  const variable = found.find(({ binding, group }) => binding === index && group === 0);
  if (variable?.name !== name) return [`has ${variable?.name ?? 'nothing'} at binding ${index}, and not ${name}`];
  const layout = layoutEntries(bindings)[index].buffer?.type;
  const actual =
    variable.resourceType === ResourceType.Uniform
      ? 'uniform'
      : variable.access === 'read_write'
        ? 'storage'
        : 'read-only-storage';
  const binding = bindings[name];
  const element = variable.format?.name ?? '';
  return [
    ...(layout === actual ? [] : [`takes ${name} as ${actual}, and the layout says ${layout}`]),
    ...(binding.access === 'uniform' || element === binding.element ? [] : [`takes ${name} as ${element}`]),
    ...(binding.access !== 'read_write' || writes(code, name) ? [] : [`never writes ${name}`]),
  ];
}

/** Whether an element of an array, or a component of one, is assigned to somewhere. */
function writes(code: string, name: string): boolean {
  const uses = code.matchAll(new RegExp(`\\b${name}\\[`, 'g'));
  return [...uses].some(({ index, 0: opening }) => {
    let depth = 1;
    let end = index + opening.length;
    for (; depth > 0 && end < code.length; end++) depth += code[end] === '[' ? 1 : code[end] === ']' ? -1 : 0;
    return /^(\.\w+|\[\w+\])?\s*[-+*/]?=[^=]/.test(code.slice(end));
  });
}

function workgroupBytes(code: string, reflection: WgslReflect): number {
  let bytes = 0;
  for (const node of new WgslParser().parse(code)) {
    const { storage, type } = node as unknown as { storage?: string; type?: Parameters<WgslReflect['getTypeInfo']>[0] };
    if (storage === 'workgroup' && type) bytes += Math.ceil(reflection.getTypeInfo(type).size / 16) * 16;
  }
  return bytes;
}
