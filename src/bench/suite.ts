/** The whole benchmark: everyone's rollouts and training steps, then what our engine and the adapter do alone. */

import type { Engine } from '../engines/engine.ts';
import type { EngineReport } from '../engines/webgpu/engine.ts';
import { Gpu, type GpuCounters } from '../engines/webgpu/gpu.ts';
import type { ShaderSources } from '../engines/webgpu/shader-sources.ts';
import { checkRollout, checkTraining } from './agreement.ts';
import { clockedGpu } from './clocked-gpu.ts';
import type { BenchModel, RolloutContender, TrainingContender } from './contender.ts';
import { engineRollout, engineTraining, timePhases } from './engine-contenders.ts';
import { chooseVariant, type Choice, type Entrant } from './entrants.ts';
import { interleave } from './interleave.ts';
import { attentionRate, combinedRate, productRates } from './kernel-rates.ts';
import { measurePeak } from './peak.ts';
import { ratiosOf, scoreOf, type BenchReport, type Comparison, type Omission, type WorkCount } from './report.ts';
import { measureScaling } from './scaling.ts';
import { rowsFor, type BenchSettings } from './settings.ts';
import {
  generatedTokens,
  LONG_TURNS,
  rolloutWorkload,
  rowTokens,
  seenTokens,
  SHORT_TURNS,
  TRAINING_STEP,
  trainingWorkload,
  type RolloutWorkload,
  type TrainingWorkload,
} from './workload.ts';
import type { BaseWeights } from '../policy/weights.ts';

/** An engine that tells which device computes, and what it was asked to do. */
export interface MeasuredEngine extends Engine {
  readonly counters: Readonly<GpuCounters>;
  report(): EngineReport;
}

export interface SuiteOptions {
  readonly platform: string;
  readonly model: BenchModel;
  /** Ours, on the bundled model with its adapter or on another model. */
  readonly openEngine: (base: BaseWeights, gpu: GPU | undefined) => Promise<MeasuredEngine>;
  /** What everyone's results are compared with; it computes with the same adapter. */
  readonly oracle: Engine;
  readonly gpu: GPU | undefined;
  readonly shaders: ShaderSources;
  readonly rolloutPeers: readonly Entrant<RolloutContender>[];
  readonly trainingPeers: readonly Entrant<TrainingContender>[];
  /** Peers that cannot run here. */
  readonly absent: readonly Omission[];
  readonly settings: BenchSettings;
  /** Milliseconds from any beginning. */
  readonly now: () => number;
  readonly progress: (what: string) => void;
}

/** Of the rows, how many a peer's variants are tried on. */
const TRIAL_ROWS = 8;

/** Throws `engine` naming a contender that computes something else, and `no-gpu` without an adapter. */
export async function runSuite(options: SuiteOptions): Promise<BenchReport> {
  const { model, oracle, settings, now, progress, shaders } = options;
  const { config } = model.base;
  progress('opening the engine');
  const engine = await options.openEngine(model.base, options.gpu);
  const { adapter, features, paths } = engine.report();
  const { rolloutRows, trainingRows } = rowsFor(settings, adapter);
  const omissions = [...options.absent];
  const rolloutWorkloads = [SHORT_TURNS, LONG_TURNS].map((shape) =>
    rolloutWorkload(config, { ...shape, rows: rolloutRows }),
  );
  const training = await trainingWorkload(config, { ...TRAINING_STEP, rows: trainingRows }, (rows, temperature) =>
    oracle.score(rows, temperature),
  );

  const rollouts = await compareRollouts(options, engine, rolloutWorkloads, omissions);
  // Before anything trains: gradients are compared at the adapter that everyone begins with.
  const trainingStep = await compareTraining(options, engine, training, omissions);
  progress('counting');
  const work = await countWork(engine, rolloutWorkloads, training);
  await engine.close();
  const phases = await timeIteration(options, rolloutWorkloads[0], training);

  progress('kernels');
  const gpu = await Gpu.open(options.gpu, shaders);
  const peak = await measurePeak(gpu);
  const products = await productRates(gpu, config);
  const attention = await attentionRate(gpu, config, training.rows);
  gpu.close();
  const many = paths.find(({ choice }) => choice === MANY_ROWS_CHOICE)?.chosen ?? products[0].variant;
  const scaling = await measureScaling(config, {
    openEngine: (weights) => options.openEngine(weights, options.gpu),
    now,
    budget: settings.budget,
    progress,
  });
  return {
    adapter,
    features,
    paths,
    platform: options.platform,
    model: model.base.name,
    rollouts,
    trainingStep,
    peak,
    products,
    attention,
    work,
    phases,
    scaling: scaling.points,
    omissions: [...omissions, ...scaling.omissions],
    ratios: ratiosOf(rollouts, trainingStep, combinedRate(products, many), peak),
  };
}

/** As the engine names the choice of its products for training. */
const MANY_ROWS_CHOICE = 'products of many rows';

