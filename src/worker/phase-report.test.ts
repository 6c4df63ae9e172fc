import { expect, test } from 'vitest';
import { PhaseReport } from './phase-report.ts';
import type { WorkerMessage } from './protocol.ts';

test('phases are told at most five times a second', () => {
  let now = 1_000;
  const told: [number, WorkerMessage][] = [];
  const report = new PhaseReport(
    (message) => told.push([now, message]),
    () => now,
  );
  for (; now < 3_000; now += 10) report.begin('otter-1', 'training');
  expect(told.map(([time]) => time)).toEqual([1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_200, 2_400, 2_600, 2_800]);
  expect(told[0][1]).toEqual({ type: 'status', status: { state: 'training', run: 'otter-1', phase: 'training' } });
});
