/** What the visitor can do in the notes lab. Its questions go to the worker one at a time. */

import { PURPOSE, RandomStream } from '../../core/random.ts';
import type { Turn } from '../../environments/environment.ts';
import type { Control } from '../../learning/records.ts';
import type { Recording } from '../../runs/recording.ts';
import type { LabAnswer, LabCommand } from '../../worker/lab-protocol.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import { playedPack, presentTask } from '../state/lab-play.ts';
import {
  LAB_WORLDS,
  TEST_LENGTH,
  TRIAL_TASKS,
  type LabJob,
  type LabStore,
  type PackChoice,
} from '../state/lab-state.ts';
import { labAgent, labAgents, labWorld, missingRecording, type LabAgent } from '../state/lab-view.ts';
import type { RunStore } from '../state/run-reducer.ts';
import { splitNote, withWord } from '../words/lab-notes.ts';
import { labButton } from '../words/lab-words.ts';

/** Of the agent's life on the tasks that a visitor plays: the same life whenever it is asked for. */
const LIFE_SEED = 1;

/** What the lab's actions work with. */
export interface LabParts {
  readonly client: WorkerClient;
  readonly lab: LabStore;
  readonly run: RunStore;
  /** Gives the recording of an environment; services/recordings.ts in the product. */
  readonly recordings: (environment: string) => Promise<Recording>;
}

export class LabActions {
  readonly #client: WorkerClient;
  readonly #store: LabStore;
  readonly #run: RunStore;
  readonly #recordings: LabParts['recordings'];
  /** The last question to the library: its answer lists the runs. */
  #listing: number | null = null;

  constructor({ client, lab, run, recordings }: LabParts) {
    this.#client = client;
    this.#store = lab;
    this.#run = run;
    this.#recordings = recordings;
    client.subscribe((message) => {
      const { job } = lab.state;
      if (message.type === 'library' && message.request === this.#listing && message.answer.kind === 'runs') {
        lab.dispatch({ type: 'runs-listed', runs: message.answer.runs });
      }
      if (!job) return;
      if (message.type === 'lab' && message.request === job.request) this.#hear(job, message.answer);
      // A worker that has failed answers nothing more; the page says why.
      if (message.type === 'status' && message.status.state === 'failed') lab.dispatch({ type: 'ended' });
    });
  }

  /** The visitor comes to the lab: which runs there are may have changed. */
  arrive(): void {
    this.#listing = nextRequest();
    this.#client.send({ type: 'list-runs', request: this.#listing });
    void this.#fetchRecording();
  }

  /** What is known of a recorded agent comes with its recording. */
  async #fetchRecording(): Promise<void> {
    const environment = missingRecording(this.#store.state, this.#run.state);
    if (environment === null) return;
    try {
      const recording = await this.#recordings(environment);
      this.#store.dispatch({ type: 'recording-fetched', environment, recording });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#store.dispatch({ type: 'failed', failure: { kind: 'not-found', message, remedy: '' } });
    }
  }

  #agent(): LabAgent {
    return labAgent(this.#store.state, this.#run.state);
  }