async function compareRollouts(
  { rolloutPeers, oracle, settings, now, progress }: SuiteOptions,
  engine: Engine,
  workloads: readonly RolloutWorkload[],
  omissions: Omission[],
): Promise<readonly Comparison[]> {
  const small = trialRollout(workloads[0]);
  const peers: RolloutContender[] = [];
  for (const entrant of rolloutPeers) {
    progress(`checking ${entrant.name}`);
    const choice = await chooseVariant(entrant, {
      check: (contender) => checkRollout(contender, small, oracle),
      run: (contender) => contender.play(small, false),
      now,
    });
    peers.push(take(choice, omissions));
  }
  const contenders = [engineRollout(engine), ...peers];
  const comparisons: Comparison[] = [];
  for (const workload of workloads) {
    for (const contender of contenders) {
      progress(`${workload.name}: checking ${contender.name}`);
      await checkRollout(contender, workload, oracle);
    }
    const seconds = await interleave(
      contenders.map((contender) => () => contender.play(workload, false)),
      { ...settings, now },
      (round) => progress(`${workload.name}: round ${round + 1}`),
    );
    const [tokens, seen] = [generatedTokens(workload), seenTokens(workload)];
    const comparison = {
      workload: workload.name,
      rows: workload.prompts.length,
      tokens,
      seenTokens: seen,
      scores: contenders.map((contender, index) => scoreOf(contender, seconds[index], tokens, seen)),
    };
    progress(summary(comparison));
    comparisons.push(comparison);
  }
  for (const peer of peers) await peer.close();
  return comparisons;
}

async function compareTraining(
  { trainingPeers, oracle, settings, now, progress }: SuiteOptions,
  engine: Engine,
  workload: TrainingWorkload,
  omissions: Omission[],
): Promise<Comparison> {
  const small = { ...workload, rows: workload.rows.slice(0, TRIAL_ROWS) };
  const ours = engineTraining(engine);
  progress(`training step: checking ${ours.name}`);
  await checkTraining(ours, workload, oracle);
  const contenders = [ours];
  for (const entrant of trainingPeers) {
    progress(`training step: checking ${entrant.name}`);
    const choice = await chooseVariant(entrant, {
      check: (contender) => checkTraining(contender, small, oracle),
      run: (contender) => contender.gradient(small),
      now,
    });
    const contender = take(choice, omissions);
    await checkTraining(contender, workload, oracle);
    contenders.push(contender);
  }
  // The first step compiles what the gradient alone did not need.
  for (const contender of contenders) await contender.step(workload);
  const seconds = await interleave(
    contenders.map((contender) => () => contender.step(workload)),
    { ...settings, now },
    (round) => progress(`training step: round ${round + 1}`),
  );
  const tokens = rowTokens(workload);
  for (const contender of contenders) await contender.close();
  const comparison = {
    workload: 'training step',
    rows: workload.rows.length,
    tokens,
    seenTokens: tokens,
    scores: contenders.map((contender, index) => scoreOf(contender, seconds[index], tokens, tokens)),
  };
  progress(summary(comparison));
  return comparison;
}

/** What is known so far, since a long benchmark may end early. */
function summary({ workload, scores }: Comparison): string {
  const parts = scores.map(
    ({ name, tokensPerSecond, repeats }) => `${name} ${tokensPerSecond.toPrecision(3)} tokens/s of ${repeats} runs`,
  );
  return `${workload}: ${parts.join(', ')}`;
}

function take<C>({ contender, omissions: left }: Choice<C>, omissions: Omission[]): C {
  omissions.push(...left);
  return contender;
}

/** A few rows and two turns, enough to tell right from wrong and fast from slow. */
function trialRollout({ prompts, observations, ...rest }: RolloutWorkload): RolloutWorkload {
  return {
    ...rest,
    prompts: prompts.slice(0, TRIAL_ROWS),
    observations: observations.slice(0, 1).map((rows) => rows.slice(0, TRIAL_ROWS)),
  };
}

/** On an engine of its own, whose device has a clock: the others' must not pay for it. */
async function timeIteration(
  { model, gpu, openEngine, now, progress }: SuiteOptions,
  rollout: RolloutWorkload,
  training: TrainingWorkload,
): Promise<BenchReport['phases']> {
  progress('phases of an iteration');
  const clocked = gpu === undefined ? null : clockedGpu(gpu);
  const engine = await openEngine(model.base, clocked?.gpu);
  const lap = async (): Promise<number | null> => (await clocked?.lap()) ?? null;
  // Once before, since the first iteration compiles.
  await timePhases(engine, rollout, training, now, lap);
  const phases = await timePhases(engine, rollout, training, now, lap);
  await engine.close();
  return phases;
}

/** What the device is asked to do, as differences of the engine's counters. */
async function countWork(
  engine: MeasuredEngine,
  rollouts: readonly RolloutWorkload[],
  training: TrainingWorkload,
): Promise<readonly WorkCount[]> {
  const counts: WorkCount[] = [];
  const count = async (workload: string, run: () => Promise<unknown>, parts: Readonly<Record<string, number>>) => {
    const before = { ...engine.counters };
    await run();
    const after = { ...engine.counters };
    for (const [per, divisor] of Object.entries(parts)) {
      counts.push({
        workload,
        per,
        dispatches: (after.dispatches - before.dispatches) / divisor,
        submits: (after.submits - before.submits) / divisor,
        bytesRead: (after.bytesRead - before.bytesRead) / divisor,
      });
    }
  };
  for (const workload of rollouts) {
    const turns = workload.observations.length + 1;
    await count(workload.name, () => engineRollout(engine).play(workload, false), {
      'generated token of one row': generatedTokens(workload),
      'token of all rows': turns * workload.tokensPerTurn,
      'agent turn': turns,
    });
  }
  await count('training step', () => engineTraining(engine).step(training), { 'training step': 1 });
  return counts;
}
