/** Protects tables for other programs: every number is there under its name, and nothing shifts where one is missing. */

import { expect, test } from 'vitest';
import { sampleEvaluation, sampleHeader, sampleIteration } from '../../test/runs/sample-run.ts';
import { headBefore } from './store.ts';
import { evaluationsCsv, iterationsCsv, runJson } from './tables.ts';

/** Rows as a spreadsheet reads them: by the name in their column. */
function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head, ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((cells) => {
    expect(cells).toHaveLength(head.length);
    return Object.fromEntries(cells.map((cell, index) => [head[index], cell]));
  });
}

test('an iteration is a row with all that was measured', () => {
  const [first, second] = rowsOf(iterationsCsv([sampleIteration(1), { ...sampleIteration(2), success: [0.5] }]));
  expect(first).toMatchObject({ iteration: '1', lives: '16', success_1: '0.25', success_2: '0.5', accuracy_1: '' });
  expect(Number(first.gradientNorm)).toBe(0.1 + 0.2);
  expect(second).toMatchObject({ iteration: '2', success_1: '0.5', success_2: '', coverage_1: '0.3' });
  expect(iterationsCsv([])).toBe('');
});

test('an evaluation is a row for every control and task', () => {
  const rows = rowsOf(evaluationsCsv([sampleEvaluation(3)]));
  expect(rows.map(({ control, task, success }) => [control, task, success])).toEqual([
    ['kept', '1', '0.5'],
    ['kept', '2', '1'],
    ['erased', '1', '0.5'],
    ['erased', '2', '0.5'],
  ]);
  expect(rows[0]).toMatchObject({ iteration: '3', packs: '2', low: '0.1', high: '0.3', lift: '0.2' });
});

test('the data say what the run is and every outcome', () => {
  const run = headBefore(sampleHeader());
  expect(JSON.parse(runJson(run, [sampleEvaluation(3)]))).toEqual({ run, evaluations: [sampleEvaluation(3)] });
});
