/**
 * The trainer carries a recipe out, one iteration at a time: draw packs, live them, credit, learn, and now and then
 * evaluate. Everything random is drawn from counters named by the recipe's seed and the iteration, so a run that was
 * stopped and resumed is the same run, bit for bit.
 */

import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { PURPOSE } from '../core/random.ts';
import type { SamplingSettings } from '../engines/engine.ts';
import { initialAdapter, loraLayout } from '../policy/lora.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { TrainedIteration } from './credit.ts';
import type { Player } from './episodes.ts';
import { CHEAP_CONTROLS, evaluate } from './evaluation.ts';
import { creditEpisodes, dealSteps, type StepBatch } from './iteration-batch.ts';
import { iterationRecord, type TakenStep } from './iteration-record.ts';
import { encodeLifeLog } from './life-log.ts';
import { sampledLives } from './life-sample.ts';
import { liveTogether, type LivedLife, type OnPlayed } from './lives.ts';
import { FRESH_MONITORS, observeEvaluation, observeIteration, type MonitorState, type Observed } from './monitors.ts';
import { withUses } from './note-uses.ts';
import { loraOf, type Recipe } from './recipe.ts';
import type { EvaluationRecord, LifeRecord, LivesLogged, RunEvent } from './records.ts';
import { CHEAP_EVALUATION_TASKS, evaluationDue, learningRateAt } from './schedule.ts';
import { trainingPlans } from './training-plans.ts';

export type TrainingPhase = 'rollout' | 'training' | 'evaluating';

/** What a trainer works with. The engine holds the recipe's base, with an adapter of the recipe's shape. */
export interface TrainerParts extends Player {
  /** Told when a phase of an iteration begins. */
  readonly onPhase?: (phase: TrainingPhase) => void;
  /** Told of the tasks that are played in training. What it throws ends the iteration. */
  readonly onPlayed?: OnPlayed;
  /** Seconds; only for the durations in records. */
  readonly clock?: () => number;
  /** Lives told of each iteration, at most, with what their notes caused; none when absent. Changes no bit of the run. */
  readonly replays?: number;
  /** Whether `trained` is kept. */
  readonly keepsTrained?: boolean;
}

export class Trainer {
  readonly recipe: Recipe;
  readonly #parts: TrainerParts;
  readonly #clock: () => number;
  #iteration: number;
  #monitors: MonitorState;
  #trained: TrainedIteration | null = null;

  private constructor(recipe: Recipe, parts: TrainerParts, iteration: number, monitors: MonitorState) {
    this.recipe = recipe;
    this.#parts = parts;
    this.#clock = parts.clock ?? (() => performance.now() / 1000);
    this.#iteration = iteration;
    this.#monitors = monitors;
  }

  /** A new run: the engine's adapter is set to the recipe's initial values. */
  static async create(recipe: Recipe, parts: TrainerParts): Promise<Trainer> {
    const adapter = initialAdapter(parts.engine.config, loraOf(recipe), recipe.seed);
    await parts.engine.restore({
      adapter,
      firstMoment: new Float32Array(adapter.length),
      secondMoment: new Float32Array(adapter.length),
      steps: 0,
    });
    return new Trainer(recipe, parts, 0, FRESH_MONITORS);
  }

  /** Goes on where a checkpoint was made. Throws `bad-file` when it belongs to an adapter of another shape. */
  static async resume(recipe: Recipe, parts: TrainerParts, checkpoint: Checkpoint): Promise<Trainer> {
    const { size } = loraLayout(parts.engine.config, loraOf(recipe));
    if (checkpoint.trainable.adapter.length !== size) {
      throw new WaymarkError(
        'bad-file',
        `The checkpoint has ${checkpoint.trainable.adapter.length} adapter values, the recipe needs ${size}.`,
        'Resume with the recipe and the base model that the run began with.',
      );
    }
    await parts.engine.restore(checkpoint.trainable);
    return new Trainer(recipe, parts, checkpoint.iteration, checkpoint.monitors);
  }

  /** Iterations completed. */
  get iteration(): number {
    return this.#iteration;
  }

  /** The last iteration with all that it was trained on; null before the first one and where it is not kept. */
  get trained(): TrainedIteration | null {
    return this.#trained;
  }

  get finished(): boolean {
    return this.#iteration >= this.recipe.iterations;
  }

  /** Everything needed to go on from here. Not while `iterate` is under way. */
  async checkpoint(): Promise<Checkpoint> {
    return {
      iteration: this.#iteration,
      trainable: await this.#parts.engine.snapshot(),
      monitors: this.#monitors,
    };
  }

