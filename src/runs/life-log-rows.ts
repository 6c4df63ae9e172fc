/** Stored life logs: as rows of a database, and checked against their hashes wherever they are read. */

import { deflateSync } from 'fflate';
import * as v from 'valibot';
import { sha256 } from '../core/hash.ts';
import { inflateExactly } from '../core/inflate.ts';
import { iterationsOf } from '../learning/iteration-record.ts';
import { LIFE_LOG_LIMIT } from '../learning/life-log.ts';
import type { RunEvent } from '../learning/records.ts';
import { readRow } from './rows.ts';
import { StorageError } from './storage-error.ts';
import type { Damage, LifeLogs } from './store.ts';

const packedSchema = v.object({
  /** Deflated. */
  bytes: v.instance(Uint8Array),
  /** Bytes it unpacks to. */
  length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIFE_LOG_LIMIT)),
});

export type PackedLifeLog = v.InferOutput<typeof packedSchema>;

export function packLifeLog(log: Uint8Array): PackedLifeLog {
  return { bytes: deflateSync(log), length: log.length };
}

/** Throws `StorageError` (`damaged`) naming `where`. */
export function unpackLifeLog(row: unknown, where: string): Uint8Array {
  const { bytes, length } = readRow(packedSchema, row, where);
  try {
    return inflateExactly(bytes, length);
  } catch (cause) {
    throw new StorageError('damaged', `Cannot read ${where}: it cannot be unpacked.`, { cause });
  }
}

/** Where a run's life logs are, and the events that say which they must be. */
export interface LogShelf {
  readonly run: string;
  readonly events: readonly RunEvent[];
  readonly iterations: readonly number[];
  /** Throws `StorageError` (`damaged`) naming `where`. */
  readonly readLog: (iteration: number, where: string) => Uint8Array | Promise<Uint8Array>;
}

/** All logs that are what was lived, leaving out the damaged ones and saying so. */
export async function readLogs({ run, events, iterations, readLog }: LogShelf): Promise<LifeLogs> {
  const hashes = new Map(iterationsOf(events).map(({ iteration, livesHash }) => [iteration, livesHash]));
  const items = new Map<number, Uint8Array>();
  const damaged: Damage[] = [];
  for (const iteration of iterations) {
    const where = `the lives of iteration ${iteration} of run ${run}`;
    try {
      const log = await readLog(iteration, where);
      if ((await sha256(log)) !== hashes.get(iteration)) {
        throw new StorageError('damaged', `Cannot read ${where}: they are not the ones that were lived.`);
      }
      items.set(iteration, log);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      damaged.push({ where, error });
    }
  }
  return { items, damaged };
}
