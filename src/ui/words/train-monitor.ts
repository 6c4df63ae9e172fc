/**
 * The collapse monitor: four things that go wrong with runs, each as a small series with a threshold that is stated, and
 * a sentence that says on which side of it the run is. From the lives it trains on: no evaluation. Pure.
 */

import { msg, str } from '@lit/localize';
import { DEAD_COVERAGE, PATIENCE } from '../../learning/monitors.ts';
import type { IterationRecord } from '../../learning/records.ts';
import { mean } from '../../learning/sums.ts';
import { SMOOTHING, coverageSeries, smoothed } from '../charts/training-series.ts';
import { counted } from '../i18n/counted.ts';
import { percent, points, whole } from './format.ts';
import { figure } from './train-values.ts';

/** Nats per word below which it always says the same: a twentieth; healthy runs on the lake stay above .3. */
const STIFF_ENTROPY = 0.05;
/** More than half of all turns repeat an earlier turn of the same task. */
const STUBBORN_REPEATS = 0.5;
/** Points of success lost since its best iterations. */
const LOST_SUCCESS = 0.1;

export type Verdict = 'healthy' | 'collapsing' | 'unknown';

export interface MonitorSeries {
  readonly label: string;
  readonly shape: 'solid' | 'notes' | 'dashed';
  readonly values: readonly (number | null)[];
}

export interface MonitorChart {
  readonly key: 'entropy' | 'coverage' | 'repeats' | 'reward';
  readonly title: string;
  /** Upper end of the vertical axis, and how its numbers are written. */
  readonly top: number;
  readonly unit: 'share' | 'nats' | 'turns';
  readonly series: readonly MonitorSeries[];
  readonly threshold: number | null;
  readonly verdict: Verdict;
  readonly sentence: string;
}

