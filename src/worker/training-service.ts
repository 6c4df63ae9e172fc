/**
 * What the training worker does with the page's commands. One activity at a time: a command that needs the engine asks
 * the present activity to stop, which it does without losing anything, and is carried out after it.
 */

import { WaymarkError } from '../core/errors.ts';
import { presets } from '../learning/presets.ts';
import type { Storage } from '../runs/browser-storage.ts';
import type { RunChannel } from '../runs/run-channel.ts';
import type { RunLocks } from '../runs/run-locks.ts';
import { nameRun } from '../runs/run-names.ts';
import type { StorageError } from '../runs/storage-error.ts';
import type { RunSummary } from '../runs/store.ts';
import { type Job, JobQueue, type Stopping } from './jobs.ts';
import { LivingActivity } from './living-activity.ts';
import { Players, type PlayerSource } from './players.ts';
import type { Command, WorkerMessage, WorkerStatus } from './protocol.ts';
import { Teller } from './teller.ts';
import { type Outcome, TrainingActivity } from './training-activity.ts';
import { agentView, errorView, livedView, runView } from './views.ts';
import { type Watch, watchRun } from './watching.ts';
import type { Clock, Workplace } from './workplace.ts';

export interface ServiceParts {
  readonly post: (message: WorkerMessage) => void;
  /** `onClosed` is called when the storage can no longer be used. */
  readonly openStorage: (onClosed: (error: StorageError) => void) => Promise<Storage>;
  readonly source: PlayerSource;
  readonly locks: RunLocks;
  readonly channel: RunChannel;
  readonly clock: Clock;
  /** A whole number from 0, another each time: for the names of runs and nothing else. */
  readonly draw: () => number;
}

/** What there is once the storage is open. */
interface Bench {
  readonly workplace: Workplace;
  readonly training: TrainingActivity;
  readonly living: LivingActivity;
}

type QueuedCommand = Exclude<Command, { type: 'pause' | 'pause-living' | 'restore-notes' }>;

