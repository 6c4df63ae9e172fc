/** Protects agreement with gradients computed by another program: see test/fixtures/reference/README.md. */

import { beforeAll, describe, expect, it } from 'vitest';
import { largestDifference, relativeError } from '../../../test/engine/differences.ts';
import { withStep } from '../../../test/engine/gradient-step.ts';
import { gradientName, gradientReference, type GradientReference } from '../../../test/fixtures/gradient-reference.ts';
import { readReference } from '../../../test/fixtures/reference.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from './feeds.ts';
import { scoreGraph } from './policy-gradient-graph.ts';
import { numbersOf, openSession } from './runtime.ts';
import { nativeRuntime } from './runtime-native.ts';

let reference: GradientReference;
beforeAll(async () => {
  reference = await gradientReference(readReference);
});

/** The reference's softmax runs over the whole vocabulary. */
const NOTHING_MASKED: readonly number[] = [];

describe.each([
  ['float64', 1e-6],
  ['float32', 1e-4],
] as const)('in %s', (real, limit) => {
  it('the loss and the gradient of every matrix are the reference’s', async () => {
    const { model, rows, settings, clipped, expected } = reference;
    const { layout } = model;
    const step = await withStep(model, real, settings, (run) => run(model.adapter, rows), NOTHING_MASKED);
    expect(relativeError([step.loss], expected('loss'))).toBeLessThan(limit);
    expect(step.clipped).toBe(clipped);
    expect(layout.matrices).toHaveLength(12);
    for (const matrix of layout.matrices) {
      const { offset, shape } = matrix;
      const gradient = step.gradient.subarray(offset, offset + shape[0] * shape[1]);
      expect(relativeError(gradient, expected(gradientName(matrix.name))), matrix.name).toBeLessThan(limit);
    }
  });

  it('logits and log-probabilities are the reference’s', async () => {
    const { model, rows, expected } = reference;
    const { base, layout, adapter } = model;
    const session = await openSession(nativeRuntime, scoreGraph(base, layout, { real, maskedTokens: NOTHING_MASKED }));
    const { feeds, time } = contextFeeds(
      nativeRuntime,
      real,
      rows.map((row) => row.tokens),
    );
    const outputs = await session.run({
      ...feeds,
      ...adapterFeeds(nativeRuntime, real, layout, adapter),
      inverse_temperature: scalarTensor(nativeRuntime, real, 1),
    });
    const vocabulary = base.config.vocab_size;
    const used = (rows[0].tokens.length - 1) * vocabulary;
    const logits = numbersOf(outputs.logits).subarray(0, used);
    // Stored in float32, whose rounding of logits up to 16 is 1e-6.
    const tolerance = real === 'float64' ? 2e-6 : 1e-4;
    expect(largestDifference(logits, expected('logits_row0').subarray(0, used))).toBeLessThan(tolerance);
    rows.forEach(({ tokens }, row) => {
      const length = tokens.length - 1;
      const logProbs = numbersOf(outputs.log_prob).subarray(row * time, row * time + length);
      const wanted = expected('logprob').subarray(row * time, row * time + length);
      expect(largestDifference(logProbs, wanted)).toBeLessThan(tolerance);
    });
    await session.release();
  });
});
