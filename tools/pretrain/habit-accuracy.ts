/** Teacher-forced accuracy of a habit: how often the most probable word is the one that the author would write. */

import { loraLayout, DEFAULT_LORA } from '../../src/policy/lora.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from '../../src/engines/onnx/feeds.ts';
import { scoreGraph } from '../../src/engines/onnx/policy-gradient-graph.ts';
import { numbersOf, openSession } from '../../src/engines/onnx/runtime.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import { habitProbe, type ProbedHabit } from './habits.ts';
import { SEQUENCE_TOKENS } from './schedule.ts';

/** Not the pretraining seed, so that no probe is a page the base has read. */
const PROBE_SEED = 271828;
const PROBES_TOGETHER = 16;

export interface HabitAccuracy {
  readonly habit: ProbedHabit;
  /** `code-lake/4x4` */
  readonly level: string;
  readonly words: number;
  readonly right: number;
}

/** Measures both habits on `probes` probes for each level. */
export async function habitAccuracies(
  base: BaseModel,
  levels: readonly string[],
  probes: number,
): Promise<readonly HabitAccuracy[]> {
  const layout = loraLayout(base.config, DEFAULT_LORA);
  const session = await openSession(nativeRuntime, scoreGraph(base, layout, { real: 'float32', maskedTokens: [] }));
  const fixed = {
    ...adapterFeeds(nativeRuntime, 'float32', layout, new Float32Array(layout.size)),
    inverse_temperature: scalarTensor(nativeRuntime, 'float32', 1),
  };
  const results: HabitAccuracy[] = [];
  for (const habit of ['copy', 'merge'] as const) {
    for (const level of levels) {
      let words = 0;
      let right = 0;
      for (let first = 0; first < probes; first += PROBES_TOGETHER) {
        const batch = Array.from({ length: Math.min(PROBES_TOGETHER, probes - first) }, (_, index) =>
          habitProbe(first + index, { seed: PROBE_SEED, length: SEQUENCE_TOKENS, habit, level }),
        );
        const { feeds, time } = contextFeeds(
          nativeRuntime,
          'float32',
          batch.map(({ tokens }) => tokens),
        );
        const logits = numbersOf((await session.run({ ...fixed, ...feeds })).logits);
        batch.forEach(({ tokens, predicted }, row) => {
          tokens.forEach((token, place) => {
            if (!predicted[place]) return;
            words++;
            const start = (row * time + place - 1) * base.config.vocab_size;
            if (mostProbable(logits, start, base.config.vocab_size) === token) right++;
          });
        });
      }
      results.push({ habit, level, words, right });
    }
  }
  await session.release();
  return results;
}

function mostProbable(logits: Float32Array, start: number, count: number): number {
  let best = 0;
  for (let id = 1; id < count; id++) if (logits[start + id] > logits[start + best]) best = id;
  return best;
}
