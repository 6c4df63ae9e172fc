/**
 * The lab: answers questions about an agent with the engine. Nothing is trained and nothing of a run is changed but
 * that an evaluation of it is kept.
 */

import { WaymarkError } from '../core/errors.ts';
import { parsePackId } from '../environments/ids.ts';
import { readCredit } from '../learning/credit-scores.ts';
import { evaluateLives, evaluationSampling, typicalPack } from '../learning/evaluation.ts';
import { liveTogether } from '../learning/lives.ts';
import { trialLength, tryNotes } from '../learning/note-trial.ts';
import { withUses } from '../learning/note-uses.ts';
import { PURPOSE } from '../core/random.ts';
import { LARGEST_SEED, type Recipe } from '../learning/recipe.ts';
import { recordedAdapter, type RecordedAgent } from '../runs/recorded-agent.ts';
import type { Stopping } from './jobs.ts';
import type { AgentSource, LabAnswer, LabQuestion } from './lab-protocol.ts';
import { alive, type OpenPlayer } from './players.ts';
import type { TrainingActivity } from './training-activity.ts';
import type { Workplace } from './workplace.ts';

const MOST_PACKS = 1000;
const MOST_TASKS = 1000;
/** Fewer have no lift (learning/figures.ts); more than these nobody could watch. */
const SHORTEST_PACK = 3;
const LONGEST_PACK = 64;
const MILLISECONDS = 1000;

export interface LabParts {
  readonly workplace: Workplace;
  readonly training: TrainingActivity;
  /** An agent that the site ships. */
  readonly loadRecorded: (recording: string) => Promise<RecordedAgent>;
}

/** How the lab tells of itself while it works. */
export interface LabListener {
  readonly stopping: Stopping;
  /** The engine is at work from now on. */
  readonly onBegun: () => void;
  readonly onProgress: (done: number, total: number) => void;
}

/** An agent at work: an engine that holds its adapter. */
interface LabAgent {
  readonly player: OpenPlayer;
  readonly recipe: Recipe;
  /** Iterations trained. */
  readonly iteration: number;
}

/** The question was taken back. */
class Cancelled extends Error {}

type Question<Type extends LabQuestion['type']> = Extract<LabQuestion, { type: Type }>;

export class LabActivity {
  readonly #parts: LabParts;

  constructor(parts: LabParts) {
    this.#parts = parts;
  }

  /** The answer to a question. Rejects with what makes it unanswerable. */
  async answer(question: LabQuestion, listener: LabListener): Promise<LabAnswer> {
    const { players, post } = this.#parts.workplace;
    try {
      if (listener.stopping.stopped) return { kind: 'cancelled' };
      return await players.rescued(
        () => this.#work(question, listener),
        async (failure) => post({ type: 'rescue', rescue: { ...failure, work: null } }),
      );
    } catch (error) {
      if (error instanceof Cancelled) return { kind: 'cancelled' };
      throw error;
    }
  }