export class TrainingService {
  readonly #parts: ServiceParts;
  readonly #jobs = new JobQueue();
  readonly #players: Players;
  readonly #teller: Teller;
  #bench: Promise<Bench> | null = null;
  #lastJob: Job | null = null;
  /** Whether the present command has begun what it is for. */
  #begun = false;
  #watch: Watch | null = null;
  /** What the page sees when nothing is going on; null before there has been anything to see. */
  #resting: WorkerStatus | null = null;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#teller = new Teller(parts.post);
    this.#players = new Players(parts.source, {
      onLoading: (what) => {
        // What is going on goes on, although its engine is another.
        if (!this.#begun) this.#say({ state: 'loading', what });
      },
      onOpened: ({ engine, paths }) => parts.post({ type: 'engine', engine: engine.description, paths }),
    });
  }

  /** Takes a command. Answers come as messages. */
  receive(command: Command): void {
    switch (command.type) {
      case 'pause':
      case 'pause-living':
        this.#lastJob?.stop();
        return;
      case 'restore-notes':
        void this.#restoreNotes(command.agent, command.version);
        return;
      default:
        this.#lastJob?.stop();
        this.#lastJob = this.#jobs.add((stopping) => this.#attempt(command, stopping));
    }
  }

  async #attempt(command: QueuedCommand, stopping: Stopping): Promise<void> {
    this.#begun = false;
    const begin = (status: WorkerStatus): void => {
      this.#begun = true;
      this.#endWatching();
      this.#say(status);
    };
    try {
      await this.#carryOut(command, stopping, await this.#openBench(), begin);
    } catch (error) {
      // Before anything has begun the state is as it was, if there was one.
      if (this.#begun || command.type === 'open' || this.#resting === null) {
        this.#fail(error);
      } else {
        this.#refuse(error);
        this.#say(this.#resting);
      }
    }
  }

  async #carryOut(
    command: QueuedCommand,
    stopping: Stopping,
    bench: Bench,
    begin: (status: WorkerStatus) => void,
  ): Promise<void> {
    const { storage } = bench.workplace;
    const beginTraining = (run: string) => begin({ state: 'training', run, phase: 'rollout' });
    const resume = async (run: string, iterations: number): Promise<void> => {
      const outcome = await bench.training.resume(run, stopping, iterations, () => beginTraining(run));
      await this.#endTraining(outcome, bench);
    };
    switch (command.type) {
      case 'open':
        return this.#open(bench);
      case 'start': {
        const { items } = await storage.runs.listRuns();
        const run = nameRun(
          items.map((known) => known.run),
          this.#parts.draw(),
        );
        const outcome = await bench.training.start(run, command.recipe, stopping, () => beginTraining(run));
        return this.#endTraining(outcome, bench);
      }
      case 'resume':
        return resume(command.run, Infinity);
      case 'step':
        return resume(this.#runOnPage(), 1);
      case 'live': {
        bench.training.coolDown();
        await bench.living.live(command.run, command.world, stopping, (agent) => begin({ state: 'living', agent }));
        this.#rest(await storage.runs.readRun(command.run), false);
        return;
      }
    }
  }

  #runOnPage(): string {
    const { run } = this.#teller;
    if (run === null) throw new WaymarkError('bad-request', 'There is no run to step through yet.', 'Press Play.');
    return run;
  }

  /** Looks for earlier work and tells of it. Nothing starts by itself. */
  async #open({ workplace }: Bench): Promise<void> {
    const { post, storage, teller, locks } = workplace;
    this.#endWatching();
    const { blocked } = storage;
    post({
      type: 'storage',
      storage:
        blocked === null ? { state: 'kept' } : { state: 'blocked', message: blocked.message, remedy: blocked.remedy },
    });
    const { items, damaged } = await storage.runs.listRuns();
    teller.tellDamage(damaged);
    const { engine } = await this.#players.rescued(
      () => this.#players.playerFor(presets[0].recipe),
      async (failure) => post({ type: 'rescue', rescue: { ...failure, work: null } }),
    );
    const latest = items.at(0) ?? null;
    if (latest !== null) {
      await teller.tellAll(storage.runs, latest.run);
      await tellAgents(workplace, latest.run);
      const lease = await locks.tryAcquire(latest.run);
      if (lease === null) {
        this.#watchRun(latest.run, workplace);
        return;
      }
      lease.release();
    }
    this.#settle({
      state: 'idle',
      engine: engine.description,
      latestRun: latest === null ? null : runView(latest),
    });
  }

  async #endTraining(outcome: Outcome, { workplace }: Bench): Promise<void> {
    if (outcome.kind === 'taken') {
      this.#watchRun(outcome.run, workplace);
      return;
    }
    this.#rest(await workplace.storage.runs.readRun(outcome.run), false);
  }

  #watchRun(run: string, workplace: Workplace): void {
    this.#endWatching();
    this.#watch = watchRun(workplace, run, {
      onFree: async () => {
        this.#endWatching();
        this.#rest(await workplace.storage.runs.readRun(run), true);
      },
      onError: (error) => this.#fail(error),
    });
    this.#settle({ state: 'watching', run });
  }

  #endWatching(): void {
    this.#watch?.end();
    this.#watch = null;
  }

  async #restoreNotes(agent: string, version: number): Promise<void> {
    try {
      const { living } = await this.#openBench();
      await living.restore(agent, version);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #openBench(): Promise<Bench> {
    this.#bench ??= this.#layBench().catch((error: unknown) => {
      this.#bench = null;
      throw error;
    });
    return this.#bench;
  }

  async #layBench(): Promise<Bench> {
    const { post, openStorage, locks, channel, clock } = this.#parts;
    const storage = await openStorage((error) => {
      this.#bench = null;
      this.#lastJob?.stop();
      this.#fail(error);
    });
    const workplace = { post, storage, teller: this.#teller, players: this.#players, locks, channel, clock };
    return { workplace, training: new TrainingActivity(workplace), living: new LivingActivity(workplace) };
  }

  #rest({ run, iteration, finished }: RunSummary, restored: boolean): void {
    this.#settle(finished ? { state: 'finished', run, iteration } : { state: 'paused', run, iteration, restored });
  }

  #fail(error: unknown): void {
    this.#settle({ state: 'failed', ...errorView(error) });
  }

  #refuse(error: unknown): void {
    this.#parts.post({ type: 'refused', ...errorView(error) });
  }

  #settle(status: WorkerStatus): void {
    this.#resting = status;
    this.#say(status);
  }

  #say(status: WorkerStatus): void {
    this.#parts.post({ type: 'status', status });
  }
}

/** The agents of a run, each with the task it lived last. */
async function tellAgents({ post, storage, teller }: Workplace, run: string): Promise<void> {
  const { items, damaged } = await storage.agents.listAgents(run);
  teller.tellDamage(damaged);
  for (const agent of items) {
    post({ type: 'agent', agent: agentView(agent) });
    const last = (await storage.agents.readLived(agent.agent)).items.at(-1);
    if (last !== undefined) post({ type: 'lived', lived: livedView(agent, last) });
  }
}
