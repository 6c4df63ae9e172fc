/** What the visitor can do while watching: choose whose lives, have a new one lived, move among them. */

import { FIRST_LIVING_WORLD } from '../../learning/living-agent.ts';
import { ROLLED_SEEDS } from '../state/run-state.ts';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import { EVALUATION_WORLDS, formatPackId, parseLevelId } from '../../environments/ids.ts';
import { presets } from '../../learning/presets.ts';
import type { LifeRecord } from '../../learning/records.ts';
import type { Recording } from '../../runs/recording.ts';
import type { AgentSource, LabAnswer } from '../../worker/lab-protocol.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import type { RunStore } from '../state/run-reducer.ts';
import { presentSeed } from '../state/watching.ts';

/** Tasks of a life that the visitor asks for, as in evaluations. */
const LIFE_TASKS = 8;

/** The lighter preset of an environment, where it has one: what a tab can train soon. */
function presetOf(environment: string): string {
  const own = presets.filter(({ recipe }) => parseLevelId(recipe.environment).environment === environment);
  return (own.find(({ name }) => name.endsWith('-light')) ?? own[0] ?? presets[0]).name;
}

export class WatchActions {
  readonly #client: WorkerClient;
  readonly #store: RunStore;
  readonly #recordings: Recordings;

  constructor(client: WorkerClient, store: RunStore, recordings: Recordings) {
    this.#client = client;
    this.#store = store;
    this.#recordings = recordings;
    client.subscribe((message) => {
      const { rolling } = store.state;
      if (!rolling) return;
      if (message.type === 'lab' && message.request === rolling.request) this.#hear(rolling.request, message.answer);
      // A worker that has failed answers nothing more; the page says why.
      if (message.type === 'status' && message.status.state === 'failed') this.#giveUp(rolling.request);
    });
  }

  #giveUp(request: number): void {
    this.#store.dispatch({ type: 'life-given-up', request });
  }

  #hear(request: number, answer: LabAnswer): void {
    switch (answer.kind) {
      case 'progress':
        this.#store.dispatch({ type: 'life-progressed', request, done: answer.done, total: answer.total });
        return;
      case 'life':
        this.#store.dispatch({ type: 'life-lived', request, life: answer.life });
        return;
      case 'failed':
        this.#giveUp(request);
        this.#store.dispatch({ type: 'refused', ...answer.error });
        return;
      case 'cancelled':
      case 'controls':
      case 'trial':
      case 'credit':
        this.#giveUp(request);
    }
  }

  /** Fetches the recording that is wanted and shows its lives. */
  async loadRecording(): Promise<void> {
    const { environment } = this.#store.state;
    try {
      const recording = await this.#recordings(environment);
      this.#store.dispatch({ type: 'recording-loaded', recording });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#store.dispatch({ type: 'recording-missing', environment, problem });
    }
  }

  /** Watches the recorded agent of an environment; Play would train in it. */
  async chooseEnvironment(environment: string): Promise<void> {
    this.cancelLife();
    this.#store.dispatch({ type: 'environment-chosen', environment, preset: presetOf(environment) });
    await this.loadRecording();
  }

  /** Watches the lives of this tab's run. */
  watchRun(): void {
    this.cancelLife();
    this.#store.dispatch({ type: 'run-watched' });
  }

  /** Has the agent that is watched live a new life, in the held-out world of that number. Others change nothing. */
  live(seed: number): void {
    if (!Number.isInteger(seed) || seed < 0 || seed >= FIRST_LIVING_WORLD) return;
    const agent = this.#agent();
    if (!agent) return;
    this.cancelLife();
    const request = nextRequest();
    const pack = formatPackId({
      ...parseLevelId(agent.level),
      world: EVALUATION_WORLDS.first + seed,
      length: LIFE_TASKS,
    });
    this.#store.dispatch({ type: 'life-asked', request, seed });
    this.#client.send({ type: 'live-pack', request, agent: agent.source, pack, seed });
  }

  /** A new life in another world: the same throw of the die follows the same seed. */
  roll(): void {
    const seed = presentSeed(this.#store.state) ?? 0;
    const step = 1 + new RandomStream(seed, PURPOSE.players).nextInteger(ROLLED_SEEDS - 1);
    this.live((seed + step) % ROLLED_SEEDS);
  }

  cancelLife(): void {
    const { rolling } = this.#store.state;
    if (!rolling) return;
    this.#client.send({ type: 'cancel', request: rolling.request });
    this.#giveUp(rolling.request);
  }

  openLife(life: LifeRecord, task: number): void {
    this.#store.dispatch({ type: 'life-chosen', life, task });
  }

  /** Goes to the move in which a note first made the difference, where that is known. */
  showFirstHelp(): void {
    this.#store.dispatch({ type: 'help-wanted' });
  }

  #agent(): { readonly source: AgentSource; readonly level: string } | null {
    const { watched, run, recording, environment } = this.#store.state;
    if (watched === 'run') return run && { source: { kind: 'run', run: run.id }, level: run.recipe.environment };
    return recording && { source: { kind: 'recorded', recording: environment }, level: recording.recipe.environment };
  }
}

/** Gives the recording of an environment; services/recordings.ts in the product. */
export type Recordings = (environment: string) => Promise<Recording>;
