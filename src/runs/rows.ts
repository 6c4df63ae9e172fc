/** Rows as they are stored, checked when they are read: a damaged one is reported by name and costs nothing else. */

import * as v from 'valibot';
import type { Checkpoint } from '../learning/checkpoint.ts';
import type { MonitorState } from '../learning/monitors.ts';
import { engineSchema, recipeSchema } from './event-schema.ts';
import { StorageError } from './storage-error.ts';
import type { Damage, Listing, RunSummary } from './store.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Rows and folders written before runs had titles, forks and deletions lack those entries. */
export const runRowSchema = v.object({
  run: v.string(),
  title: v.optional(v.nullable(v.string()), null),
  recipe: recipeSchema,
  engine: engineSchema,
  created: v.number(),
  parent: v.nullable(v.string()),
  inherited: v.optional(count, 0),
  iteration: count,
  events: count,
  finished: v.boolean(),
  updated: v.number(),
}) satisfies v.GenericSchema<unknown, RunSummary>;

/** Whether the run of a row is deleted; read by itself, so that a damaged row can be deleted too. */
export const deletedSchema = v.object({ deleted: v.optional(v.boolean(), false) });

/** When a run was last stored to; read by itself, because damaged rows count too. */
export const updatedSchema = v.object({ updated: v.pipe(v.number(), v.finite()) });

export const monitorsSchema = v.object({
  coverages: v.array(v.number()),
  lifts: count,
  saidNoReaders: v.boolean(),
  saidVisibleLift: v.boolean(),
}) satisfies v.GenericSchema<unknown, MonitorState>;

export const finiteValues = v.pipe(
  v.instance(Float32Array),
  v.check((values) => values.every(Number.isFinite), 'holds a number that is not finite'),
);

export const checkpointSchema = v.pipe(
  v.object({
    iteration: count,
    trainable: v.pipe(
      v.object({ adapter: finiteValues, firstMoment: finiteValues, secondMoment: finiteValues, steps: count }),
      v.check(
        ({ adapter, firstMoment, secondMoment }) =>
          adapter.length === firstMoment.length && adapter.length === secondMoment.length,
        'has moments of another size than the adapter',
      ),
    ),
    monitors: monitorsSchema,
  }),
) satisfies v.GenericSchema<unknown, Checkpoint>;

/** A checkpoint with the length of the log when it was made. */
export const checkpointRowSchema = v.object({ run: v.string(), events: count, checkpoint: checkpointSchema });

/** Parses JSON. Throws `StorageError` (`damaged`) naming `where`. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StorageError('damaged', `Cannot read ${where}: it is not JSON.`, { cause });
  }
}

/** Reads one row. Throws `StorageError` (`damaged`) saying what `where` is and which part of it does not fit. */
export function readRow<Output>(schema: v.GenericSchema<unknown, Output>, row: unknown, where: string): Output {
  const result = v.safeParse(schema, row, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue);
  throw new StorageError('damaged', `Cannot read ${where}: ${path === null ? '' : `${path}: `}${issue.message}`);
}

/** Reads rows one by one, leaving out the damaged ones and saying so. `where` gets the index of the row. */
export function readRows<Output>(
  schema: v.GenericSchema<unknown, Output>,
  rows: readonly unknown[],
  where: (index: number) => string,
): Listing<Output> {
  const items: Output[] = [];
  const damaged: Damage[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      items.push(readRow(schema, row, where(index)));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      damaged.push({ where: where(index), error });
    }
  }
  return { items, damaged };
}
