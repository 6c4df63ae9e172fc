/**
 * Carries a run out: one iteration at a time, each stored whole before anybody hears of it. Whatever happens to the
 * program, at most the iteration in progress is lost, and going on gives the bits that never stopping would have given.
 */

import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';
import type { EngineDescription } from '../engines/engine.ts';
import type { Checkpoint } from '../learning/checkpoint.ts';
import type { TrainedIteration } from '../learning/credit.ts';
import { COMPUTATION } from '../learning/receipt.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { LivesLogged, RunEvent } from '../learning/records.ts';
import { eventSchema } from './event-schema.ts';
import { checkpointSchema } from './rows.ts';
import type { Announcement } from './run-channel.ts';
import type { Commit, RunHeader, RunStore } from './store.ts';

/** Lives stored of each iteration: what trainers of stored runs are asked to tell of. */
export const LIVES_STORED = 2;

/** What a session needs of the trainer. */
export interface Training {
  /** Iterations completed. */
  readonly iteration: number;
  readonly finished: boolean;
  /** Exactly one iteration with the evaluation that is due after it. */
  iterate(): AsyncIterable<RunEvent | LivesLogged>;
  checkpoint(): Promise<Checkpoint>;
  /** The last iteration with all that it was trained on, where that is kept. */
  readonly trained: TrainedIteration | null;
}

/** The trainer of a recipe, at its beginning (null) or at a checkpoint. */
export type OpenTraining = (recipe: Recipe, checkpoint: Checkpoint | null) => Promise<Training>;

export interface SessionPlace {
  readonly store: RunStore;
  readonly engine: EngineDescription;
  readonly openTraining: OpenTraining;
  /** The result of work that needs the engine, or the engine's death. */
  readonly alive: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Told of everything once it is stored. */
  readonly onStored: (announcement: Announcement) => void;
  /** Told when an iteration is computed and about to be stored. */
  readonly onSaving?: () => void;
}

/** One iteration, not yet stored. */
interface Computed {
  readonly events: readonly RunEvent[];
  readonly checkpoint: Checkpoint;
  readonly lifeLog: Uint8Array | null;
}

export class RunSession {
  readonly run: string;
  readonly recipe: Recipe;
  readonly #place: SessionPlace;
  readonly #training: Training;
  /** Events in the log, as far as this session knows. */
  #events: number;

  private constructor(
    place: SessionPlace,
    header: Pick<RunHeader, 'run' | 'recipe'>,
    training: Training,
    events: number,
  ) {
    this.run = header.run;
    this.recipe = header.recipe;
    this.#place = place;
    this.#training = training;
    this.#events = events;
  }

  /** Begins a run. It is stored, at iteration 0, when this resolves. */
  static async start(place: SessionPlace, header: Omit<RunHeader, 'engine'>): Promise<RunSession> {
    const { run, recipe } = header;
    const { engine } = place;
    const training = await place.alive(place.openTraining(recipe, null));
    const events: RunEvent[] = [{ type: 'started', run, recipe, engine, computation: COMPUTATION }];
    const checkpoint = await place.alive(training.checkpoint());
    await place.store.createRun({ ...header, engine }, { events, lives: [], checkpoint });
    place.onStored({ run, after: 0, until: events.length, events });
    return new RunSession(place, header, training, events.length);
  }

  /** Goes on with a stored run from its newest readable checkpoint. Rejects with `bad-request` when it is finished. */
  static async resume(place: SessionPlace, run: string): Promise<RunSession> {
    const { store, engine } = place;
    const stored = await store.readCheckpoint(run);
    if (stored.damaged !== null) await store.rewind(run, stored);
    const summary = await store.readRun(run);
    if (summary.finished) {
      throw new WaymarkError('bad-request', `Run ${run} has finished.`, 'Start a new run.');
    }
    const training = await place.alive(place.openTraining(summary.recipe, stored.checkpoint));
    const session = new RunSession(place, summary, training, summary.events);
    const { iteration } = training;
    const resumed: RunEvent = { type: 'resumed', run, iteration, engine, computation: COMPUTATION };
    await session.#commit([resumed], { checkpoint: null, lifeLog: null });
    return session;
  }

  /** Iterations completed and stored. */
  get iteration(): number {
    return this.#training.iteration;
  }

  get finished(): boolean {
    return this.#training.finished;
  }

  /** The last iteration trained in this session with all that it was trained on, where that is kept. */
  get trained(): TrainedIteration | null {
    return this.#training.trained;
  }

  /** Events in the log after the last commit of this session. */
  get events(): number {
    return this.#events;
  }

  /**
   * Trains one iteration and stores it. When this rejects, nothing of the iteration is stored and the session is of no
   * further use: resume the run.
   */
  async advance(): Promise<void> {
    // Only computing is given up when the engine dies: what is being stored is stored, whatever becomes of the engine.
    const computed = await this.#place.alive(this.#compute());
    requireNumbers(computed);
    this.#place.onSaving?.();
    await this.#commit(computed.events, computed);
  }

  async #compute(): Promise<Computed> {
    const events: RunEvent[] = [];
    let lifeLog: Uint8Array | null = null;
    for await (const event of this.#training.iterate()) {
      if (event.type === 'lives') lifeLog = event.log;
      else events.push(event);
    }
    return { events, checkpoint: await this.#training.checkpoint(), lifeLog };
  }

  async #commit(events: readonly RunEvent[], trained: Pick<Commit, 'checkpoint' | 'lifeLog'>): Promise<void> {
    const after = this.#events;
    const logged = events.filter((event) => event.type !== 'life');
    const lives = events.filter((event) => event.type === 'life').map((event) => event.record);
    const { checkpoint, lifeLog } = trained;
    await this.#place.store.commit(this.run, { after, events: logged, lives, checkpoint, lifeLog });
    this.#events += logged.length;
    this.#place.onStored({ run: this.run, after, until: this.#events, events });
  }
}

/** Training that has diverged is stopped before it replaces a good checkpoint. */
function requireNumbers({ events, checkpoint }: Computed): void {
  if (v.is(v.array(eventSchema), events) && v.is(checkpointSchema, checkpoint)) return;
  throw new WaymarkError(
    'engine',
    'Training gave values that are not numbers, so the last iteration was not kept.',
    'Start a new run with a lower learning rate.',
  );
}
