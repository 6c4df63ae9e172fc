/** Pretraining's progress on disk: vectors in one safetensors file, counters beside it; replaced as a whole. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import type { PretrainingState } from '../../src/engines/onnx/pretraining.ts';
import { readSafetensors, writeSafetensors, type Tensor } from '../../src/policy/safetensors.ts';

export interface Progress {
  readonly state: PretrainingState;
  readonly tokens: number;
  readonly seconds: number;
  /** Of the last report, nats per token. */
  readonly agentLoss: number;
}

const FILE = 'progress.safetensors';

export function saveProgress(folder: string, { state, tokens, seconds, agentLoss }: Progress): void {
  const vector = (data: Float32Array): Tensor => ({
    dtype: 'F32',
    shape: [data.length],
    data: Float32Array.from(data),
  });
  const bytes = writeSafetensors(
    new Map([
      ['arena', vector(state.arena)],
      ['first_moment', vector(state.firstMoment)],
      ['second_moment', vector(state.secondMoment)],
    ]),
    {
      steps: String(state.steps),
      tokens: String(tokens),
      seconds: String(seconds),
      agent_loss: String(agentLoss),
    },
  );
  const path = join(folder, FILE);
  writeFileSync(`${path}.next`, bytes);
  renameSync(`${path}.next`, path);
}

/** Null when nothing has been saved yet. */
export function loadProgress(folder: string): Progress | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  const { tensors, metadata } = readSafetensors(readFileSync(path), FILE);
  const vector = (name: string): Float32Array => {
    const tensor = tensors.get(name);
    if (tensor?.dtype !== 'F32')
      throw new WaymarkError('bad-file', `${path} lacks ${name}.`, 'Delete it and start again.');
    return tensor.data;
  };
  return {
    state: {
      arena: vector('arena'),
      firstMoment: vector('first_moment'),
      secondMoment: vector('second_moment'),
      steps: Number(metadata.steps),
    },
    tokens: Number(metadata.tokens),
    seconds: Number(metadata.seconds),
    agentLoss: Number(metadata.agent_loss),
  };
}
