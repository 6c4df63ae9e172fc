/** The agent of a recording: its adapter, checked against what the recording says of it. */

import * as v from 'valibot';
import { decodeJson } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { loraOf } from '../learning/recipe.ts';
import type { LlamaConfig } from '../policy/config.ts';
import { loraLayout } from '../policy/lora.ts';
import { readAdapter, type AdapterFile } from '../policy/peft.ts';
import { parseRecording, type Recording, type RecordingFile } from './recording.ts';

export interface RecordedAgent {
  readonly recording: Recording;
  readonly files: Readonly<Record<AdapterFile, Uint8Array>>;
}

const configSchema = v.object({ base_model_name_or_path: v.string() });

/**
 * Reads a recording with its adapter. `readFile` gives the bytes of a file in its folder. Throws `bad-file` where the
 * adapter is not the recorded one or belongs to another base.
 */
export async function readRecordedAgent(
  readFile: (file: RecordingFile) => Promise<Uint8Array>,
): Promise<RecordedAgent> {
  const recording = parseRecording(decodeJson(await readFile('recording.json'), 'recording.json'));
  const files = {
    'adapter_config.json': await readFile('adapter_config.json'),
    'adapter_model.safetensors': await readFile('adapter_model.safetensors'),
  };
  if ((await sha256(files['adapter_model.safetensors'])) !== recording.adapterHash) {
    throw misfit('adapter_model.safetensors is not the adapter that was recorded');
  }
  const config = v.safeParse(configSchema, decodeJson(files['adapter_config.json'], 'adapter_config.json'));
  if (!config.success || config.output.base_model_name_or_path !== recording.recipe.base) {
    throw misfit(`adapter_config.json does not name the base ${recording.recipe.base}`);
  }
  return { recording, files };
}

/** The adapter's values, flat, for an engine on a base of this architecture. Throws `bad-file` as `readAdapter`. */
export async function recordedAdapter({ recording, files }: RecordedAgent, config: LlamaConfig): Promise<Float32Array> {
  const { settings, values } = await readAdapter(async (file) => files[file], config);
  const lora = loraOf(recording.recipe);
  if (settings.alpha !== lora.alpha || values.length !== loraLayout(config, lora).size) {
    throw misfit('The adapter is not of the shape that its recipe trains');
  }
  return values;
}

function misfit(defect: string): WaymarkError {
  return new WaymarkError('bad-file', `Recording: ${defect}.`, 'Reload the page, or record it again from a run.');
}
