/** What can be wrong with a file of a run, by name. */

import { WaymarkError } from '../core/errors.ts';

/** `damaged`: it is not what was written, or no such file at all. `too-large`: no run is that large. `newer`: a newer Waymark wrote it. */
export type ArchiveProblem = 'damaged' | 'too-large' | 'newer';

const REMEDIES: Readonly<Record<ArchiveProblem, string>> = {
  damaged: 'Ask for the file again, or save it again from the run. Your own runs are untouched.',
  'too-large': 'Check that it is the file of a run. Your own runs are untouched.',
  newer: 'Reload the page to get the newest Waymark, then open the file again.',
};

/** A `bad-file` error that names which of the known problems it is. */
export class ArchiveError extends WaymarkError {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem, message: string, options?: ErrorOptions) {
    super('bad-file', message, REMEDIES[problem], options);
    this.name = 'ArchiveError';
    this.problem = problem;
  }
}
