/**
 * Training a run: holds its lock, advances it one stored iteration at a time, and stops when asked to. Where a graphics
 * device fails, the run goes on from its last iteration by itself.
 */

import type { Recipe } from '../learning/recipe.ts';
import { Trainer } from '../learning/trainer.ts';
import type { Announcement } from '../runs/run-channel.ts';
import { LIVES_STORED, RunSession, type SessionPlace } from '../runs/run-session.ts';
import type { Stopping } from './jobs.ts';
import { PhaseReport } from './phase-report.ts';
import { alive, type OpenPlayer } from './players.ts';
import type { Workplace } from './workplace.ts';

/** How training ended. */
export type Outcome =
  | { readonly kind: 'paused' | 'finished'; readonly run: string; readonly iteration: number }
  /** Another tab trains this run. */
  | { readonly kind: 'taken'; readonly run: string };

/** A run that was trained here and can go on without being read from storage. */
interface Warm {
  readonly session: RunSession;
  readonly player: OpenPlayer;
}

export class TrainingActivity {
  readonly #workplace: Workplace;
  readonly #phases: PhaseReport;
  #warm: Warm | null = null;

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
    this.#phases = new PhaseReport(workplace.post, () => workplace.clock.now());
  }

  /** Begins a run under an id that is free, and trains it. */
  async start(run: string, recipe: Recipe, stopping: Stopping, onBegun: () => void): Promise<Outcome> {
    return this.#holding(run, async () => {
      await this.#rescued(run, async () => {
        const player = await this.#workplace.players.playerFor(recipe);
        const created = this.#workplace.clock.now();
        const session = await RunSession.start(this.#place(run, player), {
          run,
          recipe,
          created,
          parent: null,
          inherited: 0,
        });
        this.#warm = { session, player };
      });
      return this.#train(run, stopping, Infinity, onBegun);
    });
  }

  /** Goes on with a stored run, for at most so many iterations. */
  async resume(run: string, stopping: Stopping, iterations: number, onBegun: () => void): Promise<Outcome> {
    return this.#holding(run, () => this.#train(run, stopping, iterations, onBegun));
  }

  /** Something else used the engine: the next run begins from its checkpoint. */
  coolDown(): void {
    this.#warm = null;
  }

  async #holding(run: string, body: () => Promise<Outcome>): Promise<Outcome> {
    const lease = await this.#workplace.locks.tryAcquire(run);
    if (lease === null) return { kind: 'taken', run };
    try {
      return await body();
    } catch (error) {
      this.coolDown();
      throw error;
    } finally {
      lease.release();
    }
  }

  async #warmUp(run: string): Promise<Warm> {
    const { players, teller } = this.#workplace;
    const { runs } = this.#workplace.storage;
    await teller.tellMissing(runs, run);
    const { recipe, events } = await runs.readRun(run);
    const player = await players.playerFor(recipe);
    const warm = this.#warm;
    // While the lock was free another tab may have trained the run further.
    if (warm?.session.run === run && warm.session.events === events && warm.player === player) return warm;
    const session = await RunSession.resume(this.#place(run, player), run);
    this.#warm = { session, player };
    return this.#warm;
  }

  async #train(run: string, stopping: Stopping, iterations: number, onBegun: () => void): Promise<Outcome> {
    const { players, clock } = this.#workplace;
    let { session } = await this.#rescued(run, () => this.#warmUp(run));
    onBegun();
    for (let done = 0; done < iterations && !session.finished && !stopping.stopped; done++) {
      session = await this.#rescued(run, async () => {
        const present = this.#warm ?? (await this.#warmUp(run));
        await present.session.advance();
        return present.session;
      });
      players.progressed();
      await clock.breathe();
    }
    return { kind: session.finished ? 'finished' : 'paused', run, iteration: session.iteration };
  }

  /** Begins work again at what is stored where a graphics device fails in it. */
  #rescued<Result>(run: string, work: () => Promise<Result>): Promise<Result> {
    const { players, post, storage } = this.#workplace;
    return players.rescued(work, async (failure) => {
      const hadBegun = this.#warm !== null;
      this.coolDown();
      const known = (await storage.runs.listRuns()).items.find((stored) => stored.run === run);
      post({ type: 'rescue', rescue: { ...failure, work: { kind: 'run', run, iteration: known?.iteration ?? 0 } } });
      if (hadBegun) post({ type: 'status', status: { state: 'training', run, phase: 'restoring' } });
    });
  }

  #place(run: string, player: OpenPlayer): SessionPlace {
    const { storage, teller, channel } = this.#workplace;
    const onPhase = (phase: 'rollout' | 'training' | 'evaluating'): void => this.#phases.begin(run, phase);
    const { engine, tokenizer } = player;
    const parts = { engine, tokenizer, onPhase, replays: LIVES_STORED, keepsTrained: true };
    return {
      store: storage.runs,
      engine: player.engine.description,
      alive: (work) => alive(player, work),
      openTraining: (recipe, checkpoint) =>
        checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
      onSaving: () => this.#phases.begin(run, 'saving'),
      onStored: (announcement: Announcement) => {
        teller.tell(announcement);
        channel.announce(announcement);
      },
    };
  }
}
