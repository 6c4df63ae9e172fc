/**
 * What the training worker does with the page's commands. One activity at a time: a command that needs the engine asks
 * the present activity to stop, which it does without losing anything, and is carried out after it.
 */

import { WaymarkError } from '../core/errors.ts';
import { presets } from '../learning/presets.ts';
import { nameRun } from '../runs/run-names.ts';
import type { RunStore } from '../runs/store.ts';
import { type Job, JobQueue, type Stopping } from './jobs.ts';
import type { LabAnswer, LabCommand, LabQuestion } from './lab-protocol.ts';
import type { LibraryRequest } from './library-protocol.ts';
import { Players, type PlayerSource } from './players.ts';
import type { Command, WorkerStatus } from './protocol.ts';
import { QuestionDesk } from './question-desk.ts';
import { RunOnPage } from './run-on-page.ts';
import type { GivenQuestion, ShareAnswer, ShareCommand, ShareWork } from './share-protocol.ts';
import { StatusBoard } from './status-board.ts';
import { Teller } from './teller.ts';
import type { Outcome } from './training-activity.ts';
import { errorView, runView } from './views.ts';
import { type Workshop, WorkshopDoor, type WorkshopParts } from './workshop.ts';

export interface ServiceParts extends Omit<WorkshopParts, 'teller' | 'players'> {
  readonly source: PlayerSource;
}

type QueuedCommand = Exclude<
  Command,
  LabCommand | LibraryRequest | ShareCommand | { type: 'pause' | 'pause-living' | 'restore-notes' }
>;

export class TrainingService {
  readonly #post: ServiceParts['post'];
  readonly #draw: ServiceParts['draw'];
  readonly #jobs = new JobQueue();
  readonly #board: StatusBoard;
  readonly #onPage: RunOnPage;
  readonly #players: Players;
  readonly #teller: Teller;
  readonly #workshop: WorkshopDoor;
  readonly #lab: QuestionDesk<LabQuestion, LabAnswer>;
  readonly #share: QuestionDesk<ShareWork, ShareAnswer>;
  #lastJob: Job | null = null;

