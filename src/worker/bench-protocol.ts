/** What the page of the benchmark and its worker say to each other. */

import type { BenchReport } from '../bench/report.ts';
import type { BenchSettings } from '../bench/settings.ts';

/** Begins; to stop, the page terminates the worker. `site` is the address of the folder that the page lies in. */
export interface BenchRequest {
  readonly site: string;
  readonly settings: BenchSettings;
}

export type BenchMessage =
  | { readonly type: 'progress'; readonly what: string }
  | { readonly type: 'finished'; readonly report: BenchReport }
  | { readonly type: 'failed'; readonly message: string; readonly remedy: string };
