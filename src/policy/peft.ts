/**
 * Adapters as files in the layout of Hugging Face's PEFT: `adapter_config.json` and `adapter_model.safetensors`, so that
 * other tools can load what was trained here, and the other way round.
 */

import * as v from 'valibot';
import { decodeJson, encodeJson } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import type { LlamaConfig } from './config.ts';
import { loraLayout, loraView, type LoraMatrix, type LoraSettings } from './lora.ts';
import { readSafetensors, writeSafetensors, type Tensor } from './safetensors.ts';
import { PROJECTIONS } from './weights.ts';

export type AdapterFile = 'adapter_config.json' | 'adapter_model.safetensors';

/** An adapter and how it lies in its arena. */
export interface Adapter {
  readonly settings: LoraSettings;
  readonly values: Float32Array;
}

/** Absent, null or empty: what PEFT writes for a feature that is not used. */
const unused = v.optional(
  v.union([v.null(), v.literal(false), v.pipe(v.array(v.unknown()), v.length(0)), v.strictObject({})]),
);

/** Plain LoRA with one rank and one scale for all modules. */
const configSchema = v.object({
  peft_type: v.literal('LORA'),
  r: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  lora_alpha: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  target_modules: v.pipe(v.array(v.picklist(PROJECTIONS)), v.minLength(1)),
  bias: v.optional(v.literal('none')),
  fan_in_fan_out: unused,
  modules_to_save: unused,
  rank_pattern: unused,
  alpha_pattern: unused,
  layers_to_transform: unused,
  use_rslora: unused,
  use_dora: unused,
});

/** `base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight` */
function storedName(matrix: LoraMatrix): string {
  return `base_model.model.${matrix.name}.weight`;
}

/**
 * Reads an adapter for a base of this architecture. `readFile` gives the bytes of a file in the adapter's folder.
 * Throws `bad-file` for damaged files and for adapters that use more than plain LoRA or belong to another architecture.
 */
export async function readAdapter(
  readFile: (path: AdapterFile) => Promise<Uint8Array>,
  config: LlamaConfig,
): Promise<Adapter> {
  const settings = parseSettings(decodeJson(await readFile('adapter_config.json'), 'adapter_config.json'));
  const { tensors } = readSafetensors(await readFile('adapter_model.safetensors'), 'adapter_model.safetensors');
  const layout = loraLayout(config, settings);
  // Before there is room for what the rank promises: a rank is quickly written, its numbers are not.
  const data = layout.matrices.map((matrix) => matrixData(tensors, matrix));
  const values = new Float32Array(layout.size);
  layout.matrices.forEach((matrix, index) => loraView(values, matrix).set(data[index]));
  const names = new Set(layout.matrices.map(storedName));
  for (const name of tensors.keys()) {
    if (!names.has(name)) throw misfit(`adapter_model.safetensors has ${name}, which the base has no place for`);
  }
  return { settings, values };
}

function parseSettings(json: unknown): LoraSettings {
  const result = v.safeParse(configSchema, json, { abortEarly: true });
  if (!result.success) {
    const issue = result.issues[0];
    throw misfit(`adapter_config.json: ${v.getDotPath(issue) ?? 'content'}: ${issue.message}`);
  }
  const { r, lora_alpha: alpha, target_modules: targets } = result.output;
  if (new Set(targets).size !== targets.length) throw misfit('adapter_config.json: target_modules repeats a module');
  return { rank: r, alpha, targets };
}

function matrixData(tensors: ReadonlyMap<string, Tensor>, matrix: LoraMatrix): Float32Array {
  const name = storedName(matrix);
  const tensor = tensors.get(name);
  if (tensor === undefined) throw misfit(`adapter_model.safetensors lacks ${name}`);
  if (tensor.dtype !== 'F32' && tensor.dtype !== 'F16') {
    throw misfit(`adapter_model.safetensors: ${name} is ${tensor.dtype}, not F32 or F16`);
  }
  const [rows, columns] = matrix.shape;
  if (tensor.shape.length !== 2 || tensor.shape[0] !== rows || tensor.shape[1] !== columns) {
    throw misfit(`adapter_model.safetensors: ${name} is [${tensor.shape.join(', ')}], not [${rows}, ${columns}]`);
  }
  return tensor.data;
}

function misfit(defect: string): WaymarkError {
  return new WaymarkError('bad-file', defect, 'Use a plain LoRA adapter that was trained on this base.');
}

/** The files of an adapter. `base` is the name of the base it belongs to. */
export function writeAdapter(
  { settings, values }: Adapter,
  config: LlamaConfig,
  base: string,
): Readonly<Record<AdapterFile, Uint8Array>> {
  const layout = loraLayout(config, settings);
  if (values.length !== layout.size) {
    throw new RangeError(`An adapter of ${values.length} numbers does not fit a layout of ${layout.size}`);
  }
  const tensors = new Map<string, Tensor>(
    layout.matrices.map((matrix) => [
      storedName(matrix),
      { dtype: 'F32', shape: matrix.shape, data: loraView(values, matrix) },
    ]),
  );
  const adapterConfig = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: base,
    r: settings.rank,
    lora_alpha: settings.alpha,
    lora_dropout: 0,
    target_modules: settings.targets,
    bias: 'none',
    fan_in_fan_out: false,
    inference_mode: true,
  };
  return {
    'adapter_config.json': encodeJson(adapterConfig),
    'adapter_model.safetensors': writeSafetensors(tensors, { format: 'pt' }),
  };
}
