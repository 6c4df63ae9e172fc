/** How the cost of our engine grows with rows, context and hidden size, on models with random weights. */

import { PURPOSE, RandomStream } from '../core/random.ts';
import type { Engine } from '../engines/engine.ts';
import { headSize, type LlamaConfig } from '../policy/config.ts';
import { type BaseWeights, weightShapes } from '../policy/weights.ts';
import { engineRollout, engineTraining } from './engine-contenders.ts';
import type { Omission, ScalePoint } from './report.ts';
import { rolloutWorkload, trainingWorkload } from './workload.ts';

export interface ScalingOptions {
  /** Opens an engine on a model of its own. */
  readonly openEngine: (base: BaseWeights) => Promise<Engine>;
  readonly now: () => number;
  /** Seconds that one point may take, as predicted from the one before. */
  readonly budget: number;
  readonly progress: (what: string) => void;
}

const FACTORS = [1, 2, 4, 8] as const;
const ROWS = 16;
const CONTEXT = 32;
const TURNS = 2;
const TOKENS_PER_TURN = 2;
const OBSERVATION = 2;

/** By how much a point costs more than the one before, at most: work grows with its square along two of the axes. */
const GROWTH: Readonly<Record<ScalePoint['axis'], number>> = { rows: 2, context: 4, 'hidden size': 4 };

export async function measureScaling(
  config: LlamaConfig,
  options: ScalingOptions,
): Promise<{ readonly points: readonly ScalePoint[]; readonly omissions: readonly Omission[] }> {
  const points: ScalePoint[] = [];
  const omissions: Omission[] = [];
  for (const axis of ['rows', 'context', 'hidden size'] as const) {
    let predicted = 0;
    for (const factor of FACTORS) {
      if (predicted > options.budget) {
        omissions.push({ what: `${axis} x ${factor}`, why: `it would take about ${Math.ceil(predicted)} s` });
        break;
      }
      options.progress(`${axis} x ${factor}`);
      const point = await measurePoint(config, axis, factor, options);
      points.push(point);
      // Everything runs twice: once to compile, once to be timed.
      predicted = 2 * GROWTH[axis] * (point.rolloutSeconds + point.trainingSeconds);
    }
  }
  return { points, omissions };
}

async function measurePoint(
  base: LlamaConfig,
  axis: ScalePoint['axis'],
  factor: number,
  { openEngine, now }: ScalingOptions,
): Promise<ScalePoint> {
  const rows = axis === 'rows' ? ROWS * factor : ROWS;
  const context = axis === 'context' ? CONTEXT * factor : CONTEXT;
  const config = scaledConfig(base, axis === 'hidden size' ? factor : 1, context);
  const engine = await openEngine(randomWeights(config));
  try {
    const rollout = rolloutWorkload(config, {
      rows,
      promptLength: [context, context],
      observationLength: [OBSERVATION, OBSERVATION],
      turns: TURNS,
      tokensPerTurn: TOKENS_PER_TURN,
    });
    const shape = { rows, length: [context, context], generatedShare: 0.15 } as const;
    const training = await trainingWorkload(config, shape, (contexts, temperature) =>
      engine.score(contexts, temperature),
    );
    const timed = async (run: () => Promise<unknown>): Promise<number> => {
      await run();
      const started = now();
      await run();
      return (now() - started) / 1000;
    };
    return {
      axis,
      factor,
      value: { rows, context, 'hidden size': config.hidden_size }[axis],
      rolloutSeconds: await timed(() => engineRollout(engine).play(rollout, false)),
      trainingSeconds: await timed(() => engineTraining(engine).step(training)),
    };
  } finally {
    await engine.close();
  }
}

/** A wider model has more heads of the same size, and room for the context. */
function scaledConfig(config: LlamaConfig, factor: number, context: number): LlamaConfig {
  return {
    ...config,
    head_dim: headSize(config),
    hidden_size: config.hidden_size * factor,
    intermediate_size: config.intermediate_size * factor,
    num_attention_heads: config.num_attention_heads * factor,
    num_key_value_heads: config.num_key_value_heads * factor,
    max_position_embeddings: context + TURNS * (TOKENS_PER_TURN + OBSERVATION),
  };
}

/** Matrices that keep the size of what goes through them, norms that change nothing. */
function randomWeights(config: LlamaConfig): BaseWeights {
  const random = new RandomStream(1, PURPOSE.pretraining);
  const weights = new Map(
    [...weightShapes(config)].map(([name, shape]) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const bound = Math.sqrt(3 / shape[shape.length - 1]);
      const number = shape.length === 1 ? () => 1 : () => bound * (2 * random.nextUniform() - 1);
      return [name, { shape, data: Float32Array.from({ length: count }, number) }];
    }),
  );
  return { config, weights };
}
