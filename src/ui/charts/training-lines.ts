/** Where everything in the chart "Every iteration" goes, in pixels of the width that it is given. Pure. */

import type { IterationRecord } from '../../learning/records.ts';
import { coverageSeries, stages, successSeries, type Stage } from './training-series.ts';

export const TRAINING_HEIGHT = 290;
/** Below this width labels are short, and there is room for fewer numbers. */
const NARROW = 480;

const LEFT = 48;
const TOP = 62;
const FOOT = 34;
const STAGE_TOP = 8;
const LABEL_HEIGHT = 20;
const ASIDE = { wide: 140, narrow: 74 } as const;
const TICKS = { wide: 5, narrow: 3 } as const;
const ROUND = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 20_000] as const;
const BLAZES = 4;
const LABELLED: readonly number[] = [0, 0.5, 1];

export interface TrainingLine {
  /** Index of the task in the life, or `notes` for the share of facts that they hold. */
  readonly of: number | 'notes';
  /** Later tasks are drawn thicker. */
  readonly width: number;
  readonly path: string;
  readonly end: { readonly x: number; readonly y: number };
  /** The value at the end, and the baseline of its label. */
  readonly value: number;
  readonly labelY: number;
}

export interface StagePlace {
  readonly kind: Stage['kind'];
  readonly x1: number;
  readonly x2: number;
  /** Row of its name, from the top: a name that would run into the one before goes below it. */
  readonly row: 0 | 1;
}

export interface TrainingDrawing {
  readonly narrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly stageTop: number;
  /** Horizontal lines: y, and the share written beside it where one is. */
  readonly grid: readonly { readonly y: number; readonly label: number | null }[];
  readonly ticks: readonly { readonly x: number; readonly iteration: number }[];
  readonly lines: readonly TrainingLine[];
  readonly stages: readonly StagePlace[];
  /** Marks on the line of the notes. */
  readonly blazes: readonly { readonly x: number; readonly y: number }[];
}

/** Numbers under the axis: round ones, the last iteration among them where it does not crowd the one before. */
function tickNumbers(total: number, most: number): readonly number[] {
  const step = ROUND.find((round) => total / round <= most) ?? total;
  const round = Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
  return total - (round.at(-1) ?? 0) > step / 2 ? [...round, total] : round;
}

/** Baselines near the wanted ones, in the same order, far enough apart to be read, none below `lowest`. */
export function spread(wanted: readonly number[], apart: number, lowest: number): readonly number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y);
  const placed: number[] = [];
  let above = -Infinity;
  for (const { y, index } of order) {
    above = Math.max(y, above + apart);
    placed[index] = above;
  }
  let below = lowest + apart;
  for (const { index } of order.reverse()) {
    below = Math.min(placed[index], below - apart);
    placed[index] = below;
  }
  return placed;
}

function stagePlaces(
  all: readonly Stage[],
  x: (iteration: number) => number,
  nameWidth: (kind: Stage['kind']) => number,
): readonly StagePlace[] {
  const taken = [-Infinity, -Infinity];
  return all.map(({ kind, from, to }) => {
    const x1 = x(from);
    const row = taken[0] <= x1 ? 0 : 1;
    taken[row] = x1 + nameWidth(kind);
    return { kind, x1, x2: x(to), row };
  });
}

export interface TrainingRoom {
  readonly width: number;
  readonly height: number;
  /** Of a stage's name, in pixels. */
  readonly nameWidth: (kind: Stage['kind']) => number;
}

/** The drawing of a run of `total` iterations so far. */
export function trainingDrawing(
  records: readonly IterationRecord[],
  total: number,
  { width, height, nameWidth }: TrainingRoom,
): TrainingDrawing {
  const narrow = width < NARROW;
  const right = Math.max(LEFT + 1, width - ASIDE[narrow ? 'narrow' : 'wide']);
  const bottom = height - FOOT;
  const x = (iteration: number): number => LEFT + (iteration / Math.max(total, 1)) * (right - LEFT);
  const y = (share: number): number => bottom - share * (bottom - TOP);
  const success = successSeries(records);
  const all = [
    ...success.map((values, task) => ({ of: task, values, width: 2 + (3 * task) / Math.max(1, success.length - 1) })),
    { of: 'notes' as const, values: coverageSeries(records), width: 2.5 },
  ];
  const drawn = all.flatMap(({ of, values, width: stroke }) => {
    const points = values.flatMap((value, index) =>
      value === null ? [] : [{ x: x(records[index].iteration), y: y(value), value }],
    );
    const end = points.at(-1);
    if (!end) return [];
    const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`);
    return [{ of, width: stroke, path: path.join(''), end, value: end.value, points }];
  });
  const labels = spread(
    drawn.map(({ end }) => end.y + 5),
    LABEL_HEIGHT,
    bottom,
  );
  const notes = drawn.find(({ of }) => of === 'notes')?.points ?? [];
  return {
    narrow,
    left: LEFT,
    right,
    bottom,
    top: TOP,
    stageTop: STAGE_TOP,
    grid: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ y: y(share), label: LABELLED.includes(share) ? share : null })),
    ticks: tickNumbers(total, TICKS[narrow ? 'narrow' : 'wide']).map((iteration) => ({ x: x(iteration), iteration })),
    lines: drawn.map(({ of, width: stroke, path, end, value }, index) => ({
      of,
      width: stroke,
      path,
      end: { x: end.x, y: end.y },
      value,
      labelY: labels[index],
    })),
    stages: stagePlaces(stages(records), x, nameWidth),
    blazes: Array.from({ length: BLAZES }, (_, index) => notes[Math.round(((index + 1) * notes.length) / BLAZES) - 1])
      .filter((point, index, points) => notes.length >= BLAZES && points.indexOf(point) === index)
      .map(({ x: blazeX, y: blazeY }) => ({ x: blazeX, y: blazeY })),
  };
}