  /**
   * Exactly one iteration, with the cheap evaluation that is due after it. Must be followed to its end. Yields the log of
   * all its lives, the sampled lives in order, the iteration's record, the evaluation, whatever the monitors have to say,
   * and `finished` after the last iteration. Throws `bad-request` when the run is finished.
   */
  async *iterate(): AsyncGenerator<RunEvent | LivesLogged, void, undefined> {
    if (this.finished) throw new WaymarkError('bad-request', 'This run is finished.', 'Start a new one.');
    const iteration = this.#iteration + 1;
    // Two iterations at once would take twice the memory.
    this.#trained = null;

    this.#parts.onPhase?.('rollout');
    const start = this.#clock();
    const lives = await this.#live(iteration);
    const rolloutSeconds = this.#clock() - start;
    const records = lives.map(({ record }) => record);
    const log = encodeLifeLog(records, this.#parts.tokenizer);
    const livesHash = await sha256(log);
    yield { type: 'lives', iteration, log };
    // Now, with the adapter that lived them.
    for (const record of await this.#replays(lives, iteration)) yield { type: 'life', record };

    this.#parts.onPhase?.('training');
    const middle = this.#clock();
    const steps = await this.#train(lives, iteration);
    const times = { rolloutSeconds, trainingSeconds: this.#clock() - middle };
    const record = { ...iterationRecord(iteration, lives, steps, times), livesHash };
    this.#iteration = iteration;
    yield { type: 'iteration', record };
    yield* this.#heed(observeIteration(this.#monitors, record));

    if (evaluationDue(this.recipe, iteration)) {
      this.#parts.onPhase?.('evaluating');
      const evaluation = await this.#evaluate();
      yield { type: 'evaluation', record: evaluation };
      yield* this.#heed(observeEvaluation(this.#monitors, evaluation));
    }
    if (this.finished) yield { type: 'finished', iterations: iteration };
  }

  #live(iteration: number): Promise<readonly LivedLife[]> {
    const { onPlayed } = this.#parts;
    return liveTogether(this.#parts, trainingPlans(this.recipe, iteration), {
      sampling: this.#sampling,
      iteration,
      noteRule: this.recipe.noteRule,
      unreadUpdates: 'write',
      ...(onPlayed && { onPlayed }),
    });
  }

  get #sampling(): SamplingSettings {
    return { key: [this.recipe.seed, PURPOSE.sampling], temperature: this.recipe.temperature };
  }

  #replays(lives: readonly LivedLife[], iteration: number): Promise<readonly LifeRecord[]> {
    const sample = sampledLives(lives, iteration, this.#parts.replays ?? 0);
    return withUses(
      this.#parts,
      sample.map(({ record }) => record),
      this.#sampling,
    );
  }

  async #train(lives: readonly LivedLife[], iteration: number): Promise<readonly TakenStep[]> {
    const { engine, keepsTrained = false } = this.#parts;
    const taken: TakenStep[] = [];
    const adapters: (Float32Array | null)[] = [];
    for (const batch of dealSteps(creditEpisodes(lives, this.recipe, iteration), this.recipe, iteration)) {
      adapters.push(keepsTrained && taken.length > 0 ? (await engine.snapshot()).adapter : null);
      if (batch.rows.length > 0) taken.push(await this.#step(batch, iteration));
    }
    if (keepsTrained) this.#trained = { iteration, lives, adapters };
    return taken;
  }

  async #step(batch: StepBatch, iteration: number): Promise<TakenStep> {
    const { recipe } = this;
    const { engine } = this.#parts;
    const loss = await engine.accumulate(batch.rows, {
      kind: recipe.loss,
      clipLow: recipe.clipLow,
      clipHigh: recipe.clipHigh,
      klCoefficient: recipe.klCoefficient,
      temperature: recipe.temperature,
      normaliser: batch.normaliser,
    });
    const step = await engine.step({
      learningRate: learningRateAt(recipe, iteration),
      beta1: recipe.beta1,
      beta2: recipe.beta2,
      epsilon: recipe.epsilon,
      weightDecay: recipe.weightDecay,
      maxGradientNorm: recipe.maxGradientNorm,
    });
    return { batch, loss, step };
  }

  #evaluate(): Promise<EvaluationRecord> {
    return evaluate(this.#parts, {
      environment: this.recipe.environment,
      packs: this.recipe.evaluationPacks,
      length: CHEAP_EVALUATION_TASKS,
      controls: CHEAP_CONTROLS,
      temperature: this.recipe.temperature,
      noteRule: this.recipe.noteRule,
      iteration: this.#iteration,
      clock: this.#clock,
    });
  }

  *#heed(observed: Observed): Generator<RunEvent, void, undefined> {
    this.#monitors = observed.state;
    if (observed.condition) yield { type: 'condition', condition: observed.condition };
  }
}
