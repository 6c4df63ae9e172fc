/**
 * A WebGPU device and what is made on it: pipelines (compiled once, in the background), buffers, submits, read-backs.
 * Whatever goes wrong on the device surfaces as a `WaymarkError` at the next read-back, through which all results pass.
 */

import { WaymarkError } from '../../core/errors.ts';
import { hashText } from '../../core/random.ts';
import type { CommandList, Dispatch } from './command-list.ts';
import {
  composeShader,
  layoutEntries,
  type Bindings,
  type Constants,
  type ConstantTypes,
  type Kernel,
} from './kernel.ts';
import type { ShaderSources } from './shader-sources.ts';

/** Part of a buffer, in bytes. */
export interface Slice {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** What identifies an adapter: choices measured on it hold on no other. */
export interface AdapterIdentity {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /** Whether the processor plays the graphics device: proves correctness, never speed. */
  readonly isSoftware: boolean;
}

export interface GpuCounters {
  dispatches: number;
  submits: number;
  bytesRead: number;
}

/** Features that are used where the adapter has them; none is needed. */
const OPTIONAL_FEATURES = ['subgroups', 'timestamp-query'] as const satisfies readonly GPUFeatureName[];

/** Limits that are raised to what the adapter has; the guaranteed ones suffice. */
const RAISED_LIMITS = ['maxBufferSize', 'maxStorageBufferBindingSize', 'maxComputeWorkgroupStorageSize'] as const;

/** WebGPU's usage flags; Node has no globals for them. */
const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;
const MAP_READ = 1;

const REMEDY_LOST = 'Training goes on from its last checkpoint on a new device, or on the portable engine.';

export class Gpu {
  readonly device: GPUDevice;
  readonly adapter: AdapterIdentity;
  readonly features: ReadonlySet<string>;
  readonly counters: GpuCounters = { dispatches: 0, submits: 0, bytesRead: 0 };
  readonly #sources: ShaderSources;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #layouts = new Map<Bindings, GPUBindGroupLayout>();
  readonly #staging: { readonly buffer: GPUBuffer; busy: boolean }[] = [];
  #failure: WaymarkError | null = null;
  #closed = false;
  /** Rejects when the device is lost; never resolves. */
  readonly lost: Promise<never>;

