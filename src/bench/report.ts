/** The result of a benchmark as data: what one line of JSON carries, and how its ratios come about. */

import type { EngineReport } from '../engines/webgpu/engine.ts';
import type { Phase, PhaseTime } from './engine-contenders.ts';
import type { KernelRate } from './kernel-rates.ts';
import type { Peak } from './peak.ts';
import { median, scatter } from './statistics.ts';

/** How one contender did at one piece of work. */
export interface Score {
  readonly name: string;
  readonly detail: string;
  readonly repeats: number;
  /** Median of the repeats. */
  readonly seconds: number;
  /** Distance between the quartiles over the median. */
  readonly scatter: number;
  /** Generated tokens in a second for rollouts, tokens of all rows for training steps. */
  readonly tokensPerSecond: number;
  /** Tokens read or generated in a second. */
  readonly seenTokensPerSecond: number;
}

/** The same work by everyone, timed turn about. */
export interface Comparison {
  /** `1 token a turn`, `training step` */
  readonly workload: string;
  readonly rows: number;
  /** What `tokensPerSecond` counts. */
  readonly tokens: number;
  readonly seenTokens: number;
  /** Ours first. */
  readonly scores: readonly Score[];
}

/** What the device was asked to do, by our engine. */
export interface WorkCount {
  readonly workload: string;
  /** `generated token`, `agent turn`, `training step` */
  readonly per: string;
  readonly dispatches: number;
  readonly submits: number;
  readonly bytesRead: number;
}

/** Our engine on a random model or on more work. */
export interface ScalePoint {
  readonly axis: 'rows' | 'context' | 'hidden size';
  readonly factor: number;
  readonly value: number;
  readonly rolloutSeconds: number;
  readonly trainingSeconds: number;
}

/** Something that was left out, and why. */
export interface Omission {
  readonly what: string;
  readonly why: string;
}

export interface Ratios {
  /** Ours to the fastest peer's tokens per second, where it is smaller: at 1 or 8 tokens a turn. Null without a peer. */
  readonly rollout: number | null;
  readonly trainingStep: number | null;
  /** Products of a layer by the chosen variant, to the peak of multiply-adds. */
  readonly matmulOfPeak: number | null;
}

export interface BenchReport extends EngineReport {
  /** Where it ran: `Chromium`, `Node`, a browser's user agent. */
  readonly platform: string;
  /** `waymark-be43248c` */
  readonly model: string;
  readonly rollouts: readonly Comparison[];
  readonly trainingStep: Comparison;
  readonly peak: Peak;
  readonly products: readonly KernelRate[];
  readonly attention: KernelRate;
  readonly work: readonly WorkCount[];
  /** One iteration's parts. */
  readonly phases: Readonly<Record<Phase, PhaseTime>>;
  readonly scaling: readonly ScalePoint[];
  readonly omissions: readonly Omission[];
  readonly ratios: Ratios;
}

export function scoreOf(
  { name, detail }: { readonly name: string; readonly detail: string },
  seconds: readonly number[],
  tokens: number,
  seenTokens: number,
): Score {
  const middle = median(seconds);
  return {
    name,
    detail,
    repeats: seconds.length,
    seconds: middle,
    scatter: scatter(seconds),
    tokensPerSecond: tokens / middle,
    seenTokensPerSecond: seenTokens / middle,
  };
}

/** Ours against the fastest of the others; null where there are none. */
export function ratioOf({ scores: [ours, ...peers] }: Comparison): number | null {
  if (peers.length === 0) return null;
  return ours.tokensPerSecond / Math.max(...peers.map(({ tokensPerSecond }) => tokensPerSecond));
}

export function ratiosOf(
  rollouts: readonly Comparison[],
  trainingStep: Comparison,
  productGflops: number,
  peak: Peak,
): Ratios {
  const byWorkload = rollouts.flatMap((comparison) => ratioOf(comparison) ?? []);
  return {
    rollout: byWorkload.length === 0 ? null : Math.min(...byWorkload),
    trainingStep: ratioOf(trainingStep),
    matmulOfPeak: productGflops / peak.fmaGflops,
  };
}

/** The report on one line; numbers to four digits, since no timing has more. */
export function reportLine(report: BenchReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  );
}
