/** Protects the fairness of a comparison: contenders take turns, and a slow one stops early instead of holding all up. */

import { expect, it } from 'vitest';
import { interleave } from './interleave.ts';

/** Contenders that take so many seconds each by a clock of their own, and the order in which they ran. */
function race(seconds: readonly number[]) {
  let milliseconds = 0;
  const order: number[] = [];
  return {
    order,
    now: () => milliseconds,
    contenders: seconds.map((duration, index) => async () => {
      order.push(index);
      milliseconds += duration * 1000;
    }),
  };
}

it('runs contenders turn about and times each run', async () => {
  const { order, now, contenders } = race([1, 2]);
  const times = await interleave(contenders, { repeats: 4, budget: 100, now });
  expect(order).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  expect(times).toEqual([
    [1, 1, 1, 1],
    [2, 2, 2, 2],
  ]);
});

it('lets a slow contender stop within its budget while the others go on', async () => {
  const { now, contenders } = race([1, 20]);
  const times = await interleave(contenders, { repeats: 10, budget: 90, now });
  expect(times.map(({ length }) => length)).toEqual([10, 4]);
});

it('times even a contender beyond its budget three times', async () => {
  const { now, contenders } = race([1000]);
  const [times] = await interleave(contenders, { repeats: 10, budget: 1, now });
  expect(times).toHaveLength(3);
});
