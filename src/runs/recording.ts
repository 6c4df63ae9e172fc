/**
 * A recording: a few lives of a trained agent, how it was trained, its evaluation and its adapter, shipped with the site
 * so that something real moves, and can be tested, before anything has been trained. Made from a run by a tool; checked
 * here whenever it is read.
 *
 *     recorded/code-lake/recording.json
 *                        adapter_config.json, adapter_model.safetensors     in PEFT layout
 */

import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';
import { parsePackId } from '../environments/ids.ts';
import type { EngineDescription } from '../engines/engine.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { EvaluationRecord, IterationRecord, LifeRecord } from '../learning/records.ts';
import type { AdapterFile } from '../policy/peft.ts';
import {
  engineSchema,
  evaluationSchema,
  iterationSchema,
  lifeSchema,
  noteUseSchema,
  recipeSchema,
} from './event-schema.ts';

/** Raised when older recordings can no longer be shown. */
export const RECORDING_VERSION = 2;

export interface Recording {
  readonly format: 'waymark-recording';
  readonly version: typeof RECORDING_VERSION;
  /** The run it was made by: its recipe, iterations trained, and the engine that trained it. */
  readonly recipe: Recipe;
  readonly iterations: number;
  readonly engine: EngineDescription;
  /** At least one, with what their notes caused; shown in this order. */
  readonly lives: readonly LifeRecord[];
  /** The run's iterations, or as many of them as draw its curve. */
  readonly curve: readonly IterationRecord[];
  readonly evaluation: EvaluationRecord;
  /** SHA-256 of `adapter_model.safetensors`, the adapter that all of this was measured with. */
  readonly adapterHash: string;
}

/** Where a recording lies beside the page: `code-lake`. */
export function recordingPath(recording: string, file: RecordingFile): string {
  return `recorded/${recording}/${file}`;
}

export type RecordingFile = 'recording.json' | AdapterFile;

const knownPack = v.check((pack: string) => {
  try {
    parsePackId(pack);
    return true;
  } catch {
    return false;
  }
}, 'must name a pack of an environment there is');

const schema = v.object({
  format: v.literal('waymark-recording'),
  version: v.literal(RECORDING_VERSION),
  recipe: recipeSchema,
  iterations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  engine: engineSchema,
  lives: v.pipe(
    v.array(v.object({ ...lifeSchema.entries, pack: v.pipe(v.string(), knownPack), uses: v.array(noteUseSchema) })),
    v.minLength(1, 'must hold at least one life'),
  ),
  curve: v.pipe(v.array(iterationSchema), v.minLength(1, 'must hold at least one iteration')),
  evaluation: evaluationSchema,
  adapterHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')),
}) satisfies v.GenericSchema<unknown, Recording>;

/** Checks a recording read from a file. Throws `bad-file` naming the first part that does not fit. */
export function parseRecording(json: unknown): Recording {
  const result = v.safeParse(schema, json, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const part = v.getDotPath(issue) ?? 'the file';
  throw new WaymarkError('bad-file', `Recording: ${part}: ${issue.message}`, 'Record it again from a run.');
}
