/** Protects the order of the steps: none before what it needs, none beside one that must be alone, no core idle. */

import { describe, expect, it } from 'vitest';
import { nextStep, runInLanes, type Schedulable } from './schedule.ts';

/** Carries steps out in made-up time: how long each takes, and what ran beside it from beginning to end. */
async function simulate(steps: readonly (Schedulable & { readonly takes: number })[], lanes: number) {
  const running = new Set<string>();
  const beside = new Map<string, Set<string>>();
  const ended: string[] = [];
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  const sleep = (time: number) => new Promise<void>((wake) => sleepers.push({ at: now + time, wake }));
  const work = runInLanes(steps, lanes, async ({ name, takes }) => {
    running.add(name);
    for (const one of running) {
      beside.set(one, new Set([...(beside.get(one) ?? []), ...running]));
    }
    await sleep(takes);
    running.delete(name);
    ended.push(name);
    return name;
  });
  while (ended.length < steps.length) {
    sleepers.sort((one, other) => one.at - other.at);
    const first = sleepers.shift();
    if (!first) throw new Error('nothing runs');
    now = first.at;
    first.wake();
    await new Promise(setImmediate);
  }
  return { results: await work, ended, took: now, beside: (name: string) => [...(beside.get(name) ?? [])].sort() };
}

describe('nextStep', () => {
  it('takes the first that waits, while a lane is free', () => {
    const steps = [{ name: 'a' }, { name: 'b' }];
    expect(nextStep(steps, [], 2)?.name).toBe('a');
    expect(nextStep(steps, [{ name: 'c' }], 2)?.name).toBe('a');
    expect(nextStep(steps, [{ name: 'c' }, { name: 'd' }], 2)).toBeNull();
    expect(nextStep(steps, [{ name: 'c' }], 1)).toBeNull();
    expect(nextStep([], [], 2)).toBeNull();
  });

  it('passes over a step whose forerunner waits or runs', () => {
    const late: Schedulable = { name: 'late', after: 'early' };
    expect(nextStep([late], [{ name: 'early' }], 2)).toBeNull();
    expect(nextStep([late, { name: 'early' }], [], 2)?.name).toBe('early');
    expect(nextStep([late, { name: 'other' }], [{ name: 'early' }], 2)?.name).toBe('other');
    expect(nextStep([late], [{ name: 'other' }], 2)?.name).toBe('late');
  });

  it('starts nothing beside a step that is alone, and that step beside nothing', () => {
    const alone: Schedulable = { name: 'alone', isAlone: true };
    expect(nextStep([{ name: 'a' }], [alone], 2)).toBeNull();
    expect(nextStep([alone], [{ name: 'a' }], 2)).toBeNull();
    expect(nextStep([alone, { name: 'a' }], [], 2)?.name).toBe('a');
    expect(nextStep([alone], [], 2)?.name).toBe('alone');
  });
});

describe('runInLanes', () => {
  const steps = [
    { name: 'short', takes: 2 },
    { name: 'timed', takes: 3, isAlone: true },
    { name: 'long', takes: 9 },
    { name: 'after short', takes: 4, after: 'short' },
    { name: 'last', takes: 3 },
  ];

  it('keeps both lanes busy, and gives the results in the order of the steps', async () => {
    const { results, ended, took } = await simulate(steps, 2);
    expect(results).toEqual(steps.map(({ name }) => name));
    expect(ended).toEqual(['short', 'after short', 'long', 'last', 'timed']);
    expect(took).toBe(9 + 3);
  });

  it('runs nothing beside a step that must be alone', async () => {
    const { beside } = await simulate(steps, 2);
    expect(beside('timed')).toEqual(['timed']);
    expect(beside('long')).toEqual(['after short', 'last', 'long', 'short']);
  });

  it('is one after the other where there is one lane', async () => {
    const { took, beside } = await simulate(steps, 1);
    expect(took).toBe(2 + 3 + 9 + 4 + 3);
    for (const { name } of steps) expect(beside(name)).toEqual([name]);
  });

  it('tells a step what its forerunner came to', async () => {
    const seen: unknown[] = [];
    await runInLanes([{ name: 'a' }, { name: 'b', after: 'a' }], 2, (step, results) => {
      seen.push([step.name, results.get('a')]);
      return Promise.resolve(`${step.name} failed`);
    });
    expect(seen).toEqual([
      ['a', undefined],
      ['b', 'a failed'],
    ]);
  });

  it('starts nothing after an error, and lets what runs come to its end', async () => {
    const ended: string[] = [];
    const work = runInLanes([{ name: 'bad' }, { name: 'slow' }, { name: 'never' }], 2, async ({ name }) => {
      if (name === 'bad') throw new Error('made up');
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended.push(name);
    });
    await expect(work).rejects.toThrow('made up');
    expect(ended).toEqual(['slow']);
  });

  it('refuses steps that wait for one another instead of waiting for ever', async () => {
    const circle = [
      { name: 'a', after: 'b' },
      { name: 'b', after: 'a' },
    ];
    await expect(runInLanes(circle, 2, () => Promise.resolve())).rejects.toThrow('wait for one another');
  });
});
