/**
 * The agent of a link as a run, so that it can be watched, tested, forked and trained on. None of its training came with
 * it: all its iterations are inherited, and it never claims that they could be trained again.
 */

import type { EngineDescription } from '../../engines/engine.ts';
import { FRESH_MONITORS } from '../../learning/monitors.ts';
import type { LlamaConfig } from '../../policy/config.ts';
import { dequantise } from '../../policy/quantised-lora.ts';
import type { RunContent } from '../run-content.ts';
import type { SharedLink } from './shared-link.ts';

/** Throws `link-damaged` where the adapter does not fit its base. */
export function runOfAgent(
  { receipt, adapter: quantised }: Extract<SharedLink, { readonly kind: 'agent' }>,
  config: LlamaConfig,
  run: string,
): RunContent {
  const { recipe, iterations, origin, computation } = receipt;
  const adapter = dequantise(config, quantised);
  const engine: EngineDescription = {
    name: origin === 'mixed' ? 'onnx-wasm' : origin,
    detail: `an agent in ${quantised.bits} bits, from a link`,
  };
  const nothing = new Float32Array(adapter.length);
  return {
    summary: {
      ...{ run, recipe, engine, title: null, parent: null, created: 0, updated: 0 },
      ...{ inherited: iterations, iteration: iterations, events: 1, finished: false },
    },
    events: [{ type: 'started', run, recipe, engine, computation }],
    lives: [],
    checkpoint: {
      iteration: iterations,
      trainable: { adapter, firstMoment: nothing, secondMoment: nothing.slice(), steps: 0 },
      monitors: FRESH_MONITORS,
    },
    ...{ evaluations: [], agents: [], lifeLogs: new Map(), receipt: null, receiptLives: null },
  };
}