  private constructor(device: GPUDevice, adapter: AdapterIdentity, sources: ShaderSources) {
    this.device = device;
    this.adapter = adapter;
    this.features = new Set([...device.features].map(String));
    this.#sources = sources;
    device.addEventListener('uncapturederror', ({ error }) => {
      // Not `instanceof`: the classes are no globals in Node.
      this.#failure ??= faultOf(error);
    });
    this.lost = device.lost.then(({ message }) => {
      const lost = new WaymarkError('gpu-lost', `The graphics device was lost: ${message}`, REMEDY_LOST);
      if (!this.#closed) this.#failure = lost;
      throw lost;
    });
    this.lost.catch(() => undefined);
  }

  /** Throws `no-gpu` where there is no adapter. */
  static async open(gpu: GPU | undefined, sources: ShaderSources): Promise<Gpu> {
    const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new WaymarkError('no-gpu', 'There is no graphics adapter that WebGPU can use.');
    const device = await adapter
      .requestDevice({
        requiredFeatures: OPTIONAL_FEATURES.filter((feature) => adapter.features.has(feature)),
        requiredLimits: Object.fromEntries(RAISED_LIMITS.map((limit) => [limit, adapter.limits[limit]])),
      })
      .catch((cause: unknown) => {
        throw new WaymarkError('gpu-fault', 'The graphics device could not be opened.', '', { cause });
      });
    const { vendor, architecture, device: name, description, isFallbackAdapter: isSoftware } = adapter.info;
    return new Gpu(device, { vendor, architecture, device: name, description, isSoftware }, sources);
  }

  /** A number that changes with a kernel's text: what was measured with another text holds no longer. */
  fingerprint<C extends ConstantTypes>(kernel: Kernel<Bindings, C>, constants: Constants<C>): number {
    return hashText(composeShader(kernel, constants, this.#sources));
  }

  /** Compiles a kernel, once for each set of constants. */
  pipeline<B extends Bindings, C extends ConstantTypes>(
    kernel: Kernel<B, C>,
    constants: Constants<C>,
  ): Promise<GPUComputePipeline> {
    const key = `${kernel.name} ${JSON.stringify(constants)}`;
    let pipeline = this.#pipelines.get(key);
    if (!pipeline) {
      pipeline = this.#compile(kernel, constants, key);
      this.#pipelines.set(key, pipeline);
    }
    return pipeline;
  }

  async #compile<C extends ConstantTypes>(
    kernel: Kernel<Bindings, C>,
    constants: Constants<C>,
    label: string,
  ): Promise<GPUComputePipeline> {
    const module = this.device.createShaderModule({ label, code: composeShader(kernel, constants, this.#sources) });
    const layout = this.device.createPipelineLayout({ bindGroupLayouts: [this.#layout(kernel.bindings)] });
    try {
      return await this.device.createComputePipelineAsync({ label, layout, compute: { module, entryPoint: 'main' } });
    } catch (error) {
      this.#throwFailure();
      const { messages } = await module.getCompilationInfo();
      const reasons = messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`).join('; ');
      throw new WaymarkError('gpu-fault', `The kernel ${label} did not compile. ${reasons}`, '', { cause: error });
    }
  }

  #layout(bindings: Bindings): GPUBindGroupLayout {
    let layout = this.#layouts.get(bindings);
    if (!layout) {
      layout = this.device.createBindGroupLayout({ entries: layoutEntries(bindings) });
      this.#layouts.set(bindings, layout);
    }
    return layout;
  }

  /** A kernel with its buffers, ready to be dispatched any number of times. */
  async prepare<B extends Bindings, C extends ConstantTypes>(
    kernel: Kernel<B, C>,
    constants: Constants<C>,
    buffers: { readonly [Name in keyof B]: Slice },
    workgroups: readonly [number, number, number],
  ): Promise<Dispatch> {
    const pipeline = await this.pipeline(kernel, constants);
    const bindGroup = this.device.createBindGroup({
      label: kernel.name,
      layout: this.#layout(kernel.bindings),
      entries: Object.keys(kernel.bindings).map((name, binding) => ({ binding, resource: { ...buffers[name] } })),
    });
    return { label: kernel.name, pipeline, bindGroup, workgroups };
  }

  /** Bytes that one binding can hold. */
  get largestBinding(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
  }

  /** A zeroed buffer for shaders to read and write; its size is rounded up to 16 bytes. */
  storage(label: string, bytes: number): Slice {
    const size = Math.max(16, Math.ceil(bytes / 16) * 16);
    const usage = USAGE.storage | USAGE.copySource | USAGE.copyTarget;
    return { buffer: this.device.createBuffer({ label, size, usage }), offset: 0, size };
  }

  uniform(label: string, bytes: number): Slice {
    const size = Math.ceil(bytes / 16) * 16;
    return {
      buffer: this.device.createBuffer({ label, size, usage: USAGE.uniform | USAGE.copyTarget }),
      offset: 0,
      size,
    };
  }

  write({ buffer, offset }: Slice, data: ArrayBufferLike | ArrayBufferView): void {
    if (ArrayBuffer.isView(data)) {
      this.device.queue.writeBuffer(buffer, offset, data.buffer, data.byteOffset, data.byteLength);
    } else {
      this.device.queue.writeBuffer(buffer, offset, data);
    }
  }

  /** Encodes lists one after the other in one pass, and submits them. */
  submit(lists: readonly CommandList[]): void {
    const encoder = this.device.createCommandEncoder();
    this.encode(encoder, lists);
    this.device.queue.submit([encoder.finish()]);
    this.counters.submits++;
  }

  encode(encoder: GPUCommandEncoder, lists: readonly CommandList[]): void {
    const pass = encoder.beginComputePass();
    for (const { dispatches } of lists) {
      for (const { pipeline, bindGroup, workgroups } of dispatches) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, bindGroup);
        pass.dispatchWorkgroups(...workgroups);
      }
      this.counters.dispatches += dispatches.length;
    }
    pass.end();
  }

  /**
   * Waits for all that was submitted and gives the bytes of these slices. Throws what went wrong on the device since
   * the last time: `gpu-lost`, `gpu-memory` or `gpu-fault`.
   */
  async read(slices: readonly Slice[], lists: readonly CommandList[] = []): Promise<readonly ArrayBuffer[]> {
    const total = slices.reduce((sum, { size }) => sum + size, 0);
    const staging = this.#takeStaging(total);
    try {
      const encoder = this.device.createCommandEncoder();
      if (lists.length > 0) this.encode(encoder, lists);
      let at = 0;
      for (const { buffer, offset, size } of slices) {
        encoder.copyBufferToBuffer(buffer, offset, staging.buffer, at, size);
        at += size;
      }
      this.device.queue.submit([encoder.finish()]);
      this.counters.submits++;
      // A lost device may never settle the map.
      await Promise.race([staging.buffer.mapAsync(MAP_READ, 0, total), this.lost]);
      this.#throwFailure();
      const bytes = staging.buffer.getMappedRange(0, total);
      at = 0;
      const results = slices.map(({ size }) => bytes.slice(at, (at += size)));
      staging.buffer.unmap();
      this.counters.bytesRead += total;
      staging.busy = false;
      return results;
    } catch (error) {
      this.#throwFailure();
      throw error instanceof WaymarkError ? error : readFault(error);
    }
  }

  /** A staging buffer is used again only after its map has ended. */
  #takeStaging(bytes: number): { readonly buffer: GPUBuffer; busy: boolean } {
    const known = this.#staging.find(({ buffer, busy }) => !busy && buffer.size >= bytes);
    if (known) {
      known.busy = true;
      return known;
    }
    const size = Math.max(4096, 2 ** Math.ceil(Math.log2(bytes)));
    const staging = { buffer: this.device.createBuffer({ size, usage: USAGE.mapRead | USAGE.copyTarget }), busy: true };
    this.#staging.push(staging);
    return staging;
  }

  #throwFailure(): void {
    const failure = this.#failure;
    if (failure === null) return;
    // A fault is told once; a lost device stays lost.
    if (failure.kind !== 'gpu-lost') this.#failure = null;
    throw failure;
  }

  close(): void {
    this.#closed = true;
    this.device.destroy();
  }
}

/** A map that is given up tells of a lost device before the device itself does. */
function readFault(cause: unknown): WaymarkError {
  const isAborted = cause instanceof Error && cause.name === 'AbortError';
  const message = cause instanceof Error ? cause.message : String(cause);
  return isAborted
    ? new WaymarkError('gpu-lost', `The graphics device was lost: ${message}`, REMEDY_LOST, { cause })
    : new WaymarkError('gpu-fault', `The graphics device gave nothing back: ${message}`, '', { cause });
}

function faultOf(error: GPUError): WaymarkError {
  return error.constructor.name === 'GPUOutOfMemoryError'
    ? new WaymarkError('gpu-memory', `The graphics device has too little memory: ${error.message}`)
    : new WaymarkError('gpu-fault', `The graphics device refused a command: ${error.message}`);
}
