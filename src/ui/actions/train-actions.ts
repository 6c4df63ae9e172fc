/** What the visitor can do on the Train screen: edit the next recipe, fork or restart, ask who got the credit. */

import { ROLLED_SEEDS } from '../state/run-state.ts';
import { WaymarkError } from '../../core/errors.ts';
import { findPreset } from '../../learning/presets.ts';
import { changeRecipe, settingRange, type Recipe, type RecipeKey } from '../../learning/recipe.ts';
import type { LabAnswer } from '../../worker/lab-protocol.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import type { WallClock } from '../services/clock.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import { draftRecipe, setupFor } from '../state/draft.ts';
import type { PageStore } from '../state/page-state.ts';
import { HOME, formatRoute } from '../state/route.ts';
import type { RunStore } from '../state/run-reducer.ts';
import { parseSettings } from '../state/settings-link.ts';
import type { CreditPlace, TrainStore, TrainView } from '../state/train-state.ts';

/** How often the page says how long ago it saved. */
const CLOCK_SECONDS = 5;

export interface TrainParts {
  readonly client: WorkerClient;
  readonly train: TrainStore;
  readonly run: RunStore;
  readonly page: PageStore;
  readonly clock: WallClock;
  /** A whole number from 0, another each time; services/draw.ts in the product. */
  readonly draw: () => number;
}

export class TrainActions {
  readonly #parts: TrainParts;
  /** The settings of the address that were looked at last. */
  #settings = '';
  /** The run on the page. */
  #met: string | null = null;

  /** To be made after the actions that tell the run store what the worker says. */
  constructor(parts: TrainParts) {
    this.#parts = parts;
    const { client, page, clock, train } = parts;
    client.subscribe((message) => this.#hear(message));
    page.subscribe(() => {
      this.#readAddress();
      this.#keepCreditUp();
    });
    clock.every(CLOCK_SECONDS, () => {
      if (isSeen(page)) train.dispatch({ type: 'time-passed', now: clock.now() });
    });
  }

  /** Opens what a setting means, or closes what is open. */
  openSetting(key: RecipeKey | null): void {
    this.#parts.train.dispatch({ type: 'setting-opened', key });
  }

  /** A setting as entered. A value that it cannot take stays in its field, and is said to be wrong. */
  change(key: RecipeKey, text: string): void {
    const { run, train } = this.#parts;
    try {
      this.#edit(changeRecipe(draftRecipe(run.state), { [key]: read(key, text) }));
    } catch (error) {
      if (!(error instanceof WaymarkError)) throw error;
      train.dispatch({ type: 'value-refused', problem: { key, text } });
    }
  }

  /** Starts from a preset, with some settings changed. The seed stays. */
  startFrom(preset: string, changes: Partial<Recipe>): void {
    const { run } = this.#parts;
    const { seed } = draftRecipe(run.state);
    this.#edit(changeRecipe(findPreset(preset).recipe, { ...changes, seed }), preset);
  }

  /** Another seed for the next run, short enough to say aloud. */
  rollSeed(): void {
    const { run, draw } = this.#parts;
    this.#edit({ ...draftRecipe(run.state), seed: draw() % ROLLED_SEEDS });
  }

  /** Puts one setting back to what it was before the edits. */
  undo(): void {
    const { run, train } = this.#parts;
    const before = train.state.past.at(-1);
    if (!before) return;
    run.dispatch({ type: 'setup-chosen', setup: before });
    train.dispatch({ type: 'undone' });
  }

  /** Gives all edits up; they can be undone like any other. */
  discard(): void {
    const { run, train } = this.#parts;
    train.dispatch({ type: 'edited', before: run.state.setup });
    run.dispatch({ type: 'setup-chosen', setup: { ...run.state.setup, changes: {} } });
  }

  /** Goes on from the present run's newest checkpoint, as a new run with the edits. */
  fork(): void {
    const { client, run } = this.#parts;
    const { run: view, setup } = run.state;
    if (view) client.send({ type: 'fork', run: view.id, changes: setup.changes });
  }

  /** A new run from the base model with the recipe as edited. */
  restart(): void {
    const { client, run } = this.#parts;
    client.send({ type: 'start', recipe: draftRecipe(run.state) });
  }

  /** The recipe as edited, once more: with the next seed, unless one was chosen. */
  trainAnother(): void {
    const { client, run } = this.#parts;
    const { seed, changes } = run.state.setup;
    client.send({ type: 'start', recipe: { ...draftRecipe(run.state), seed: changes.seed ?? seed } });
  }

  chooseView(view: TrainView): void {
    this.#parts.train.dispatch({ type: 'view-chosen', view });
    this.#keepCreditUp();
  }

  /** Shows how an episode was credited; another life or group is asked for. */
  showCredit(at: CreditPlace): void {
    this.#parts.train.dispatch({ type: 'credit-place-chosen', at });
    this.#keepCreditUp();
  }

  askCreditAgain(): void {
    this.#parts.train.dispatch({ type: 'credit-cancelled' });
    this.#keepCreditUp();
  }

  #edit(recipe: Recipe, preset?: string): void {
    const { run, train } = this.#parts;
    const before = run.state.setup;
    const start = preset === undefined ? run.state : { ...run.state, setup: { ...before, preset } };
    train.dispatch({ type: 'edited', before });
    run.dispatch({ type: 'setup-chosen', setup: setupFor(start, recipe) });
  }

