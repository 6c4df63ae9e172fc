/**
 * The graphics device and the ONNX Runtime of wherever a test runs: SwiftShader and WebAssembly in a browser, a
 * software Vulkan driver and the native runtime in Node. A test that uses these two runs in both places.
 */

import { Gpu } from '../../src/engines/webgpu/gpu.ts';
import type { ShaderSources } from '../../src/engines/webgpu/shader-sources.ts';
import type { OnnxRuntime } from '../../src/engines/onnx/runtime.ts';

const IN_NODE = typeof navigator === 'undefined' || !('gpu' in navigator);

/** Dawn ends its threads when its instance is collected, so the instance lives as long as the process. */
let dawn: GPU | null = null;

/** What WebGPU is reached through here. */
export async function testAdapters(): Promise<{ readonly gpu: GPU; readonly shaders: ShaderSources }> {
  if (IN_NODE) {
    const [{ create }, { nodeShaders }] = await Promise.all([
      import('webgpu'),
      import('../../src/engines/webgpu/shaders-node.ts'),
    ]);
    dawn ??= create([]);
    return { gpu: dawn, shaders: nodeShaders };
  }
  const { webShaders } = await import('../../src/engines/webgpu/shaders-web.ts');
  return { gpu: navigator.gpu, shaders: webShaders };
}

/** A device of its own; close it after use. Throws `no-gpu` where there is no adapter: such a test must not pass. */
export async function openTestGpu(): Promise<Gpu> {
  const { gpu, shaders } = await testAdapters();
  return Gpu.open(gpu, shaders);
}

/** What runs oracles here. */
export async function testRuntime(): Promise<OnnxRuntime> {
  return IN_NODE
    ? (await import('../../src/engines/onnx/runtime-native.ts')).nativeRuntime
    : (await import('../../src/engines/onnx/runtime-web.ts')).webRuntime;
}

const REFERENCE: Readonly<Record<string, string>> = import.meta.glob(
  ['../fixtures/reference/*/*', '../fixtures/reference/*.safetensors'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

/** The bytes of one file of test/fixtures/reference/, by its path there. */
export async function readReferenceHere(path: string): Promise<Uint8Array> {
  if (IN_NODE) return (await import('../fixtures/reference.ts')).readReference(path);
  const response = await fetch(REFERENCE[`../fixtures/reference/${path}`]);
  return new Uint8Array(await response.arrayBuffer());
}
