/** Training rows as the rectangles that tensor libraries take: sorted by length, so that little of them is padding. */

import type { TrainingRow } from '../../../src/engines/engine.ts';

/** Rows padded on the right to the longest; whatever follows a row's end weighs nothing. */
export interface PaddedBatch {
  readonly rows: number;
  /** One less than the longest row has tokens: its last token predicts nothing. */
  readonly time: number;
  /** [rows, time] */
  readonly tokens: Int32Array;
  /** Of every generated token: where in [rows * time] it is predicted, its id, and what the loss needs. */
  readonly places: Int32Array;
  readonly targets: Int32Array;
  readonly advantages: Float32Array;
  readonly oldLogProbs: Float32Array;
}

export function paddedBatches(rows: readonly TrainingRow[], count: number): readonly PaddedBatch[] {
  const byLength = rows.toSorted((a, b) => a.tokens.length - b.tokens.length);
  const size = Math.ceil(rows.length / count);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    paddedBatch(byLength.slice(index * size, (index + 1) * size)),
  );
}

function paddedBatch(rows: readonly TrainingRow[]): PaddedBatch {
  const time = Math.max(...rows.map(({ tokens }) => tokens.length)) - 1;
  const tokens = new Int32Array(rows.length * time);
  rows.forEach((row, index) => tokens.set(row.tokens.slice(0, time), index * time));
  return {
    rows: rows.length,
    time,
    tokens,
    places: Int32Array.from(rows.flatMap(({ positions }, row) => positions.map((at) => row * time + at - 1))),
    targets: Int32Array.from(rows.flatMap((row) => row.positions.map((at) => row.tokens[at]))),
    advantages: Float32Array.from(rows.flatMap(({ advantages }) => advantages)),
    oldLogProbs: Float32Array.from(rows.flatMap(({ oldLogProbs }) => oldLogProbs)),
  };
}
