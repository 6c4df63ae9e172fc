/** The engine that the command line runs on. */

import { availableParallelism } from 'node:os';
import { WaymarkError } from '../../src/core/errors.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { createNativeEngine } from '../../src/engines/onnx/native.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { BOS, PAD } from '../../src/policy/vocabulary.ts';
import { wholeNumber } from './run-tool.ts';

const MAX_WORKERS = 64;
/** More are of little use to the bundled models: a rollout has only a few shards. */
const USEFUL_WORKERS = 8;

export interface EngineOptions {
  readonly engine: string;
  readonly workers?: string;
}

/** An engine with this adapter on this base. Throws `bad-request` for an engine there is not. */
export async function openEngine(options: EngineOptions, base: BaseModel, adapter: Adapter): Promise<Engine> {
  if (options.engine !== 'onnx') {
    throw new WaymarkError('bad-request', `There is no engine "${options.engine}" here.`, 'Use --engine onnx.');
  }
  const workers =
    options.workers === undefined
      ? Math.min(USEFUL_WORKERS, availableParallelism())
      : wholeNumber('workers', options.workers, 0, MAX_WORKERS);
  return createNativeEngine({
    base,
    lora: adapter.settings,
    adapter: adapter.values,
    maskedTokens: base.tokenizer.encode([PAD, BOS]),
    workers,
  });
}