  constructor({ source, ...parts }: ServiceParts) {
    this.#post = parts.post;
    this.#draw = parts.draw;
    this.#board = new StatusBoard(parts.post);
    this.#onPage = new RunOnPage(this.#board);
    this.#teller = new Teller(parts.post);
    this.#players = new Players(source, {
      onLoading: (what) => this.#board.load(what),
      onOpened: ({ engine, paths }) => parts.post({ type: 'engine', engine: engine.description, paths }),
    });
    this.#workshop = new WorkshopDoor({ ...parts, teller: this.#teller, players: this.#players }, (error) => {
      this.#lastJob?.stop();
      this.#board.fail(error);
    });
    const turns = {
      jobs: this.#jobs,
      failed: (error: unknown) => ({ kind: 'failed', error: errorView(error) }) as const,
      onTurn: () => this.#board.onTurn(),
      onBegun: () => this.#board.beginTest(),
      onAnswered: () => this.#board.endTest(),
    };
    this.#lab = new QuestionDesk<LabQuestion, LabAnswer>({
      ...turns,
      answer: async (question, { tell, ...listener }) => {
        const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total });
        return (await this.#workshop.open()).lab.answer(question, { ...listener, onProgress });
      },
      post: (request, answer) => parts.post({ type: 'lab', request, answer }),
    });
    this.#share = new QuestionDesk<ShareWork, ShareAnswer>({
      ...turns,
      answer: async (question, listener) => (await this.#workshop.open()).share.work(question, listener),
      post: (request, answer) => parts.post({ type: 'share', request, answer }),
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
    this.#board.onTurn();
    const begin = (status: WorkerStatus): void => {
      this.#onPage.endWatching();
      this.#board.begin(status);
    };
    try {
      await this.#carryOut(command, stopping, await this.#workshop.open(), begin);
    } catch (error) {
      if (command.type === 'open') this.#board.fail(error);
      else this.#board.onFailure(error);
    }
  }

  async #carryOut(
    command: QueuedCommand,
    stopping: Stopping,
    workshop: Workshop,
    begin: (status: WorkerStatus) => void,
  ): Promise<void> {
    const { training, living, workplace } = workshop;
    const { runs } = workplace.storage;
    const beginTraining = (run: string) => begin({ state: 'training', run, phase: 'rollout' });
    const resume = async (run: string, iterations: number): Promise<void> => {
      const outcome = await training.resume(run, stopping, iterations, () => beginTraining(run));
      await this.#endTraining(outcome, workshop);
    };
    switch (command.type) {
      case 'open':
        return this.#open(workshop);
      case 'start': {
        const run = await this.#freeName(runs);
        const outcome = await training.start(run, command.recipe, stopping, () => beginTraining(run));
        return this.#endTraining(outcome, workshop);
      }
      case 'fork': {
        const run = await this.#freeName(runs);
        const outcome = await training.fork(run, command.run, command.changes, stopping, () => beginTraining(run));
        return this.#endTraining(outcome, workshop);
      }
      case 'take-over': {
        const { run } = command;
        return this.#endTraining(await training.takeOver(run, stopping, () => beginTraining(run)), workshop);
      }
      case 'open-run':
        return this.#openRun(command.run, workshop);
      case 'resume':
        return resume(command.run, Infinity);
      case 'step':
        return resume(this.#runOnPage(), 1);
      case 'live': {
        training.coolDown();
        await living.live(command.run, command.world, stopping, (agent) => begin({ state: 'living', agent }));
        this.#board.rest(await runs.readRun(command.run), false);
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
    return nameRun(await runs.listTaken(), this.#draw());
  }

  /** Looks for earlier work and tells of it. Nothing starts by itself. */
  async #open({ workplace, library }: Workshop): Promise<void> {
    const { post, storage, teller } = workplace;
    this.#onPage.endWatching();
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
    else if (!(await this.#onPage.show(latest.run, workplace))) return;
    this.#board.settle({
      state: 'idle',
      engine: engine.description,
      latestRun: latest === null ? null : runView(latest),
    });
  }

  async #openRun(run: string, { workplace }: Workshop): Promise<void> {
    const summary = await workplace.storage.runs.readRun(run);
    this.#onPage.endWatching();
    if (await this.#onPage.show(run, workplace)) this.#board.rest(summary, false);
  }

  async #endTraining(outcome: Outcome, { workplace }: Workshop): Promise<void> {
    if (outcome.kind === 'taken') this.#onPage.watch(outcome.run, workplace, outcome.fromHere);
    else this.#board.rest(await workplace.storage.runs.readRun(outcome.run), false);
  }

  async #restoreNotes(agent: string, version: number): Promise<void> {
    try {
      const { living } = await this.#workshop.open();
      await living.restore(agent, version);
    } catch (error) {
      this.#board.refuse(error);
    }
  }

  async #answerLibrary(command: LibraryRequest): Promise<void> {
    const { request } = command;
    try {
      const { library } = await this.#workshop.open();
      const answer = await library.answer(command);
      // The run on the page is gone: another takes its place.
      const isGone = command.type === 'delete-run' && answer.kind === 'done' && command.run === this.#teller.run;
      if (isGone) this.receive({ type: 'open' });
      this.#post({ type: 'library', request, answer });
    } catch (error) {
      this.#post({ type: 'library', request, answer: { kind: 'failed', error: errorView(error) } });
    }
  }

  /** What was given is read and kept beside whatever goes on: neither needs the engine. */
  async #answerGiven(question: GivenQuestion): Promise<void> {
    const tell = (answer: ShareAnswer): void => {
      this.#post({ type: 'share', request: question.request, answer });
    };
    try {
      tell(await (await this.#workshop.open()).share.answer(question));
    } catch (error) {
      tell({ kind: 'failed', error: errorView(error) });
    }
  }
}
