/** The benchmark off the page's thread: our engine on the visitor's device, checked against the portable one. */

import { benchModel, benchOracle, engineOpener } from '../bench/model.ts';
import { runSuite } from '../bench/suite.ts';
import { WaymarkError } from '../core/errors.ts';
import { webRuntime } from '../engines/onnx/runtime-web.ts';
import { webShaders } from '../engines/webgpu/shaders-web.ts';
import { DEFAULT_BASE } from '../learning/presets.ts';
import type { BenchMessage, BenchRequest } from './bench-protocol.ts';
import { fetchBaseModel } from './site-base.ts';

const tell = (message: BenchMessage): void => self.postMessage(message);

async function run({ site, settings }: BenchRequest): Promise<void> {
  const model = benchModel(await fetchBaseModel(site, DEFAULT_BASE));
  const report = await runSuite({
    platform: navigator.userAgent,
    model,
    openEngine: engineOpener(model, webShaders),
    oracle: benchOracle(model, webRuntime),
    gpu: navigator.gpu,
    shaders: webShaders,
    rolloutPeers: [],
    trainingPeers: [],
    absent: [{ what: 'other libraries', why: 'they run beside ours in npm run bench, not on this page' }],
    settings,
    now: () => performance.now(),
    progress: (what) => tell({ type: 'progress', what }),
  });
  tell({ type: 'finished', report });
}

self.addEventListener('message', ({ data }: MessageEvent<BenchRequest>) => {
  run(data).catch((error: unknown) => {
    const remedy = error instanceof WaymarkError ? error.remedy : '';
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error), remedy });
  });
});
