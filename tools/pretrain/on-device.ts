/** Pretraining on a graphics device: the same sequences, weights and schedule, AdamW for every weight. */

import { checkpointTensors, initialParameters, type PretrainingState } from '../../src/engines/onnx/pretraining.ts';
import { weightLayout } from '../../src/engines/webgpu/full/arena.ts';
import { FullTraining } from '../../src/engines/webgpu/full/full-training.ts';
import { Gpu } from '../../src/engines/webgpu/gpu.ts';
import { nativeGpu } from '../../src/engines/webgpu/native-gpu.ts';
import { nodeShaders } from '../../src/engines/webgpu/shaders-node.ts';
import { weightShapes, type WeightTensor } from '../../src/policy/weights.ts';
import { tokensIn, weightedSequences, type Pretrainer, type PretrainingRun } from './pretrainer.ts';
import { BASE_CONFIG, BATCH_SEQUENCES, learningRatesAt, OPTIMISER } from './schedule.ts';

/** The vectors of a saved state are those of the device, in the order of policy/weights.ts. Throws `no-gpu`. */
export async function devicePretrainer(run: PretrainingRun, saved: PretrainingState | null): Promise<Pretrainer> {
  const gpu = await Gpu.open(await nativeGpu(), nodeShaders);
  const weights = checkpointTensors(BASE_CONFIG, initialParameters(BASE_CONFIG, run.seed));
  const base = { config: BASE_CONFIG, weights };
  const training = await FullTraining.open({ gpu, base, multiply: gpu.adapter.isSoftware ? 'register' : 'tiled' });
  if (saved) training.restore({ ...saved, weights: saved.arena });
  let steps = saved?.steps ?? 0;
  return {
    optimiser: 'AdamW',
    place: `${gpu.adapter.description} (WebGPU)`,
    get steps() {
      return steps;
    },
    async step() {
      const sequences = weightedSequences(run, steps, steps * BATCH_SEQUENCES, BATCH_SEQUENCES);
      const weight = sequences.flatMap((sequence) => sequence.weights.slice(1)).reduce((sum, share) => sum + share, 0);
      const { agentLoss, agentTokens } = await training.accumulate(sequences, weight);
      const { gradientNorm } = await training.step({
        ...OPTIMISER.adamW,
        learningRate: learningRatesAt(steps, run.steps).adamW,
        maxGradientNorm: OPTIMISER.maxGradientNorm,
      });
      steps++;
      return { tokens: tokensIn(sequences), agentLoss, agentTokens, gradientNorm };
    },
    async state() {
      const { weights: arena, ...rest } = await training.snapshot();
      return { arena, ...rest };
    },
    async tensors() {
      const { weights: flat } = await training.snapshot();
      const shapes = weightShapes(BASE_CONFIG);
      return new Map(
        weightLayout(BASE_CONFIG).tensors.map(({ name, offset, size }): [string, WeightTensor] => [
          name,
          { shape: shapes.get(name) ?? [], data: flat.slice(offset, offset + size) },
        ]),
      );
    },
    close() {
      gpu.close();
      return Promise.resolve();
    },
  };
}
