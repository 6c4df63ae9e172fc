/** The benchmark in Node, through Dawn: our own figures, since the peers need a browser. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchModel, benchOracle, engineOpener } from '../../src/bench/model.ts';
import type { BenchReport, Omission } from '../../src/bench/report.ts';
import type { BenchSettings } from '../../src/bench/settings.ts';
import { runSuite } from '../../src/bench/suite.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import { nativeGpu } from '../../src/engines/webgpu/native-gpu.ts';
import { nodeShaders } from '../../src/engines/webgpu/shaders-node.ts';
import { DEFAULT_BASE } from '../../src/learning/presets.ts';
import { loadBaseModel } from '../../src/policy/model.ts';
import { siteBaseFolder } from '../cli/base-folder.ts';

const BROWSER_ONLY = 'its WebGPU backend needs a browser';
const ABSENT: readonly Omission[] = ['Transformers.js', 'onnxruntime-web', 'jax-js', 'TensorFlow.js'].map((what) => ({
  what,
  why: BROWSER_ONLY,
}));

export async function benchInNode(settings: BenchSettings, progress: (what: string) => void): Promise<BenchReport> {
  const folder = siteBaseFolder(DEFAULT_BASE);
  const model = benchModel(await loadBaseModel(async (file) => new Uint8Array(await readFile(join(folder, file)))));
  const gpu = await nativeGpu();
  return runSuite({
    platform: `Node ${process.versions.node}`,
    model,
    openEngine: engineOpener(model, nodeShaders),
    oracle: benchOracle(model, nativeRuntime),
    gpu,
    shaders: nodeShaders,
    rolloutPeers: [],
    trainingPeers: [],
    absent: ABSENT,
    settings,
    now: () => performance.now(),
    progress,
  });
}
