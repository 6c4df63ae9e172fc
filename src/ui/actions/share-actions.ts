/** What the visitor does to have a run made ready to be passed on: the worker is asked for one thing at a time. */

import { WaymarkError } from '../../core/errors.ts';
import type { LibraryAnswer } from '../../worker/library-protocol.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import type { ShareAnswer, ShareQuestion } from '../../worker/share-protocol.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { ShareServices } from '../services/share-services.ts';
import type { SharedLinks } from '../services/shared-links.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import { draftRecipe } from '../state/draft.ts';
import type { PageStore } from '../state/page-state.ts';
import type { RunStore } from '../state/run-reducer.ts';
import {
  allPayloads,
  presentWork,
  type Interrupted,
  type MadeWay,
  type ShareFailure,
  type ShareStore,
  type Subject,
  type Ways,
} from '../state/share-state.ts';
import { fetchCode } from './fetch-code.ts';

/** What sharing's actions work with. */
export interface ShareParts {
  readonly client: WorkerClient;
  readonly share: ShareStore;
  readonly page: PageStore;
  readonly run: RunStore;
  readonly links: SharedLinks;
  readonly services: Pick<ShareServices, 'loadSheet'>;
}

type Lookup = (answer: LibraryAnswer | ShareFailure) => void;

function failureOf(error: unknown): ShareFailure {
  if (!(error instanceof WaymarkError)) throw error;
  return { message: error.message, remedy: error.remedy };
}

export class ShareActions {
  readonly #parts: ShareParts;
  readonly #store: ShareStore;
  /** By number of a question to the library. */
  readonly #lookups = new Map<number, Lookup>();

