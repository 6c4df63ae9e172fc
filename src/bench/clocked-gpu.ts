/**
 * A clock on the device: every compute pass writes when it began and ended, where the adapter has timestamps. What is
 * timed knows nothing of it: the methods of the adapter and device that it gets are the ones wrapped here.
 */

/** Queries that one set may hold; two for each pass. */
const QUERIES = 4096;
const BYTES_PER_QUERY = 8;
/** WebGPU's usage flags; Node has no globals for them. */
const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, queryResolve: 512 } as const;
const MAP_READ = 1;
const NANOSECONDS = 1e9;

export interface ClockedGpu {
  /** To open a device on, once. */
  readonly gpu: GPU;
  /**
   * Seconds that passes took since the last call, of which there were few enough to be written down; null otherwise,
   * and where the adapter has no timestamps.
   */
  lap(): Promise<number | null>;
}

export function clockedGpu(gpu: GPU): ClockedGpu {
  let clock: DeviceClock | null = null;
  const requestAdapter = async (options?: GPURequestAdapterOptions): Promise<GPUAdapter | null> => {
    const adapter = await gpu.requestAdapter(options);
    if (adapter === null) return null;
    const requestDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await requestDevice(descriptor);
      if (device.features.has('timestamp-query')) clock = new DeviceClock(device);
      return device;
    };
    return adapter;
  };
  // Nothing else is asked of it.
  return { gpu: { requestAdapter } as GPU, lap: async () => clock?.lap() ?? null };
}

class DeviceClock {
  readonly #device: GPUDevice;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #readable: GPUBuffer;
  readonly #createEncoder: GPUDevice['createCommandEncoder'];
  #used = 0;
  #overflowed = false;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: QUERIES });
    const size = QUERIES * BYTES_PER_QUERY;
    this.#resolved = device.createBuffer({ size, usage: USAGE.queryResolve | USAGE.copySource });
    this.#readable = device.createBuffer({ size, usage: USAGE.mapRead | USAGE.copyTarget });
    this.#createEncoder = device.createCommandEncoder.bind(device);
    device.createCommandEncoder = (descriptor) => this.#timed(this.#createEncoder(descriptor));
  }

  #timed(encoder: GPUCommandEncoder): GPUCommandEncoder {
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (descriptor) => {
      if (this.#used + 2 > QUERIES) {
        this.#overflowed = true;
        return begin(descriptor);
      }
      const timestampWrites = {
        querySet: this.#queries,
        beginningOfPassWriteIndex: this.#used,
        endOfPassWriteIndex: this.#used + 1,
      };
      this.#used += 2;
      return begin({ ...descriptor, timestampWrites });
    };
    return encoder;
  }

  async lap(): Promise<number | null> {
    const [used, overflowed] = [this.#used, this.#overflowed];
    this.#used = 0;
    this.#overflowed = false;
    if (overflowed) return null;
    if (used === 0) return 0;
    const bytes = used * BYTES_PER_QUERY;
    const encoder = this.#createEncoder();
    encoder.resolveQuerySet(this.#queries, 0, used, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#readable, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    await this.#readable.mapAsync(MAP_READ, 0, bytes);
    const times = new BigUint64Array(this.#readable.getMappedRange(0, bytes));
    let nanoseconds = 0n;
    for (let index = 0; index < used; index += 2) nanoseconds += times[index + 1] - times[index];
    this.#readable.unmap();
    return Number(nanoseconds) / NANOSECONDS;
  }
}