  #hear(job: LabJob, answer: LabAnswer): void {
    const store = this.#store;
    switch (answer.kind) {
      case 'progress':
        store.dispatch({ type: 'progressed', done: answer.done, total: answer.total });
        return;
      case 'controls': {
        const { evaluation, lives } = answer;
        store.dispatch({ type: 'compared', agent: job.agent, comparison: { evaluation, lives } });
        break;
      }
      case 'trial':
        store.dispatch({ type: 'tried', agent: job.agent, trial: answer.trial });
        break;
      case 'life':
        store.dispatch({ type: 'lived-pack', agent: job.agent, life: answer.life });
        break;
      case 'failed':
        store.dispatch({ type: 'failed', failure: answer.error });
        return;
      case 'cancelled':
      case 'credit':
        break;
    }
    store.dispatch({ type: 'ended' });
  }

  /** Asks the worker, unless it is still busy with the last question. */
  #ask(kind: LabJob['kind'], agent: LabAgent, command: (request: number) => LabCommand): void {
    if (this.#store.state.job) return;
    const request = nextRequest();
    this.#store.dispatch({ type: 'asked', request, kind, agent: agent.key });
    this.#client.send(command(request));
  }

  /** The one big button, whatever it means now. */
  bigButton(): void {
    switch (labButton(this.#store.state, this.#agent(), this.#run.state.status).action) {
      case 'controls':
        this.testControls();
        return;
      case 'trial':
        this.testNote();
        return;
      case 'cancel':
        this.cancel();
        return;
      case 'none':
        return;
    }
  }

  /** By the key of one that `labAgents` lists. */
  chooseAgent(key: string): void {
    const agent = labAgents(this.#store.state, this.#run.state).find((candidate) => candidate.key === key);
    if (!agent) return;
    this.#store.dispatch({ type: 'agent-chosen', agent: agent.source });
    void this.#fetchRecording();
  }

  /** Whether a control is drawn, and, but for those that every test needs, whether it is tested. */
  switchControl(control: Control, shown: boolean): void {
    this.#store.dispatch({ type: 'control-switched', control, shown });
  }

  choosePacks(packs: PackChoice): void {
    this.#store.dispatch({ type: 'packs-chosen', packs });
  }

  /** The agent with its notes kept, erased and as the switches say, on the same packs and random numbers. */
  testControls(): void {
    const { shown, packs } = this.#store.state;
    const agent = this.#agent();
    const extra = (['shuffled', 'oracle'] as const).filter((control) => shown[control]);
    const controls: readonly Control[] = ['kept', 'erased', ...extra];
    this.#ask('controls', agent, (request) => {
      return { type: 'compare-controls', request, agent: agent.source, controls, packs, length: TEST_LENGTH };
    });
  }

  /** The agent reads the visitor's note in the world chosen. */
  testNote(): void {
    const { state } = this.#store;
    const agent = this.#agent();
    const notes = splitNote(state.note);
    const world = labWorld(state, agent);
    this.#ask('trial', agent, (request) => {
      return { type: 'try-notes', request, agent: agent.source, world, tasks: TRIAL_TASKS, notes };
    });
  }

  /** The agent lives the pack that the visitor plays. */
  letAgentPlay(): void {
    const agent = this.#agent();
    const pack = playedPack(labWorld(this.#store.state, agent));
    this.#ask('life', agent, (request) => {
      return { type: 'live-pack', request, agent: agent.source, pack, seed: LIFE_SEED };
    });
  }

  cancel(): void {
    const { job } = this.#store.state;
    if (!job || job.cancelling) return;
    this.#store.dispatch({ type: 'cancel-asked' });
    this.#client.send({ type: 'cancel', request: job.request });
  }

  readFailure(): void {
    this.#store.dispatch({ type: 'failure-read' });
  }

  writeNote(note: string): void {
    this.#store.dispatch({ type: 'note-written', note });
  }

  /** Puts a word where the note ends, in place of what has been typed of it. */
  addWord(word: string): void {
    this.writeNote(withWord(this.#store.state.note, word));
  }

  undoNote(): void {
    this.#store.dispatch({ type: 'note-undone' });
  }

  /** Another world by its number, from 0; anything else changes nothing. */
  chooseWorld(world: number): void {
    if (!Number.isInteger(world) || world < 0 || world >= LAB_WORLDS) return;
    this.#store.dispatch({ type: 'world-chosen', world });
  }

  /** Any other world. */
  rollWorld(): void {
    const { world } = this.#store.state;
    const step = 1 + new RandomStream(world, PURPOSE.players).nextInteger(LAB_WORLDS - 1);
    this.chooseWorld((world + step) % LAB_WORLDS);
  }

  /** Shows or hides what is true in the world. */
  revealTruth(revealed: boolean): void {
    this.#store.dispatch({ type: 'truth-revealed', revealed });
  }

  /** The visitor's turn in the task being played; nothing when it is over. */
  takeTurn(turn: Turn): void {
    const { state } = this.#store;
    if (presentTask(labWorld(state, this.#agent()), state.play).ending) return;
    this.#store.dispatch({ type: 'turn-taken', turn });
  }

  nextTask(): void {
    this.#store.dispatch({ type: 'next-task' });
  }

  restartPlay(): void {
    this.#store.dispatch({ type: 'play-restarted' });
  }
}