function last(values: readonly (number | null)[]): number | null {
  return values.at(-1) ?? null;
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

function averages(
  records: readonly IterationRecord[],
  of: (record: IterationRecord) => readonly number[] | undefined,
): readonly (number | null)[] {
  return smoothed(
    records.map((record) => {
      const values = of(record);
      return values === undefined || values.length === 0 ? null : mean(values);
    }),
  );
}

function notYet(): string {
  return msg(str`Too early to say: it takes ${counted(SMOOTHING, msg('{n} iteration|{n} iterations'))}.`);
}

function entropy(records: readonly IterationRecord[]): MonitorChart {
  const turns = smoothed(records.map(({ solveEntropy }) => solveEntropy));
  const notes = smoothed(records.map(({ updateEntropy }) => updateEntropy));
  const now = last(turns);
  const early = now === null || records.length < SMOOTHING;
  const stiff = now !== null && now < STIFF_ENTROPY;
  const value = figure(Number((now ?? 0).toFixed(2)));
  return {
    key: 'entropy',
    title: msg('Does it still try things?'),
    top: Math.max(1, ...known(turns), ...known(notes)),
    unit: 'nats',
    series: [
      { label: msg('its turns'), shape: 'solid', values: turns },
      { label: msg('its notes'), shape: 'notes', values: notes },
    ],
    threshold: STIFF_ENTROPY,
    verdict: early ? 'unknown' : stiff ? 'collapsing' : 'healthy',
    sentence: early
      ? notYet()
      : stiff
        ? msg(
            str`Collapsing: its turns hold ${value} nats a word, below ${figure(STIFF_ENTROPY)}. It no longer tries anything else.`,
          )
        : msg(
            str`Healthy: its turns hold ${value} nats a word, above ${figure(STIFF_ENTROPY)}. Sure notes may hold less.`,
          ),
  };
}

function coverage(records: readonly IterationRecord[]): MonitorChart {
  const values = coverageSeries(records);
  const now = last(values);
  const early = now === null || records.length < PATIENCE;
  const dead = now !== null && now < DEAD_COVERAGE;
  const [share, threshold] = [percent(now ?? 0), percent(DEAD_COVERAGE)];
  const patience = counted(PATIENCE, msg('{n} iteration|{n} iterations'));
  return {
    key: 'coverage',
    title: msg('Do its notes hold anything?'),
    top: 1,
    unit: 'share',
    series: [{ label: msg('facts noted'), shape: 'notes', values }],
    threshold: DEAD_COVERAGE,
    verdict: early ? (now !== null && now >= DEAD_COVERAGE ? 'healthy' : 'unknown') : dead ? 'collapsing' : 'healthy',
    sentence:
      now === null
        ? notYet()
        : dead && early
          ? msg(
              str`Too early to say: they hold ${share} % of the facts. Below ${threshold} % after ${patience} a run is dead.`,
            )
          : dead
            ? msg(
                str`Dead: they hold ${share} % of the facts, below ${threshold} % after ${patience}. Nobody reads, so nobody writes.`,
              )
            : msg(str`Healthy: they hold ${share} % of the facts, above ${threshold} %.`),
  };
}

function repeats(records: readonly IterationRecord[]): MonitorChart {
  const values = averages(records, (record) => record.repeats);
  const now = last(values);
  const stubborn = now !== null && now > STUBBORN_REPEATS;
  const [share, threshold] = [percent(now ?? 0), percent(STUBBORN_REPEATS)];
  const early = records.length < SMOOTHING;
  return {
    key: 'repeats',
    title: msg('Does it repeat itself?'),
    top: 1,
    unit: 'share',
    series: [{ label: msg('repeated turns'), shape: 'solid', values }],
    threshold: STUBBORN_REPEATS,
    verdict: now === null || early ? 'unknown' : stubborn ? 'collapsing' : 'healthy',
    sentence:
      now === null
        ? msg('Not measured when this run was trained.')
        : early
          ? notYet()
          : stubborn
            ? msg(str`Collapsing: ${share} % of its turns repeat one of the same task, more than ${threshold} %.`)
            : msg(str`Healthy: ${share} % of its turns repeat one of the same task, less than ${threshold} %.`),
  };
}

function reward(records: readonly IterationRecord[]): MonitorChart {
  const values = averages(records, ({ success }) => success);
  const turns = averages(records, (record) => record.turns);
  const now = last(values);
  // The first means are of fewer iterations.
  const best = Math.max(0, ...known(values.slice(SMOOTHING - 1)));
  const lost = now === null ? 0 : best - now;
  const early = now === null || records.length < SMOOTHING;
  const fallen = lost > LOST_SUCCESS;
  const longest = Math.max(1, ...known(turns));
  const turnsNow = last(turns);
  const length = turnsNow === null ? '' : figure(Number(turnsNow.toFixed(1)));
  const threshold = whole(LOST_SUCCESS * 100);
  return {
    key: 'reward',
    title: msg('Do more turns bring more?'),
    top: 1,
    unit: 'share',
    series: [
      { label: msg('success, all tasks'), shape: 'solid', values },
      ...(turnsNow === null
        ? []
        : [
            {
              label: msg(str`turns per task, of ${figure(Number(longest.toFixed(1)))}`),
              shape: 'dashed' as const,
              values: turns.map((value) => (value === null ? null : value / longest)),
            },
          ]),
    ],
    threshold: null,
    verdict: early ? 'unknown' : fallen ? 'collapsing' : 'healthy',
    sentence: early
      ? notYet()
      : fallen
        ? msg(
            str`Collapsing: success has lost ${points(lost).replace('+', '')} points since its best five iterations; ${threshold} are too many.`,
          )
        : length === ''
          ? msg(str`Healthy: success is ${percent(now)} %, within ${threshold} points of its best five iterations.`)
          : msg(
              str`Healthy: success is ${percent(now)} %, within ${threshold} points of its best five iterations, at ${length} turns per task.`,
            ),
  };
}

/** The four charts of the monitor. */
export function monitorCharts(records: readonly IterationRecord[]): readonly MonitorChart[] {
  return [entropy(records), coverage(records), repeats(records), reward(records)];
}
