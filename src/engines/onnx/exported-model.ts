/**
 * A model as a folder that other libraries open: Hugging Face's layout with `onnx/model.onnx`, which Transformers.js
 * runs as it is. An adapter becomes part of the weights.
 */

import { encodeJson } from '../../core/bytes.ts';
import { configFile, type LlamaConfig } from '../../policy/config.ts';
import { BASE_FILES, type BaseFile, type BaseModel } from '../../policy/model.ts';
import type { Adapter } from '../../policy/peft.ts';
import { writeSafetensors, type Tensor } from '../../policy/safetensors.ts';
import { exportGraph, mergedBase } from './export-graph.ts';
import { encodeModel } from './model-file.ts';
import type { BaseWeights } from '../../policy/weights.ts';

/** In browsers Transformers.js looks for a quantised file unless the model says that it has none. */
const TRANSFORMERS_JS = { 'transformers.js_config': { dtype: 'fp32' } } as const;

/** The files of the folder by their paths in it. `readFile` gives the files that `base` was loaded from. */
export async function exportedModel(
  base: BaseModel,
  readFile: (path: BaseFile) => Promise<Uint8Array>,
  adapter: Adapter | null,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const path of BASE_FILES) files.set(path, await readFile(path));
  const model = adapter === null ? base : mergedBase(base, adapter);
  if (adapter !== null) files.set('model.safetensors', weightFile(model));
  files.set('config.json', encodeJson({ ...configFile(base.config), ...TRANSFORMERS_JS }));
  files.set('generation_config.json', encodeJson(generationConfig(base.config)));
  files.set('onnx/model.onnx', encodeModel(exportGraph(model, 'float32')));
  return files;
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
