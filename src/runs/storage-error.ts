/** What can go wrong with keeping work, by name, so that the page can say each in one sentence with one way out. */

import { WaymarkError } from '../core/errors.ts';

/**
 * `blocked`: the browser gives this page no storage (private window, settings). `full`: no room left. `closed`: another
 * tab opened a newer Waymark, or the browser closed the database. `newer`: the stored data was written by a newer
 * Waymark. `damaged`: something stored cannot be read. `failed`: anything else that storage reports.
 */
export type StorageProblem = 'blocked' | 'full' | 'closed' | 'newer' | 'damaged' | 'failed';

const REMEDIES: Readonly<Record<StorageProblem, string>> = {
  blocked: 'Save a file before you leave, or allow this site to store data and reload the page.',
  full: 'Free some space on this device or delete old runs, then resume: the run goes on from its last iteration.',
  closed: 'Reload the page: everything up to the last iteration is stored.',
  newer: 'Reload the page to get the newest Waymark.',
  damaged: 'The rest of your work is not affected. Start a new run, or open a saved file.',
  failed: 'Reload the page: everything up to the last iteration is stored.',
};

/** A `storage` error that names which of the known problems it is. */
export class StorageError extends WaymarkError {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
    super('storage', message, REMEDIES[problem], options);
    this.name = 'StorageError';
    this.problem = problem;
  }
}

/** What a database operation threw, as a `StorageError`; our own errors pass through. */
export function asStorageError(cause: unknown): WaymarkError {
  if (cause instanceof WaymarkError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  const detail = cause instanceof Error || cause instanceof DOMException ? cause.message : String(cause);
  switch (name) {
    case 'QuotaExceededError':
      return new StorageError('full', 'There is no room left to store this run.', { cause });
    case 'VersionError':
      return new StorageError('newer', 'The runs stored here were written by a newer Waymark.', { cause });
    case 'InvalidStateError':
      return new StorageError('closed', 'The connection to the stored runs was closed.', { cause });
    default:
      return new StorageError('failed', `Storing failed: ${detail}`, { cause });
  }
}
