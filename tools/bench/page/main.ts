/** The page that `npm run bench` opens: loads the bundled model, its peers and our engine, and runs the suite. */

import { benchModel, benchOracle, engineOpener } from '../../../src/bench/model.ts';
import type { BenchReport } from '../../../src/bench/report.ts';
import type { BenchSettings } from '../../../src/bench/settings.ts';
import { runSuite } from '../../../src/bench/suite.ts';
import { WaymarkError } from '../../../src/core/errors.ts';
import { webRuntime } from '../../../src/engines/onnx/runtime-web.ts';
import { webShaders } from '../../../src/engines/webgpu/shaders-web.ts';
import { loadBaseModel, type BaseFile } from '../../../src/policy/model.ts';
import { jaxJs } from '../peers/jax-js.ts';
import { ortWebGpu } from '../peers/ort-webgpu.ts';
import { tfjs } from '../peers/tfjs.ts';
import { transformersJs } from '../peers/transformers-js.ts';

const FILES: Readonly<Record<string, string>> = import.meta.glob('../../../public/models/waymark-be43248c/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function readFile(path: BaseFile): Promise<Uint8Array> {
  const response = await fetch(FILES[`../../../public/models/waymark-be43248c/${path}`]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Rectangles that training rows are cut into: little padding, or few dispatches. */
const BATCHES = [4, 1];

async function runBench(settings: BenchSettings): Promise<BenchReport> {
  const model = benchModel(await loadBaseModel(readFile));
  return runSuite({
    platform: navigator.userAgent,
    model,
    openEngine: engineOpener(model, webShaders),
    oracle: benchOracle(model, webRuntime),
    gpu: navigator.gpu,
    shaders: webShaders,
    rolloutPeers: [
      { name: 'Transformers.js', variants: [() => transformersJs(model)] },
      { name: 'onnxruntime-web', variants: [() => ortWebGpu(model, 'plain'), () => ortWebGpu(model, 'fused')] },
    ],
    trainingPeers: [
      { name: 'jax-js', variants: BATCHES.map((batches) => () => jaxJs(model, batches)) },
      { name: 'TensorFlow.js', variants: BATCHES.map((batches) => () => tfjs(model, batches)) },
    ],
    absent: [],
    settings,
    now: () => performance.now(),
    progress: (what) => console.info(what),
  });
}

/** What goes out to tools/bench/browser.ts; an error would lose all but its text on the way. */
export type BenchAnswer =
  { readonly report: BenchReport } | { readonly refusal: Pick<WaymarkError, 'kind' | 'message' | 'remedy'> };

async function answer(settings: BenchSettings): Promise<BenchAnswer> {
  try {
    return { report: await runBench(settings) };
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    const { kind, message, remedy } = error;
    return { refusal: { kind, message, remedy } };
  }
}

Object.assign(globalThis, { runBench: answer });
