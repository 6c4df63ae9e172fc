/** A run as tables and data for other programs: CSV as spreadsheets read it, JSON with everything. Pure. */

import type { EvaluationRecord, IterationRecord } from '../learning/records.ts';
import type { RunSummary } from './store.ts';

type Cell = number | string | null;

/** By position: `success_1`, `success_2`, ... */
function byPosition(name: string, values: readonly (number | null)[] | undefined, length: number): [string, Cell][] {
  return Array.from({ length }, (_, index) => [`${name}_${index + 1}`, values?.[index] ?? null]);
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of named cells as CSV with a header; every row has the same names in the same order. */
function csv(rows: readonly (readonly (readonly [string, Cell])[])[]): string {
  const head = rows.slice(0, 1).map((row) => row.map(([name]) => name));
  const body = rows.map((row) => row.map(([, cell]) => cell));
  return [...head, ...body].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function longest(lists: readonly (readonly unknown[] | undefined)[]): number {
  return Math.max(0, ...lists.map((list) => list?.length ?? 0));
}

/** A line for each iteration: what training measured of the lives it trains on. No evaluation. */
export function iterationsCsv(records: readonly IterationRecord[]): string {
  const tasks = longest(records.map((record) => record.success));
  const updates = longest(records.map((record) => record.coverage));
  return csv(
    records.map((record) => {
      const { iteration, lives, success, coverage, accuracy, noteLength } = record;
      const { solveEntropy, updateEntropy, loss, gradientNorm, klToOld, klToBase, clippedShare } = record;
      const { tokensSeen, tokensGenerated, tokensTrained, rolloutSeconds, trainingSeconds } = record;
      const rest = {
        ...{ solveEntropy, updateEntropy, loss, gradientNorm, klToOld, klToBase, clippedShare },
        ...{ tokensSeen, tokensGenerated, tokensTrained, rolloutSeconds, trainingSeconds },
      };
      return [
        ['iteration', iteration],
        ['lives', lives],
        ...byPosition('success', success, tasks),
        ...byPosition('coverage', coverage, updates),
        ...byPosition('accuracy', accuracy, updates),
        ...byPosition('noteLength', noteLength, updates),
        ...Object.entries(rest),
      ];
    }),
  );
}

/** A line for each evaluation, control and task: the success with its 95 % interval, and the lift of the whole. */
export function evaluationsCsv(records: readonly EvaluationRecord[]): string {
  return csv(
    records.flatMap(({ environment, iteration, packs, success, intervals, lift, rise }) =>
      (['kept', 'erased', 'shuffled', 'oracle'] as const).flatMap((control) =>
        (success[control] ?? []).map((share, index): (readonly [string, Cell])[] => [
          ['environment', environment],
          ['iteration', iteration],
          ['packs', packs],
          ['control', control],
          ['task', index + 1],
          ['success', share],
          ['low', intervals[control]?.[index]?.low ?? null],
          ['high', intervals[control]?.[index]?.high ?? null],
          ['lift', lift.mean],
          ['liftLow', lift.low],
          ['liftHigh', lift.high],
          ['rise', rise.mean],
        ]),
      ),
    ),
  );
}

/** What the run is and how it was evaluated, pack by pack. */
export function runJson(run: RunSummary, evaluations: readonly EvaluationRecord[]): string {
  return `${JSON.stringify({ run, evaluations }, null, 2)}\n`;
}