  #work(question: LabQuestion, listener: LabListener): Promise<LabAnswer> {
    switch (question.type) {
      case 'live-pack':
        return this.#livePack(question, listener);
      case 'compare-controls':
        return this.#compareControls(question, listener);
      case 'try-notes':
        return this.#tryNotes(question, listener);
      case 'read-credit':
        return this.#readCredit(question, listener);
    }
  }

  async #livePack(question: Question<'live-pack'>, listener: LabListener): Promise<LabAnswer> {
    const pack = parsePackId(question.pack);
    requireWhole('tasks', pack.length, 1, LONGEST_PACK);
    requireWhole('seed', question.seed, 0, LARGEST_SEED);
    const { player, recipe } = await this.#begin(question.agent, listener);
    const sampling = { key: [question.seed, PURPOSE.evaluationSampling], temperature: recipe.temperature } as const;
    const live = async (): Promise<LabAnswer> => {
      const [{ record }] = await liveTogether(player, [{ pack, control: 'kept', life: 0 }], {
        sampling,
        iteration: 0,
        noteRule: recipe.noteRule,
        unreadUpdates: 'skip',
        onPlayed: this.#progress(pack.length, listener),
      });
      const [life] = await withUses(player, [record], sampling);
      return { kind: 'life', life };
    };
    return alive(player, live());
  }

  async #compareControls(question: Question<'compare-controls'>, listener: LabListener): Promise<LabAnswer> {
    const { packs, length, controls } = question;
    requireWhole('packs', packs, 1, MOST_PACKS);
    requireWhole('tasks', length, SHORTEST_PACK, LONGEST_PACK);
    if (!controls.includes('kept') || !controls.includes('erased')) {
      throw new WaymarkError('bad-request', 'A comparison needs the notes kept and erased.');
    }
    const { player, recipe, iteration } = await this.#begin(question.agent, listener);
    const { environment, temperature, noteRule } = recipe;
    const { clock, storage } = this.#parts.workplace;
    const compare = async () => {
      const { record, lives } = await evaluateLives(player, {
        ...{ environment, packs, length, controls, temperature, noteRule, iteration },
        clock: () => clock.now() / MILLISECONDS,
        onPlayed: this.#progress(controls.length * packs * length, listener),
      });
      const pack = typicalPack(record);
      const typical = controls.map((_, control) => lives[control * packs + pack]);
      return { evaluation: record, lives: await withUses(player, typical, evaluationSampling(recipe)) };
    };
    const compared = await alive(player, compare());
    if (question.agent.kind === 'run') await storage.runs.saveEvaluation(question.agent.run, compared.evaluation);
    return { kind: 'controls', ...compared };
  }

  async #tryNotes(question: Question<'try-notes'>, listener: LabListener): Promise<LabAnswer> {
    const { world, tasks, notes } = question;
    requireWhole('tasks', tasks, 1, MOST_TASKS);
    const { player, recipe } = await this.#begin(question.agent, listener);
    const { temperature, noteRule } = recipe;
    const onPlayed = this.#progress(trialLength(tasks), listener);
    const trial = await alive(player, tryNotes(player, { world, tasks, notes, temperature, noteRule, onPlayed }));
    return { kind: 'trial', trial };
  }

  async #readCredit(question: Question<'read-credit'>, listener: LabListener): Promise<LabAnswer> {
    const { run, group, life } = question;
    const { training } = this.#parts;
    const trained = training.lastTrained(run);
    if (trained === null) return { kind: 'credit', credit: null };
    const { recipe, iteration } = trained;
    const { players, storage } = this.#parts.workplace;
    const { checkpoint } = await storage.runs.readCheckpoint(run);
    // Another tab has trained the run further, or what was trained here could not be read back.
    if (checkpoint.iteration !== iteration.iteration) return { kind: 'credit', credit: null };
    const player = await players.playerFor(recipe);
    if (!training.holds(run, player)) await this.#take({ kind: 'run', run });
    listener.onBegun();
    const credit = await alive(player, readCredit(player, recipe, iteration, { group, life }));
    return { kind: 'credit', credit: { run, ...credit } };
  }

  async #begin(source: AgentSource, { onBegun, stopping }: LabListener): Promise<LabAgent> {
    const agent = await this.#take(source);
    if (stopping.stopped) throw new Cancelled();
    onBegun();
    return agent;
  }

  /** Gives an agent's adapter to the engine. What was trained with it before goes on from its checkpoint. */
  async #take(source: AgentSource): Promise<LabAgent> {
    const { training, workplace } = this.#parts;
    const { players, storage } = workplace;
    training.coolDown();
    if (source.kind === 'run') {
      const { recipe } = await storage.runs.readRun(source.run);
      const { checkpoint } = await storage.runs.readCheckpoint(source.run);
      const player = await players.playerFor(recipe);
      await alive(player, player.engine.restore(checkpoint.trainable));
      return { player, recipe, iteration: checkpoint.iteration };
    }
    const recorded = await this.#parts.loadRecorded(source.recording);
    const { recipe, iterations } = recorded.recording;
    const player = await players.playerFor(recipe);
    const adapter = await recordedAdapter(recorded, player.engine.config);
    const nothing = new Float32Array(adapter.length);
    await alive(player, player.engine.restore({ adapter, firstMoment: nothing, secondMoment: nothing, steps: 0 }));
    return { player, recipe, iteration: iterations };
  }

  /** Counts tasks as they are played, and hears whether anybody still wants to know. */
  #progress(total: number, { onProgress, stopping }: LabListener): (tasks: number) => Promise<void> {
    const { clock, players } = this.#parts.workplace;
    let done = 0;
    onProgress(done, total);
    return async (tasks) => {
      done += tasks;
      onProgress(done, total);
      players.progressed();
      await clock.breathe();
      if (stopping.stopped) throw new Cancelled();
    };
  }
}

function requireWhole(what: string, value: number, low: number, high: number): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new WaymarkError('bad-request', `${what} is ${value}.`, `Use a whole number from ${low} to ${high}.`);
}
