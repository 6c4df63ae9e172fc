import { describe, expect, it } from 'vitest';
import { centralDifferences, largestDifference, relativeError } from '../../../test/engine/differences.ts';
import { withStep } from '../../../test/engine/gradient-step.ts';
import { randomIntegers, randomStream } from '../../../test/engine/random.ts';
import { tinyModel } from '../../../test/engine/tiny-model.ts';
import { slowPolicy, slowStatistics, trainingRows } from '../../../test/engine/training-rows.ts';
import { tokenLoss } from '../../learning/losses.ts';
import type { LossKind, LossSettings, TrainingRow } from '../engine.ts';

const KINDS: readonly LossKind[] = ['rec', 'rec-is', 'ppo'];

const SETTINGS: Omit<LossSettings, 'kind'> = {
  clipLow: 0.2,
  clipHigh: 0.3,
  klCoefficient: 0,
  temperature: 0.7,
  normaliser: 17,
};

const LENGTHS = [9, 4, 12, 2];

/** How many of the adapter's numbers are moved; the others' slopes come out of the same expressions. */
const MOVED_NUMBERS = 24;

const MODEL = tinyModel();
const ROWS = trainingRows(MODEL, LENGTHS, SETTINGS.temperature);

/** Coefficients of the KL to the base and of the entropy bonus. */
const EXTRAS = [
  [0, 0],
  [0.4, 0],
  [0, 0.3],
  [0.4, 0.3],
] as const;

describe.each(KINDS)('%s', (kind) => {
  it.each(EXTRAS)(
    'has the gradient of its loss, with %d KL and %d entropy',
    async (klCoefficient, entropyCoefficient) => {
      const settings = { ...SETTINGS, kind, klCoefficient, entropyCoefficient };
      const axes = randomIntegers(randomStream(3), MOVED_NUMBERS, 0, MODEL.layout.size);
      await withStep(MODEL, 'float64', settings, async (run) => {
        const { gradient } = await run(MODEL.adapter, ROWS);
        const measured = await centralDifferences(
          async (adapter) => (await run(adapter, ROWS)).loss,
          MODEL.adapter,
          axes,
        );
        expect(
          relativeError(
            axes.map((axis) => gradient[axis]),
            measured,
          ),
        ).toBeLessThan(1e-6);
      });
    },
  );

  it.each(EXTRAS)(
    'is what a slow implementation gives, with %d KL and %d entropy',
    async (klCoefficient, entropyCoefficient) => {
      const settings = { ...SETTINGS, kind, klCoefficient, entropyCoefficient };
      const policy = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter);
      const expected = slowStatistics(ROWS, settings, policy, slowPolicy(MODEL.base));
      expect(expected.clipped).toBeGreaterThan(2);
      expect(expected.clipped).toBeLessThan(expected.tokens - 2);
      const step = await withStep(MODEL, 'float64', settings, (run) => run(MODEL.adapter, ROWS));
      expect(step.clipped).toBe(expected.clipped);
      for (const name of ['loss', 'klToOld', 'klToBase'] as const) {
        expect(Math.abs(step[name] - expected[name])).toBeLessThan(1e-12);
      }
    },
  );

  it('agrees with the losses that learning shows, token by token', async () => {
    const settings = { ...SETTINGS, kind };
    const logProbs = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter);
    await withStep(MODEL, 'float64', settings, async (run) => {
      const { tokens, positions, advantages, oldLogProbs } = ROWS[2];
      const all = logProbs.logProbs(tokens, settings.temperature);
      for (let index = 0; index < positions.length; index++) {
        const single = [[positions[index]], [advantages[index]], [oldLogProbs[index]]];
        const row = { tokens, positions: single[0], advantages: single[1], oldLogProbs: single[2] };
        const logProb = all[positions[index] - 1][tokens[positions[index]]];
        const expected = tokenLoss(logProb, oldLogProbs[index], advantages[index], settings);
        const step = await run(MODEL.adapter, [row]);
        expect(step.loss).toBeCloseTo(expected.loss / settings.normaliser, 12);
        expect(step.clipped).toBe(expected.clipped ? 1 : 0);
        expect(Math.hypot(...step.gradient) === 0).toBe(expected.gradient === 0 || expected.clipped);
      }
    });
  });

  it('gives exactly no gradient where every token is clipped', async () => {
    const clipped = ROWS.map((row): TrainingRow => {
      // Advantages that ask for more of the same on tokens that have moved too far already.
      const settings = { ...SETTINGS, kind };
      const policy = slowPolicy(MODEL.base, MODEL.layout, MODEL.adapter).logProbs(row.tokens, settings.temperature);
      const logProbs = row.positions.map((position) => policy[position - 1][row.tokens[position]]);
      const advantages = row.positions.map((_, index) => (index % 2 === 0 ? 2 : -1));
      return {
        ...row,
        advantages,
        oldLogProbs: logProbs.map((logProb, index) => logProb - (advantages[index] > 0 ? 0.5 : -0.5)),
      };
    });
    for (const real of ['float32', 'float64'] as const) {
      const step = await withStep(MODEL, real, { ...SETTINGS, kind }, (run) => run(MODEL.adapter, clipped));
      expect(step.clipped).toBe(clipped.reduce((total, row) => total + row.positions.length, 0));
      expect(step.gradient.every((slope) => slope === 0)).toBe(true);
    }
  });

  it('in float32 stays close to float64', async () => {
    const settings = { ...SETTINGS, kind, klCoefficient: 0.4 };
    const exact = await withStep(MODEL, 'float64', settings, (run) => run(MODEL.adapter, ROWS));
    const used = await withStep(MODEL, 'float32', settings, (run) => run(MODEL.adapter, ROWS));
    // Measured up to 5e-6: the rounding of float32, 6e-8, after some layers, in sums whose parts cancel.
    expect(relativeError(used.gradient, exact.gradient)).toBeLessThan(2e-5);
    expect(Math.abs(used.loss - exact.loss)).toBeLessThan(2e-5);
    expect(used.clipped).toBe(exact.clipped);
  });
});

