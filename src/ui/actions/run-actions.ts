/** What the visitor can do with the run on the page, with its agent that lives on, and with the replay of a life. */

import { FIRST_LIVING_WORLD } from '../../learning/living-agent.ts';
import { evaluationWorld, formatWorldId, parseLevelId } from '../../environments/ids.ts';
import type { Command } from '../../worker/protocol.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import type { NoticeAction } from '../words/notice.ts';
import { bigButton } from '../words/sentences.ts';
import { setupRecipe } from '../state/draft.ts';
import type { StepUnit } from '../state/playback.ts';
import { SPEEDS } from '../state/run-state.ts';
import type { RunStore } from '../state/run-reducer.ts';

export class RunActions {
  readonly #client: WorkerClient;
  readonly #store: RunStore;

  constructor(client: WorkerClient, store: RunStore) {
    this.#client = client;
    this.#store = store;
    client.subscribe((message) => {
      if (message.type === 'lab' || message.type === 'library' || message.type === 'share') return;
      store.dispatch(message);
      if (message.type === 'status' && message.status.state === 'idle' && store.state.playWanted) this.bigButton();
    });
  }

  /** Loads model and engine and looks for earlier work. */
  open(): void {
    this.#client.send({ type: 'open' });
  }

  /** The one big button, whatever it means now. */
  bigButton(): void {
    const { action } = bigButton(this.#store.state);
    switch (action) {
      case 'start':
        this.startRun();
        return;
      case 'resume':
        this.resume();
        return;
      case 'pause':
        this.#pause({ type: 'pause' });
        return;
      case 'pause-living':
        this.pauseLiving();
        return;
      case 'wait':
        this.#store.dispatch({ type: 'play-wanted', wanted: !this.#store.state.playWanted });
        return;
      case 'none':
        return;
    }
  }

  /** A new run from the preset and seed chosen. An earlier run stays stored. */
  startRun(): void {
    this.#store.dispatch({ type: 'play-wanted', wanted: false });
    this.#client.send({ type: 'start', recipe: setupRecipe(this.#store.state) });
  }

  resume(): void {
    const { status, run } = this.#store.state;
    this.#store.dispatch({ type: 'play-wanted', wanted: false });
    const id = status?.state === 'paused' ? status.run : status?.state === 'idle' ? status.latestRun?.run : run?.id;
    if (id !== undefined) this.#client.send({ type: 'resume', run: id });
  }

  /** One iteration, then pause. */
  stepTraining(): void {
    this.#client.send({ type: 'step' });
  }

  /** The agent of the run on screen lives on, in the world it lives in already or in one of its own. */
  liveOn(): void {
    const { run, agent } = this.#store.state;
    if (!run) return;
    const world = evaluationWorld(FIRST_LIVING_WORLD + (run.recipe.seed % FIRST_LIVING_WORLD));
    const fresh = formatWorldId({ ...parseLevelId(run.recipe.environment), world });
    this.#client.send({ type: 'live', run: run.id, world: agent?.world ?? fresh });
  }

  pauseLiving(): void {
    this.#pause({ type: 'pause-living' });
  }

  /** Makes an earlier version of the living agent's notes the present one. */
  restoreNotes(version: number): void {
    const { agent } = this.#store.state;
    if (agent) this.#client.send({ type: 'restore-notes', agent: agent.agent, version });
  }

  /** The button of a named state. */
  answerNotice(action: NoticeAction): void {
    switch (action) {
      case 'open':
        this.open();
        return;
      case 'resume':
        this.resume();
        return;
      case 'another-seed':
        this.startRun();
        return;
      case 'read-refusal':
        this.#store.dispatch({ type: 'refusal-read' });
        return;
      case 'read-rescue':
        this.#store.dispatch({ type: 'rescue-read' });
        return;
    }
  }

  #pause(command: Command): void {
    this.#store.dispatch({ type: 'pause-asked' });
    this.#client.send(command);
  }

  /** Shows a still of the life on screen; the replay stops there. */
  showStill(index: number): void {
    this.#store.dispatch({ type: 'still-chosen', index });
  }

  step(by: StepUnit, direction: 1 | -1): void {
    this.#store.dispatch({ type: 'stepped', by, direction });
  }

  switchReplay(): void {
    this.#store.dispatch({ type: 'replay-switched', replaying: !this.#store.state.replaying });
  }

  /** The next faster replay, and after the fastest the slowest. */
  changeSpeed(): void {
    const index = SPEEDS.indexOf(this.#store.state.speed);
    this.#store.dispatch({ type: 'speed-chosen', speed: SPEEDS[(index + 1) % SPEEDS.length] });
  }
}
