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
import type { RunStore, RunSummary } from '../runs/store.ts';
import type { RecordedAgent } from '../runs/recorded-agent.ts';
import { type Job, JobQueue, type Stopping } from './jobs.ts';
import { LabActivity } from './lab-activity.ts';
import type { LabAnswer, LabCommand, LabQuestion } from './lab-protocol.ts';
import { LibraryActivity } from './library-activity.ts';
import type { LibraryRequest } from './library-protocol.ts';
import { LivingActivity } from './living-activity.ts';
import { Players, type PlayerSource } from './players.ts';
import type { Command, WorkerMessage, WorkerStatus } from './protocol.ts';
import { QuestionDesk } from './question-desk.ts';
import { ShareActivity } from './share-activity.ts';
import type { GivenQuestion, ShareAnswer, ShareCommand, ShareWork } from './share-protocol.ts';
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
  /** An agent that the site ships. */
  readonly loadRecorded: (recording: string) => Promise<RecordedAgent>;
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
  readonly library: LibraryActivity;
  readonly lab: LabActivity;
  readonly share: ShareActivity;
}

type QueuedCommand = Exclude<
  Command,
  LabCommand | LibraryRequest | ShareCommand | { type: 'pause' | 'pause-living' | 'restore-notes' }
>;

export class TrainingService {
  readonly #parts: ServiceParts;
  readonly #jobs = new JobQueue();
  readonly #players: Players;
  readonly #teller: Teller;
  #bench: Promise<Bench> | null = null;
  #lastJob: Job | null = null;
  readonly #lab: QuestionDesk<LabQuestion, LabAnswer>;
  readonly #share: QuestionDesk<ShareWork, ShareAnswer>;
  /** The engine answers a question: what comes after it is told when it is done. */
  #testing = false;
  /** Whether the present command has begun what it is for. */
  #begun = false;
  #watch: Watch | null = null;
  /** What the page sees when nothing is going on; null before there has been anything to see. */
  #resting: WorkerStatus | null = null;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#teller = new Teller(parts.post);
    const failed = (error: unknown) => ({ kind: 'failed', error: errorView(error) }) as const;
    const turns = {
      jobs: this.#jobs,
      failed,
      onTurn: () => {
        this.#begun = false;
      },
      onBegun: () => {
        this.#begun = true;
        this.#testing = true;
        this.#say({ state: 'testing' });
      },
      onAnswered: () => {
        this.#testing = false;
        if (this.#resting !== null) this.#say(this.#resting);
      },
    };
    this.#lab = new QuestionDesk<LabQuestion, LabAnswer>({
      ...turns,
      answer: async (question, { tell, ...listener }) => {
        const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total });
        return (await this.#openBench()).lab.answer(question, { ...listener, onProgress });
      },
      post: (request, answer) => parts.post({ type: 'lab', request, answer }),
    });
    this.#share = new QuestionDesk<ShareWork, ShareAnswer>({
      ...turns,
      answer: async (question, listener) => (await this.#openBench()).share.work(question, listener),
      post: (request, answer) => parts.post({ type: 'share', request, answer }),
    });
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
      case 'list-runs':
      case 'read-run':
      case 'rename-run':
      case 'delete-run':
      case 'undelete-run':
      case 'purge-run':
        void this.#answerLibrary(command);
        return;
      case 'live-pack':
      case 'compare-controls':
      case 'try-notes':
      case 'read-credit':
        // Questions wait for one another.
        this.#lastJob?.stop();
        this.#lab.ask(command);
        return;
      case 'make-receipt':
      case 'make-agent':
      case 'make-file':
      case 'check-given':
        this.#lastJob?.stop();
        this.#share.ask(command);
        return;
      case 'read-given':
      case 'keep-given':
        void this.#answerGiven(command);
        return;
      case 'cancel':
        this.#lab.takeBack(command.request);
        return;
      case 'cancel-share':
        this.#share.takeBack(command.request);
        return;
      default:
        this.#lastJob?.stop();
        this.#lab.takeBackAll();
        this.#share.takeBackAll();
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
        const run = await this.#freeName(storage.runs);
        const outcome = await bench.training.start(run, command.recipe, stopping, () => beginTraining(run));
        return this.#endTraining(outcome, bench);
      }
      case 'fork': {
        const run = await this.#freeName(storage.runs);
        const { training } = bench;
        const outcome = await training.fork(run, command.run, command.changes, stopping, () => beginTraining(run));
        return this.#endTraining(outcome, bench);
      }
      case 'take-over': {
        const { run } = command;
        return this.#endTraining(await bench.training.takeOver(run, stopping, () => beginTraining(run)), bench);
      }
      case 'open-run':
        return this.#openRun(command.run, bench);
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

  async #freeName(runs: RunStore): Promise<string> {
    return nameRun(await runs.listTaken(), this.#parts.draw());
  }

  /** Looks for earlier work and tells of it. Nothing starts by itself. */
  async #open({ workplace, library }: Bench): Promise<void> {
    const { post, storage, teller } = workplace;
    this.#endWatching();
    const { blocked } = storage;
    post({
      type: 'storage',
      storage:
        blocked === null ? { state: 'kept' } : { state: 'blocked', message: blocked.message, remedy: blocked.remedy },
    });
    await library.purgeForgotten();
    const { items, damaged } = await storage.runs.listRuns();
    teller.tellDamage(damaged);
    const { engine } = await this.#players.rescued(
      () => this.#players.playerFor(presets[0].recipe),
      async (failure) => post({ type: 'rescue', rescue: { ...failure, work: null } }),
    );
    const latest = items.at(0) ?? null;
    if (latest === null) teller.forget();
    else if (!(await this.#show(latest.run, workplace))) return;
    this.#settle({
      state: 'idle',
      engine: engine.description,
      latestRun: latest === null ? null : runView(latest),
    });
  }

  async #openRun(run: string, { workplace }: Bench): Promise<void> {
    const summary = await workplace.storage.runs.readRun(run);
    this.#endWatching();
    if (await this.#show(run, workplace)) this.#rest(summary, false);
  }

  /** Puts a run on the page. False where another tab trains it: then it is watched. */
  async #show(run: string, workplace: Workplace): Promise<boolean> {
    const { storage, teller, locks } = workplace;
    await teller.tellAll(storage.runs, run);
    await tellAgents(workplace, run);
    const lease = await locks.tryAcquire(run);
    if (lease === null) this.#watchRun(run, workplace);
    lease?.release();
    return lease !== null;
  }

  async #endTraining(outcome: Outcome, { workplace }: Bench): Promise<void> {
    if (outcome.kind === 'taken') {
      this.#watchRun(outcome.run, workplace, outcome.fromHere);
      return;
    }
    this.#rest(await workplace.storage.runs.readRun(outcome.run), false);
  }

  /** `taken`: another tab took the run over from this one. */
  #watchRun(run: string, workplace: Workplace, taken = false): void {
    this.#endWatching();
    this.#watch = watchRun(workplace, run, {
      onFree: async () => {
        this.#endWatching();
        this.#rest(await workplace.storage.runs.readRun(run), true);
      },
      onError: (error) => this.#fail(error),
    });
    this.#settle({ state: 'watching', run, ...(taken ? { taken } : {}) });
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

  async #answerLibrary(command: LibraryRequest): Promise<void> {
    const { request } = command;
    const post = this.#parts.post;
    try {
      const { library } = await this.#openBench();
      const answer = await library.answer(command);
      // The run on the page is gone: another takes its place.
      const isGone = command.type === 'delete-run' && answer.kind === 'done' && command.run === this.#teller.run;
      if (isGone) this.receive({ type: 'open' });
      post({ type: 'library', request, answer });
    } catch (error) {
      post({ type: 'library', request, answer: { kind: 'failed', error: errorView(error) } });
    }
  }

  /** What was given is read and kept beside whatever goes on: neither needs the engine. */
  async #answerGiven(question: GivenQuestion): Promise<void> {
    const tell = (answer: ShareAnswer): void => {
      this.#parts.post({ type: 'share', request: question.request, answer });
    };
    try {
      tell(await (await this.#openBench()).share.answer(question));
    } catch (error) {
      tell({ kind: 'failed', error: errorView(error) });
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
    const training = new TrainingActivity(workplace);
    return {
      workplace,
      training,
      lab: new LabActivity({ workplace, training, loadRecorded: this.#parts.loadRecorded }),
      share: new ShareActivity({ workplace, training, draw: this.#parts.draw }),
      living: new LivingActivity(workplace),
      library: new LibraryActivity({ storage, locks }),
    };
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
    if (!this.#testing) this.#say(status);
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
