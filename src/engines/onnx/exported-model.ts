/**
 * A model as a folder that other libraries open: Hugging Face's layout with `onnx/model.onnx`, which Transformers.js
 * runs as it is. An adapter becomes part of the weights.
 */

import { encodeJson } from '../../core/bytes.ts';
import { configFile, type LlamaConfig } from '../../policy/config.ts';
import type { BaseModel } from '../../policy/model.ts';
import type { Adapter } from '../../policy/peft.ts';
import { writeSafetensors, type Tensor } from '../../policy/safetensors.ts';
import { exportGraph, mergedBase } from './export-graph.ts';
import { encodeModel } from './model-file.ts';
import type { BaseWeights } from '../../policy/weights.ts';

/** In browsers Transformers.js looks for a quantised file unless the model says that it has none. */
const TRANSFORMERS_JS = { 'transformers.js_config': { dtype: 'fp32' } } as const;

/** The files of the folder by their paths in it. */
export function exportedModel(base: BaseModel, adapter: Adapter | null): ReadonlyMap<string, Uint8Array> {
  const model = adapter === null ? base : mergedBase(base, adapter);
  return new Map([
    ['config.json', encodeJson({ ...configFile(base.config), ...TRANSFORMERS_JS })],
    ['generation_config.json', encodeJson(generationConfig(base.config))],
    ...Object.entries(base.tokenizerFiles),
    ['model.safetensors', weightFile(model)],
    ['onnx/model.onnx', encodeModel(exportGraph(model, 'float32'))],
  ]);
}

function weightFile({ weights }: BaseWeights): Uint8Array {
  const tensors = [...weights].map(([name, { shape, data }]): [string, Tensor] => [
    name,
    { dtype: 'F32', shape, data },
  ]);
  return writeSafetensors(new Map(tensors), { format: 'pt' });
}

/** How to sample from the model: the tokens that are never drawn here must be told to others. */
function generationConfig(config: LlamaConfig): Readonly<Record<string, unknown>> {
  const { bos_token_id, eos_token_id, pad_token_id } = config;
  return {
    bos_token_id,
    eos_token_id,
    pad_token_id,
    suppress_tokens: [pad_token_id, bos_token_id],
    max_length: config.max_position_embeddings,
  };
}
