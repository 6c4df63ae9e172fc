/** Protects which way of computing is taken, and that a wrong one never is. */

import { describe, expect, it } from 'vitest';
import { WaymarkError } from '../../../core/errors.ts';
import { forgetfulMemory, mapMemory, type PathMemory, type PathReport } from './path.ts';
import { choosePath, type Candidate, type Trial } from './select.ts';

const RIGHT = Float32Array.of(1, -2, 3);

interface Fake {
  /** What each run gives; the last again and again. */
  readonly runs?: readonly Float32Array[];
  readonly time?: number;
  readonly unavailable?: string;
  readonly openError?: Error;
  readonly neededGain?: number;
}

/** Counts what happened to the fakes. */
interface Log {
  opened: string[];
  timed: string[];
  closed: string[];
}

function candidate(name: string, log: Log, fake: Fake = {}): Candidate<string> {
  const { runs = [RIGHT], time = 1, unavailable = null, openError, neededGain = 1 } = fake;
  let count = 0;
  const trial: Trial = {
    run: async () => runs[Math.min(count++, runs.length - 1)],
    time: async () => {
      log.timed.push(name);
      return time;
    },
    close: () => {
      log.closed.push(name);
    },
  };
  return {
    name,
    unavailable,
    neededGain,
    open: async () => {
      log.opened.push(name);
      if (openError) throw openError;
      return trial;
    },
  };
}

async function choose(
  fakes: Readonly<Record<string, Fake>>,
  { memory = forgetfulMemory, budget = 1e6, key = 'k' }: { memory?: PathMemory; budget?: number; key?: string } = {},
): Promise<{ report: PathReport; log: Log }> {
  const log: Log = { opened: [], timed: [], closed: [] };
  const [reference, ...others] = Object.entries(fakes).map(([name, fake]) => candidate(name, log, fake));
  const report = await choosePath({ choice: 'a choice', candidates: [reference, ...others], key, memory, budget });
  return { report, log };
}

function rejection(report: PathReport, name: string): string | null | undefined {
  return report.candidates.find((entry) => entry.name === name)?.rejected;
}

describe('choosing a path', () => {
  it('takes the fastest that gives the right numbers, and closes all', async () => {
    const { report, log } = await choose({ plain: { time: 3 }, fast: { time: 1 }, faster: { time: 0.5 } });
    expect(report).toMatchObject({ chosen: 'faster', why: 'measured' });
    expect(report.candidates.map(({ milliseconds }) => milliseconds)).toEqual([3, 1, 0.5]);
    expect(log.closed.sort()).toEqual(['fast', 'faster', 'plain']);
  });

  it('stays with the reference where the gain is less than needed', async () => {
    const { report } = await choose({ plain: { time: 1 }, half: { time: 0.9, neededGain: 1.15 } });
    expect(report.chosen).toBe('plain');
    const { report: other } = await choose({ plain: { time: 1 }, half: { time: 0.86, neededGain: 1.15 } });
    expect(other.chosen).toBe('half');
  });

  it.each([
    ['another number', Float32Array.of(1, -2, 3.001)],
    ['no number', Float32Array.of(1, NaN, 3)],
    ['too few numbers', Float32Array.of(1, -2)],
  ])('rejects %s in the first run, whatever the speed', async (_, wrong) => {
    const { report, log } = await choose({ plain: {}, wrong: { runs: [wrong], time: 0 } });
    expect(report).toMatchObject({ chosen: 'plain', why: 'only' });
    expect(rejection(report, 'wrong')).toContain('in its first run');
    expect(log.timed).toEqual([]);
    expect(log.closed.sort()).toEqual(['plain', 'wrong']);
  });

  it('rejects what is wrong in its second run only', async () => {
    const { report } = await choose({ plain: {}, late: { runs: [RIGHT, Float32Array.of(1, -2, 4)], time: 0 } });
    expect(report.chosen).toBe('plain');
    expect(rejection(report, 'late')).toContain('in its second run');
  });

  it('lets roundings pass', async () => {
    const { report } = await choose({ plain: { time: 2 }, rounded: { runs: [Float32Array.of(1.00001, -2, 3)] } });
    expect(report.chosen).toBe('rounded');
  });

  it('says why a candidate is not offered or does not compile', async () => {
    const { report, log } = await choose({
      plain: {},
      absent: { unavailable: 'no subgroups' },
      broken: { openError: new WaymarkError('gpu-fault', 'line 3: no such thing') },
    });
    expect(report.chosen).toBe('plain');
    expect(rejection(report, 'absent')).toBe('no subgroups');
    expect(rejection(report, 'broken')).toContain('line 3');
    expect(log.opened).toEqual(['plain', 'broken']);
  });

  it('opens nothing where there is nothing to choose', async () => {
    const { report, log } = await choose({ plain: {}, absent: { unavailable: 'no subgroups' } });
    expect(report).toMatchObject({ chosen: 'plain', why: 'only' });
    expect(log.opened).toEqual([]);
  });

  it('does not take a lost device for a slow candidate', async () => {
    const lost = new WaymarkError('gpu-lost', 'gone');
    await expect(choose({ plain: {}, last: { openError: lost } })).rejects.toBe(lost);
  });

  it('refuses a device on which the reference is not repeatable', async () => {
    const unsteady = { runs: [RIGHT, Float32Array.of(1, -2, 9)] };
    await expect(choose({ plain: unsteady, other: {} })).rejects.toMatchObject({ kind: 'gpu-fault' });
  });

  it('tries nothing more once the time is used up', async () => {
    const { report, log } = await choose({ plain: {}, fast: { time: 0 } }, { budget: -1 });
    expect(report).toMatchObject({ chosen: 'plain', why: 'only' });
    expect(rejection(report, 'fast')).toContain('not tried');
    expect(log.opened).toEqual(['plain']);
  });
});

describe('a remembered choice', () => {
  const fakes = { plain: { time: 2 }, fast: { time: 1 }, wrong: { runs: [Float32Array.of(0, 0, 0)] } };

  it('is taken again without timing, with what was measured then', async () => {
    const memory = mapMemory(new Map());
    const { report: first } = await choose(fakes, { memory });
    const { report, log } = await choose({ ...fakes, fast: { time: 99 } }, { memory });
    expect(report).toEqual({ ...first, why: 'remembered' });
    expect(log.opened).toEqual(['plain', 'fast']);
    expect(log.timed).toEqual([]);
  });

  it('is checked again, and measured anew where it no longer gives the right numbers', async () => {
    const memory = mapMemory(new Map());
    await choose(fakes, { memory });
    const { report } = await choose({ ...fakes, fast: { runs: [Float32Array.of(1, 2, 3)] } }, { memory });
    expect(report.chosen).toBe('plain');
    expect(rejection(report, 'fast')).toContain('first run');
  });

  it('holds for its key only', async () => {
    const memory = mapMemory(new Map());
    await choose(fakes, { memory });
    const { report } = await choose({ ...fakes, fast: { time: 9 } }, { memory, key: 'another device' });
    expect(report).toMatchObject({ chosen: 'plain', why: 'measured' });
  });

  it.each(['no JSON', '{"chosen":"unheard of","candidates":[]}', '{"chosen":"fast"}', 'null'])(
    'is measured anew where it reads %s',
    async (text) => {
      const { report } = await choose(fakes, { memory: mapMemory(new Map([['k', text]])) });
      expect(report).toMatchObject({ chosen: 'fast', why: 'measured' });
    },
  );
});
