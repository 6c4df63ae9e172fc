/**
 * How a run lies in its directory, and in the archive that people pass on:
 *
 *     run.json                     what it is and where it stands; replacing it is what makes a commit count
 *     recipe.json                  the recipe, for people and other programs
 *     log.jsonl                    the events, one a line
 *     lives/000012.json            a sample of the lives of one iteration
 *     life-logs/000012.bin         all of them as their log, whose SHA-256 stands in log.jsonl (learning/life-log.ts)
 *     checkpoints/000012/          state.safetensors (adapter and moments) and checkpoint.json
 *     adapter/                     the newest adapter in PEFT layout
 *     evaluation.json              evaluations made apart from training
 */

import * as v from 'valibot';
import { encodeText } from '../core/bytes.ts';
import type { Checkpoint } from '../learning/checkpoint.ts';
import { readSafetensors, type Tensor, writeSafetensors } from '../policy/safetensors.ts';
import type { RunEvent } from '../learning/records.ts';
import { eventSchema } from './event-schema.ts';
import { checkpointSchema, monitorsSchema, parseJson, readRow, readRows, runRowSchema } from './rows.ts';
import { StorageError } from './storage-error.ts';
import type { Listing, RunSummary } from './store.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A run's head as it lies on disk. */
export interface DirectoryHead {
  readonly summary: RunSummary;
  /** Bytes of the log that are committed; what lies behind them was cut short and does not count. */
  readonly logBytes: number;
  readonly deleted: boolean;
}

const headSchema = v.object({
  summary: runRowSchema,
  logBytes: count,
  // Written before runs could be deleted.
  deleted: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<unknown, DirectoryHead>;

const checkpointFileSchema = v.object({
  iteration: count,
  steps: count,
  events: count,
  logBytes: count,
  monitors: monitorsSchema,
});

/** A checkpoint with where the log ended when it was made. */
export interface DirectoryCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly events: number;
  readonly logBytes: number;
}

/** Six digits, so that names sort as numbers do. */
export function iterationName(iteration: number): string {
  return String(iteration).padStart(6, '0');
}

export function encodeHead(head: DirectoryHead): string {
  return `${JSON.stringify(head, null, 2)}\n`;
}

/** Throws `StorageError` (`damaged`). */
export function decodeHead(text: string, where: string): DirectoryHead {
  return readRow(headSchema, parseJson(text, where), where);
}

/** The log, an event a line. */
export function encodeEvents(events: readonly RunEvent[]): Uint8Array {
  return encodeText(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** The events of a log. A line that was not written to its end does not count; a damaged one is named. */
export function decodeEvents(log: Uint8Array, run: string): Listing<RunEvent> {
  const lines = new TextDecoder().decode(log).split('\n').slice(0, -1);
  return readRows(eventSchema, lines.map(parseLine), (index) => `event ${index} of run ${run}`);
}

/** A line of JSON, or, when it is none, the text itself, which then fits no schema. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** The files of a checkpoint's directory. */
export function encodeCheckpoint(stored: DirectoryCheckpoint): ReadonlyMap<string, Uint8Array | string> {
  const { checkpoint, events, logBytes } = stored;
  const { iteration, trainable, monitors } = checkpoint;
  const vector = (data: Float32Array): Tensor => ({ dtype: 'F32', shape: [data.length], data });
  const tensors = new Map([
    ['adapter', vector(trainable.adapter)],
    ['first_moment', vector(trainable.firstMoment)],
    ['second_moment', vector(trainable.secondMoment)],
  ]);
  const rest = { iteration, steps: trainable.steps, events, logBytes, monitors };
  return new Map<string, Uint8Array | string>([
    ['state.safetensors', writeSafetensors(tensors)],
    ['checkpoint.json', `${JSON.stringify(rest, null, 2)}\n`],
  ]);
}

/** Throws `StorageError` (`damaged`). */
export function decodeCheckpoint(json: string, state: Uint8Array, where: string): DirectoryCheckpoint {
  const rest = readRow(checkpointFileSchema, parseJson(json, where), where);
  const tensors = readState(state, where);
  const checkpoint = readRow(
    checkpointSchema,
    {
      iteration: rest.iteration,
      trainable: {
        adapter: tensors.get('adapter')?.data,
        firstMoment: tensors.get('first_moment')?.data,
        secondMoment: tensors.get('second_moment')?.data,
        steps: rest.steps,
      },
      monitors: rest.monitors,
    },
    where,
  );
  return { checkpoint, events: rest.events, logBytes: rest.logBytes };
}

function readState(state: Uint8Array, where: string): ReadonlyMap<string, Tensor> {
  try {
    return readSafetensors(state).tensors;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StorageError('damaged', `Cannot read ${where}: ${reason}`, { cause });
  }
}
