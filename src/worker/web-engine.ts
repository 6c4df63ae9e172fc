/** The engines of a browser: its graphics device, and WASM where there is none. */

import { EngineSupply } from '../engines/engine-supply.ts';
import { openPortableEngine } from './portable-engine.ts';

export function webEngines(): EngineSupply {
  return new EngineSupply({ openDevice: null, openPortable: openPortableEngine, deviceRequired: false });
}
