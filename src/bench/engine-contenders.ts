/** An engine of ours as a contender, and its work counted and taken apart. */

import type { Engine } from '../engines/engine.ts';
import type { PlayedContext, RolloutContender, TrainingContender } from './contender.ts';
import { beginContexts, observe } from './growing-contexts.ts';
import type { RolloutWorkload, TrainingWorkload } from './workload.ts';

const NAME = 'Waymark';

export function engineRollout(engine: Engine): RolloutContender {
  return {
    name: NAME,
    detail: engine.description.detail,
    play: (workload) => play(engine, workload),
    close: () => Promise.resolve(),
  };
}

export function engineTraining(engine: Engine): TrainingContender {
  return {
    name: NAME,
    detail: engine.description.detail,
    gradient: async ({ rows, loss }) => {
      await engine.restore(await engine.snapshot());
      await engine.accumulate(rows, loss);
      const gradient = await engine.gradient();
      await engine.restore(await engine.snapshot());
      return gradient;
    },
    step: (workload) => step(engine, workload),
    close: () => Promise.resolve(),
  };
}

async function step(engine: Engine, { rows, loss, optimiser }: TrainingWorkload): Promise<void> {
  await engine.accumulate(rows, loss);
  await engine.step(optimiser);
}

/** Hears of the parts of a piece of work, each as it ends. */
type PhaseListener = (phase: Phase) => Promise<void>;
export type Phase = 'prompts' | 'turns' | 'gradient' | 'optimiser';

export interface PhaseTime {
  /** From outside: each phase ends with a read-back. */
  readonly seconds: number;
  /** In compute passes, by the device's own clock; null where it has none. */
  readonly deviceSeconds: number | null;
}

async function play(
  engine: Engine,
  workload: RolloutWorkload,
  ended: PhaseListener = () => Promise.resolve(),
): Promise<readonly PlayedContext[]> {
  const contexts = beginContexts(workload);
  const rows = contexts.map((_, row) => row);
  const batch = await engine.openBatch(workload.prompts, workload.sampling);
  for (let turn = 0; turn <= workload.observations.length; turn++) {
    observe(contexts, workload, turn);
    const append = turn === 0 ? rows.map(() => []) : workload.observations[turn - 1];
    const generated = await batch.generate({ rows, append, maxTokens: workload.tokensPerTurn, stopToken: null });
    generated.forEach(({ tokens, logProbs }, row) => {
      const context = contexts[row];
      tokens.forEach((_, index) => context.positions.push(context.tokens.length + index));
      context.tokens.push(...tokens);
      context.logProbs.push(...logProbs);
    });
    await ended(turn === 0 ? 'prompts' : 'turns');
  }
  await batch.close();
  return contexts;
}

/** Times the phases of an iteration, a rollout and a training step. `lap` reads the device's clock. */
export async function timePhases(
  engine: Engine,
  rollout: RolloutWorkload,
  training: TrainingWorkload,
  now: () => number,
  lap: () => Promise<number | null>,
): Promise<Readonly<Record<Phase, PhaseTime>>> {
  const none: PhaseTime = { seconds: 0, deviceSeconds: 0 };
  const times: Record<Phase, PhaseTime> = { prompts: none, turns: none, gradient: none, optimiser: none };
  await lap();
  let last = now();
  const ended: PhaseListener = async (phase) => {
    const { seconds, deviceSeconds } = times[phase];
    const more = (now() - last) / 1000;
    const onDevice = await lap();
    times[phase] = {
      seconds: seconds + more,
      deviceSeconds: onDevice === null || deviceSeconds === null ? null : deviceSeconds + onDevice,
    };
    last = now();
  };
  await play(engine, rollout, ended);
  last = now();
  await engine.accumulate(training.rows, training.loss);
  await ended('gradient');
  await engine.step(training.optimiser);
  await ended('optimiser');
  return times;
}
