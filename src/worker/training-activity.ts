/**
 * Training a run: holds its lock, advances it one stored iteration at a time, and stops when asked to. Where a graphics
 * device fails, the run goes on from its last iteration by itself.
 */

import { WaymarkError } from '../core/errors.ts';
import type { TrainedIteration } from '../learning/credit.ts';
import { changeRecipe, type Recipe } from '../learning/recipe.ts';
import { Trainer } from '../learning/trainer.ts';
import type { Announcement } from '../runs/run-channel.ts';
import { inheritance } from '../runs/run-copies.ts';
import type { Lease } from '../runs/run-locks.ts';
import { LIVES_STORED, RunSession, type SessionPlace } from '../runs/run-session.ts';
import type { Stopping } from './jobs.ts';
import { PhaseReport } from './phase-report.ts';
import { alive, type OpenPlayer } from './players.ts';
import type { Workplace } from './workplace.ts';

/** How training ended. */
export type Outcome =
  | { readonly kind: 'paused' | 'finished'; readonly run: string; readonly iteration: number }
  /** Another tab trains this run; `fromHere` where it took it over from this one. */
  | { readonly kind: 'taken'; readonly run: string; readonly fromHere: boolean };

/** A run that was trained here and can go on without being read from storage. */
interface Warm {
  readonly session: RunSession;
  readonly player: OpenPlayer;
}

/** The last iteration that was trained here, of whichever run. */
interface LastTrained {
  readonly run: string;
  readonly recipe: Recipe;
  readonly iteration: TrainedIteration;
}

/** Another tab took the run over while it was at work here. */
class RunLost extends Error {}

export class TrainingActivity {
  readonly #workplace: Workplace;
  readonly #phases: PhaseReport;
  #warm: Warm | null = null;
  #lastTrained: LastTrained | null = null;
  /** Rejects with `RunLost` when the run at work is taken over. */
  #lost = new Promise<never>(() => undefined);

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

  /** Trains a fork of a stored run under an id that is free, from what it inherits. */
  async fork(
    run: string,
    parentRun: string,
    changes: Partial<Recipe>,
    stopping: Stopping,
    onBegun: () => void,
  ): Promise<Outcome> {
    const { clock, players, post, storage, teller } = this.#workplace;
    const parent = await storage.runs.readRun(parentRun);
    const recipe = changeRecipe(parent.recipe, changes);
    return this.#holding(run, async () => {
      await this.#rescued(run, async () => {
        const player = await players.playerFor(recipe);
        const { description: engine } = player.engine;
        const header = { run, recipe, created: clock.now(), parent: parent.run };
        const inherited = await inheritance(storage.runs, parent, { run, recipe, engine });
        if (inherited === null) {
          const session = await RunSession.start(this.#place(run, player), { ...header, inherited: 0 });
          this.#warm = { session, player };
        } else {
          await storage.runs.createRun({ ...header, engine, inherited: inherited.inherited }, inherited.commit);
          teller.tellDamage(inherited.omitted);
        }
        const answer = { kind: 'forked', run, parent: parent.run, inherited: inherited?.inherited ?? null } as const;
        post({ type: 'library', request: null, answer });
      });
      return this.#train(run, stopping, Infinity, onBegun);
    });
  }

  /** Goes on with a run that another tab may be training, which loses it. */
  async takeOver(run: string, stopping: Stopping, onBegun: () => void): Promise<Outcome> {
    const { locks, storage } = this.#workplace;
    await storage.runs.readRun(run);
    return this.#holdingLease(run, await locks.takeOver(run), async () => {
      try {
        await this.#rescued(run, () => this.#warmUp(run));
      } catch (error) {
        // What the other tab was just storing may have come in between.
        if (!(error instanceof WaymarkError) || error.kind !== 'busy') throw error;
      }
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

  /** What the last iteration trained in this tab was trained on, if it was one of this run. */
  lastTrained(run: string): LastTrained | null {
    return this.#lastTrained?.run === run ? this.#lastTrained : null;
  }

  /** Whether the player's engine still holds the run as it was trained here. */
  holds(run: string, player: OpenPlayer): boolean {
    return this.#warm?.session.run === run && this.#warm.player === player;
  }

  async #holding(run: string, body: () => Promise<Outcome>): Promise<Outcome> {
    const lease = await this.#workplace.locks.tryAcquire(run);
    return lease === null ? { kind: 'taken', run, fromHere: false } : this.#holdingLease(run, lease, body);
  }

  async #holdingLease(run: string, lease: Lease, body: () => Promise<Outcome>): Promise<Outcome> {
    this.#lost = lease.lost.then(() => {
      throw new RunLost();
    });
    // Heard where work is under way; between two pieces of it the next one hears it.
    this.#lost.catch(() => undefined);
    try {
      return await body();
    } catch (error) {
      this.coolDown();
      if (!(error instanceof RunLost)) throw error;
      // The engine is still busy with an iteration that nobody wants any more.
      void this.#workplace.players.close().catch(() => undefined);
      return { kind: 'taken', run, fromHere: true };
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
        // Two iterations at once would take twice the memory.
        this.#lastTrained = null;
        await present.session.advance();
        const { recipe, trained } = present.session;
        this.#lastTrained = trained && { run, recipe, iteration: trained };
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
      alive: (work) => Promise.race([alive(player, work), this.#lost]),
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
