/** The engines of a browser: its graphics device where there is one, WASM elsewhere. */

import { EngineSupply } from '../engines/engine-supply.ts';
import { openDeviceEngine } from '../engines/webgpu/device-engine.ts';
import { webShaders } from '../engines/webgpu/shaders-web.ts';
import { loraLayout } from '../policy/lora.ts';
import { openPathMemory } from './path-memory.ts';
import { openPortableEngine } from './portable-engine.ts';
import { neverSampled } from '../policy/vocabulary.ts';

/** `memoryName` is the database in which the fastest ways of computing are kept. */
export function webEngines(memoryName: string): EngineSupply {
  const memory = openPathMemory(memoryName);
  return new EngineSupply({
    openDevice: (base, lora) =>
      openDeviceEngine({
        base,
        lora,
        adapter: new Float32Array(loraLayout(base.config, lora).size),
        maskedTokens: neverSampled(base.tokenizer),
        // Undefined in browsers without WebGPU, although its type does not say so.
        gpu: navigator.gpu,
        shaders: webShaders,
        memory,
      }),
    openPortable: openPortableEngine,
    deviceRequired: false,
  });
}
