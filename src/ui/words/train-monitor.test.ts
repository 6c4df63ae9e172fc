import { describe, expect, it } from 'vitest';
import type { IterationRecord } from '../../learning/records.ts';
import { iteration } from '../testing/run-messages.ts';
import { monitorCharts, type MonitorChart } from './train-monitor.ts';

function run(count: number, of: (index: number) => Partial<IterationRecord>): readonly IterationRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const event = iteration(index + 1, of(index + 1));
    if (event.type !== 'iteration') throw new Error('not an iteration');
    return event.record;
  });
}

function chart(key: MonitorChart['key'], records: readonly IterationRecord[]): MonitorChart {
  const found = monitorCharts(records).find((one) => one.key === key);
  if (!found) throw new Error(`no chart ${key}`);
  return found;
}

describe('the collapse monitor', () => {
  it('says when it no longer tries anything', () => {
    const lively = chart(
      'entropy',
      run(10, () => ({ solveEntropy: 0.4, updateEntropy: 0.01 })),
    );
    expect(lively.verdict).toBe('healthy');
    expect(lively.sentence).toContain('0.4 nats a word, above 0.05');
    const stiff = chart(
      'entropy',
      run(10, () => ({ solveEntropy: 0.02 })),
    );
    expect(stiff.verdict).toBe('collapsing');
    expect(stiff.sentence).toContain('Collapsing: its turns hold 0.02 nats');
  });

  it('calls a run dead by the same figures as training does', () => {
    const empty = { coverage: [0.05, 0.05, 0.05] };
    expect(
      chart(
        'coverage',
        run(24, () => empty),
      ).verdict,
    ).toBe('unknown');
    const dead = chart(
      'coverage',
      run(25, () => empty),
    );
    expect(dead.verdict).toBe('collapsing');
    expect(dead.sentence).toContain('below 8 % after 25 iterations');
    expect(
      chart(
        'coverage',
        run(25, () => ({ coverage: [0.3] })),
      ).verdict,
    ).toBe('healthy');
  });

  it('says when most turns are repeats, and where that was never measured', () => {
    expect(
      chart(
        'repeats',
        run(10, () => ({ repeats: [0.7, 0.6] })),
      ).verdict,
    ).toBe('collapsing');
    expect(
      chart(
        'repeats',
        run(10, () => ({ repeats: [0.1, 0.2] })),
      ).sentence,
    ).toBe('Healthy: 15 % of its turns repeat one of the same task, less than 50 %.');
    const old = chart(
      'repeats',
      run(10, () => ({})),
    );
    expect(old.verdict).toBe('unknown');
    expect(old.sentence).toBe('Not measured when this run was trained.');
  });

  it('compares success with its own best five iterations', () => {
    const fallen = chart(
      'reward',
      run(30, (index) => ({ success: index <= 20 ? [0.6, 0.6] : [0.3, 0.3], turns: [4, 4] })),
    );
    expect(fallen.verdict).toBe('collapsing');
    expect(fallen.sentence).toContain('has lost 30 points');
    const steady = chart(
      'reward',
      run(30, () => ({ success: [0.6], turns: [4.25] })),
    );
    expect(steady.verdict).toBe('healthy');
    expect(steady.sentence).toContain('at 4.3 turns per task');
  });

  it('judges nothing by fewer than five iterations', () => {
    for (const { key, verdict } of monitorCharts(run(4, () => ({ solveEntropy: 0, repeats: [1], coverage: [0.01] })))) {
      expect([key, verdict]).toEqual([key, 'unknown']);
    }
  });
});
