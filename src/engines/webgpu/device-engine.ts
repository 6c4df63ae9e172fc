/** The WebGPU engine as work is done with it: it may die with its device, and says by which paths it computes. */

import type { EnginePath, LivingEngine } from '../engine-supply.ts';
import { openWebGpuEngine, type WebGpuEngineOptions } from './open.ts';
import type { PathReport } from './paths/path.ts';

/** Opens an engine on a device of its own. Throws as `openWebGpuEngine`. */
export async function openDeviceEngine(options: WebGpuEngineOptions): Promise<LivingEngine> {
  const engine = await openWebGpuEngine(options);
  return { engine, death: engine.lost, paths: engine.report().paths.map(inWords) };
}

const REASONS: Readonly<Record<PathReport['why'], string>> = {
  measured: 'the fastest here',
  remembered: 'the fastest here, as measured before',
  only: 'the only one taken into account here',
};

function inWords({ choice, chosen, why, candidates }: PathReport): EnginePath {
  const rejected = candidates.flatMap(({ name, rejected: reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
  return { part: choice, chosen, why: [REASONS[why], ...rejected].join('; ') };
}