  constructor(parts: ShareParts) {
    this.#parts = parts;
    this.#store = parts.share;
    parts.client.subscribe((message) => this.#hear(message));
  }

  /** Opens the sheet for a stored run, by its id, or, without one, for the recipe that is being edited. */
  async open(run: string | null): Promise<void> {
    this.#parts.page.dispatch({ type: 'sheet-opened', sheet: 'share' });
    if (run === null) {
      const recipe = draftRecipe(this.#parts.run.state);
      this.#store.dispatch({ type: 'subject-known', subject: { recipe, run: null, iterations: [] } });
    } else {
      this.#store.dispatch({ type: 'run-wanted', run });
    }
    const fetching = fetchCode(this.#store, this.#parts.services.loadSheet);
    if (run !== null) await this.#look(run);
    if (await fetching) await this.#writeSetup();
  }

  /** The run on the page, or the recipe that is being edited where there is none. */
  openPresent(): Promise<void> {
    return this.open(this.#parts.run.state.run?.id ?? null);
  }

  /** Once more, after something could not be had. */
  tryAgain(): Promise<void> {
    const { looking, subject } = this.#store.state;
    return this.open(looking ?? subject?.run?.run ?? null);
  }

  /** The visitor has closed the sheet: what is still being made is not wanted any more. */
  leave(): void {
    this.cancel();
  }

  /** Has the worker make what a way needs. Training that goes on is paused by it. */
  make(way: MadeWay): void {
    const { state } = this.#store;
    const run = state.subject?.run?.run;
    if (run === undefined || presentWork(state)) return;
    const request = nextRequest();
    this.#store.dispatch({ type: 'asked', way, request, interrupts: this.#interrupted() });
    this.#parts.client.send(this.#question(way, request, run));
  }

  cancel(): void {
    const work = presentWork(this.#store.state);
    if (!work || work.cancelling) return;
    this.#store.dispatch({ type: 'cancel-asked', way: work.way });
    this.#parts.client.send({ type: 'cancel-share', request: work.request });
  }

  /** The adapter in so many bits, by its place in the choices. */
  chooseBits(chosen: number): void {
    this.#store.dispatch({ type: 'bits-chosen', chosen });
  }

  /** Whether living agents, with their notes, go into the file. */
  tickAgents(withAgents: boolean): void {
    this.#store.dispatch({ type: 'agents-ticked', withAgents });
  }

  /** The visitor has what was paused go on. */
  goOn(): void {
    this.#store.dispatch({ type: 'gone-on' });
  }

  /** The sheet was opened before the worker had told of a run: the first that it tells of is the one that is meant. */
  #isOpenWithoutRun(): boolean {
    const { looking, subject } = this.#store.state;
    return this.#parts.page.state.sheet === 'share' && looking === null && subject?.run === null;
  }

  #interrupted(): Interrupted | null {
    const { status } = this.#parts.run.state;
    return status?.state === 'training' || status?.state === 'living' ? status.state : null;
  }

  #question(way: MadeWay, request: number, run: string): ShareQuestion {
    switch (way) {
      case 'receipt':
        return { type: 'make-receipt', request, run };
      case 'agent':
        return { type: 'make-agent', request, run };
      case 'file':
        return { type: 'make-file', request, run, agents: this.#store.state.withAgents };
    }
  }

  /** How a stored run stands now. */
  async #look(run: string): Promise<void> {
    const request = nextRequest();
    const answer = await new Promise<Parameters<Lookup>[0]>((resolve) => {
      this.#lookups.set(request, resolve);
      this.#parts.client.send({ type: 'read-run', request, run });
    });
    if (!('kind' in answer)) {
      this.#store.dispatch({ type: 'not-known', failure: answer });
    } else if (answer.kind === 'failed') {
      this.#store.dispatch({ type: 'not-known', failure: answer.error });
    } else if (answer.kind === 'run') {
      const { run: summary, iterations } = answer;
      const subject: Subject = { recipe: summary.recipe, run: summary, iterations };
      // Somebody may have wanted another run meanwhile.
      const { looking, subject: present } = this.#store.state;
      if ((looking ?? present?.run?.run) === run) this.#store.dispatch({ type: 'subject-known', subject });
    }
  }

  async #writeSetup(): Promise<void> {
    const { subject, setup } = this.#store.state;
    if (!subject || setup !== null) return;
    const { recipe } = subject;
    try {
      const payload = await this.#parts.links.encode({ kind: 'setup', recipe });
      this.#store.dispatch({ type: 'setup-written', recipe, payload });
      await this.#readBack();
    } catch (error) {
      this.#store.dispatch({ type: 'not-known', failure: failureOf(error) });
    }
  }

  /** What links hold is told from the links themselves, so that nothing is in them that is not told. */
  async #readBack(): Promise<void> {
    const { state } = this.#store;
    for (const payload of allPayloads(state)) {
      if (!state.contents.has(payload)) {
        this.#store.dispatch({ type: 'read-back', payload, link: await this.#parts.links.decode(payload) });
      }
    }
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'history' && this.#isOpenWithoutRun()) void this.open(message.run);
    if (message.type === 'library' && message.request !== null) {
      this.#lookups.get(message.request)?.(message.answer);
      this.#lookups.delete(message.request);
    }
    const work = presentWork(this.#store.state);
    if (message.type === 'share' && message.request === work?.request) void this.#take(work.way, message.answer);
    // A worker that has broken down answers nothing any more.
    if (message.type === 'status' && message.status.state === 'failed') {
      const { message: text, remedy } = message.status;
      const failure = { message: text, remedy };
      for (const lookup of this.#lookups.values()) lookup(failure);
      this.#lookups.clear();
      if (work) this.#store.dispatch({ type: 'failed', way: work.way, failure });
    }
  }

  async #take(way: MadeWay, answer: ShareAnswer): Promise<void> {
    switch (answer.kind) {
      case 'progress': {
        const { phase, done, total } = answer;
        this.#store.dispatch({ type: 'progressed', way, phase, done, total });
        return;
      }
      case 'receipt':
        return this.#keep({ receipt: { state: 'ready', made: answer } });
      case 'agent': {
        const { lift, choices, chosen } = answer;
        return this.#keep({ agent: { state: 'ready', made: { lift, choices, proposed: chosen, chosen } } });
      }
      case 'file':
        return this.#keep({ file: { state: 'ready', made: answer } });
      case 'cancelled':
        this.#store.dispatch({ type: 'ended', way });
        return;
      case 'failed':
        this.#store.dispatch({ type: 'failed', way, failure: answer.error });
        return;
      case 'claim':
      case 'verdict':
      case 'stored':
        throw new Error(`The worker answered the making of a ${way} with ${answer.kind}.`);
    }
  }

  /** It was made of the run as it stood when training had paused: further, perhaps, than when the sheet was opened. */
  async #keep(ready: Partial<Ways>): Promise<void> {
    const run = this.#store.state.subject?.run?.run;
    if (run === undefined) return;
    await this.#look(run);
    const { looking, subject } = this.#store.state;
    if (looking === null && subject?.run?.run === run) {
      this.#store.dispatch({ type: 'made', ready });
      await this.#readBack();
    }
  }
}