  #hear(message: WorkerMessage): void {
    const { train, clock } = this.#parts;
    switch (message.type) {
      case 'history':
        this.#meetRun(train.state.linked);
        return;
      case 'run':
        if (message.event.type === 'started') this.#meetRun(null);
        if (message.event.type === 'iteration') train.dispatch({ type: 'saved', at: clock.now() });
        return;
      case 'status':
        this.#keepCreditUp();
        return;
      case 'lab':
        if (message.request === train.state.credit.request) this.#hearCredit(message.answer);
        return;
      case 'library':
        if (message.answer.kind === 'forked') train.dispatch({ type: 'forked', forked: message.answer });
        return;
      default:
        return;
    }
  }

  /** Of another run, what was said about the one before is over; a recipe that a link brought is still to be tried. */
  #meetRun(linked: TrainParts['train']['state']['linked']): void {
    const { run, train } = this.#parts;
    const id = run.state.run?.id ?? null;
    if (id === this.#met) return;
    this.#met = id;
    train.dispatch({ type: 'run-changed' });
    if (linked) this.#draftLinked(linked);
  }

  #hearCredit(answer: LabAnswer): void {
    const { train } = this.#parts;
    switch (answer.kind) {
      case 'credit':
        train.dispatch({ type: 'credit-told', answer: answer.credit });
        // The visitor may have gone on to another life meanwhile.
        this.#keepCreditUp();
        return;
      case 'failed':
        train.dispatch({ type: 'credit-failed', problem: answer.error });
        return;
      case 'cancelled':
        train.dispatch({ type: 'credit-cancelled' });
        return;
      default:
        return;
    }
  }

  /**
   * Asks for the credit on screen once training rests, because reading it takes the engine. Only an iteration that was
   * trained in this tab has any.
   */
  #keepCreditUp(): void {
    const { client, train, run, page } = this.#parts;
    const { credit, view, savedAt } = train.state;
    const { run: now, status } = run.state;
    const resting = status?.state === 'paused' || status?.state === 'finished';
    const seen = isSeen(page) && view === 'credit';
    const last = now?.iterations.at(-1);
    if (!resting || !seen || !now || !last || savedAt === null || credit.request !== null) return;
    const { group, life } = credit.at;
    const about = { run: now.id, iteration: last.iteration, group, life };
    const known = credit.about;
    if (known && Object.entries(about).every(([key, value]) => known[key as keyof typeof about] === value)) return;
    const request = nextRequest();
    train.dispatch({ type: 'credit-asked', request, about });
    client.send({ type: 'read-credit', request, run: about.run, group, life });
  }

  /** Settings that came with the address become the draft, once. What is wrong with them is said elsewhere. */
  #readAddress(): void {
    const { route } = this.#parts.page.state;
    const settings = formatRoute({ ...HOME, settings: route.settings });
    if (settings === this.#settings) return;
    this.#settings = settings;
    try {
      const linked = parseSettings(route.settings);
      if (linked) this.#draftLinked(linked);
    } catch (error) {
      if (!(error instanceof WaymarkError)) throw error;
    }
  }

  #draftLinked(linked: NonNullable<TrainParts['train']['state']['linked']>): void {
    this.#parts.train.dispatch({ type: 'link-opened', linked });
    this.#edit(linked.recipe, linked.preset);
  }
}

/** The Train screen is on screen: by itself, or in a lesson, which may show it. */
function isSeen({ state }: PageStore): boolean {
  return state.route.screen === 'train' || state.route.screen === 'lesson';
}

/** A value as entered; one of the wrong kind is handed on to be refused. */
function read(key: RecipeKey, text: string): unknown {
  switch (settingRange(key).kind) {
    case 'whole':
    case 'real':
      // A comma is the decimal point of many languages.
      return text.trim() === '' ? text : Number(text.trim().replace(',', '.'));
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'text':
      return text.replaceAll(' ', '');
    case 'choice':
      return text;
  }
}
