/** The model of the benchmark, and our engine on it: the bundled base with an adapter as after some training. */

import type { Engine } from '../engines/engine.ts';
import { localEngine } from '../engines/onnx/assemble.ts';
import type { OnnxRuntime } from '../engines/onnx/runtime.ts';
import type { WebGpuEngine } from '../engines/webgpu/engine.ts';
import { openWebGpuEngine } from '../engines/webgpu/open.ts';
import { forgetfulMemory } from '../engines/webgpu/paths/path.ts';
import type { ShaderSources } from '../engines/webgpu/shader-sources.ts';
import { DEFAULT_LORA, loraLayout } from '../policy/lora.ts';
import type { BaseModel } from '../policy/model.ts';
import type { BenchModel } from './contender.ts';
import { workloadAdapter } from './workload.ts';
import type { BaseWeights } from '../policy/weights.ts';
import { neverSampled } from '../policy/vocabulary.ts';

export function benchModel(base: BaseModel): BenchModel {
  return {
    base,
    layout: loraLayout(base.config, DEFAULT_LORA),
    adapter: workloadAdapter(base.config, DEFAULT_LORA),
    maskedTokens: neverSampled(base.tokenizer),
  };
}

/** The portable engine on it, which all contenders are checked against. */
export function benchOracle({ base, layout, adapter, maskedTokens }: BenchModel, runtime: OnnxRuntime): Engine {
  return localEngine({ base, lora: layout.settings, adapter, maskedTokens }, runtime);
}

/** Opens our engine on the bundled model or another, each time choosing its paths anew. */
export function engineOpener(
  { layout, maskedTokens }: BenchModel,
  shaders: ShaderSources,
): (base: BaseWeights, gpu: GPU | undefined) => Promise<WebGpuEngine> {
  const lora = layout.settings;
  return (base, gpu) => {
    const adapter = workloadAdapter(base.config, lora);
    return openWebGpuEngine({ base, lora, adapter, maskedTokens, gpu, shaders, memory: forgetfulMemory });
  };
}