describe('what changes nothing', () => {
  const settings: LossSettings = { ...SETTINGS, kind: 'ppo', klCoefficient: 0.4 };
  const long = { tokens: [1, ...randomIntegers(randomStream(5), 22, 2, 13)] };
  const withoutAgent: TrainingRow = { ...long, positions: [], advantages: [], oldLogProbs: [] };
  const numbersOfStep = (step: { gradient: ArrayLike<number>; loss: number; klToOld: number; klToBase: number }) => [
    ...Array.from(step.gradient),
    step.loss,
    step.klToOld,
    step.klToBase,
  ];

  it.each<[string, readonly TrainingRow[]]>([
    ['a row without a generated token, and the padding of the others to its length', [...ROWS, withoutAgent]],
    ['a short row without a generated token', [{ ...withoutAgent, tokens: [1, 2] }, ...ROWS]],
    ['the order of the rows', ROWS.toReversed()],
  ])('%s', async (_, rows) => {
    await withStep(MODEL, 'float64', settings, async (run) => {
      const before = await run(MODEL.adapter, ROWS);
      const after = await run(MODEL.adapter, rows);
      expect(largestDifference(numbersOfStep(after), numbersOfStep(before))).toBeLessThan(1e-12);
      expect(after.clipped).toBe(before.clipped);
    });
  });

  it('tokens that nobody generated, behind the last one that somebody did', async () => {
    await withStep(MODEL, 'float64', settings, async (run) => {
      const before = await run(MODEL.adapter, ROWS);
      const after = await run(
        MODEL.adapter,
        ROWS.map((row) => ({ ...row, tokens: [...row.tokens, 5, 7, 11] })),
      );
      expect(largestDifference(numbersOfStep(after), numbersOfStep(before))).toBeLessThan(1e-12);
    });
  });

  it('a batch in which nobody generated anything: all exactly zero', async () => {
    await withStep(MODEL, 'float64', settings, async (run) => {
      const step = await run(MODEL.adapter, [withoutAgent, { ...withoutAgent, tokens: [1, 2] }]);
      expect(numbersOfStep(step).every((number) => number === 0)).toBe(true);
      expect(step.clipped).toBe(0);
    });
  });

  it('advantages of zero, when nothing holds the policy to the base', async () => {
    for (const kind of KINDS) {
      const idle = ROWS.map((row) => ({ ...row, advantages: row.advantages.map(() => 0) }));
      const step = await withStep(MODEL, 'float64', { ...SETTINGS, kind }, (run) => run(MODEL.adapter, idle));
      expect(step.gradient.every((slope) => slope === 0)).toBe(true);
      expect(Math.abs(step.loss)).toBe(0);
      expect(step.clipped).toBe(0);
    }
  });
});

it('sums of parts are the step: gradients of a batch add up over its rows', async () => {
  const settings: LossSettings = { ...SETTINGS, kind: 'rec-is', klCoefficient: 0.4 };
  await withStep(MODEL, 'float64', settings, async (run) => {
    const whole = await run(MODEL.adapter, ROWS);
    const sum = new Float64Array(MODEL.layout.size);
    for (const row of ROWS) {
      (await run(MODEL.adapter, [row])).gradient.forEach((slope, index) => {
        sum[index] += slope;
      });
    }
    expect(largestDifference(sum, whole.gradient)).toBeLessThan(1e-12);
  });
});
