/** What the visitor can do with a link or a file that somebody has given them: look at it, check it, keep it, train by it. */

import { msg } from '@lit/localize';
import { WaymarkError } from '../../core/errors.ts';
import type { CheckDepth } from '../../runs/check/verdict.ts';
import { errorView } from '../../worker/views.ts';
import type { Given, ShareAnswer, ShareQuestion } from '../../worker/share-protocol.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import type { Address } from '../services/address.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { LibraryServices } from '../services/library-services.ts';
import type { SharedLinks } from '../services/shared-links.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import type { NamedGiven, OpenStore } from '../state/open-state.ts';
import { recipeOf } from '../state/open-view.ts';
import type { PageStore } from '../state/page-state.ts';
import { formatRoute, parseRoute, type Route } from '../state/route.ts';
import type { RunStore } from '../state/run-reducer.ts';
import { settingsFragment } from '../state/settings-link.ts';

export interface OpenParts {
  readonly client: WorkerClient;
  readonly open: OpenStore;
  readonly page: PageStore;
  readonly run: RunStore;
  readonly address: Address;
  readonly links: SharedLinks;
  readonly files: Pick<LibraryServices, 'readFile'>;
  /** A whole number from 0, another each time; services/draw.ts in the product. */
  readonly draw: () => number;
}

export class OpenActions {
  readonly #parts: OpenParts;
  /** The route that was looked at last. */
  #route: Route | null = null;
  /** By the numbers of the questions about what is open: what is to be done with their answers. */
  readonly #asked = new Map<number, (answer: ShareAnswer) => void>();

  constructor(parts: OpenParts) {
    this.#parts = parts;
    parts.page.subscribe(() => this.#readAddress());
    parts.client.subscribe((message) => this.#hear(message));
  }

  /** Opens the link in whatever was pasted. */
  async paste(text: string): Promise<void> {
    const { links, address, page } = this.#parts;
    const { settings } = page.state.route;
    try {
      const payload = await links.findPayload(text);
      const other = payload === null ? readableLink(text) : null;
      if (payload !== null) address.show(formatRoute({ screen: 'open', item: payload, settings }));
      else if (other !== null) address.show(formatRoute(other));
      else throw noLink();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows what files claim, one after the other. */
  async openFiles(files: readonly File[]): Promise<void> {
    const { open, page, address } = this.#parts;
    const [first, ...others] = files;
    if (!first) return;
    open.dispatch({ type: 'queued', waiting: others });
    await this.#openFile(first);
    // Only now, since the address without a link would put away what is open.
    const { route } = page.state;
    if (route.screen !== 'open' || route.item !== null) {
      address.show(formatRoute({ screen: 'open', item: null, settings: route.settings }));
    }
  }

  /** Turns to the next of several files. */
  async openNext(): Promise<void> {
    await this.openFiles(this.#parts.open.state.waiting);
  }

  /** A file is held over the page, or no longer. */
  hover(hovered: boolean): void {
    this.#parts.open.dispatch({ type: 'hovered', hovered });
  }

  /** Computes the claim again. Training pauses for it and loses nothing. */
  check(depth: CheckDepth): void {
    const { open, run, draw } = this.#parts;
    const { given, claim, check } = open.state;
    if (given === null || claim === null || check.state === 'checking') return;
    const interrupts = run.state.status?.state === 'training';
    const request = this.#ask({ type: 'check-given', given: bare(given), depth, draw: draw() >>> 0 }, (answer) => {
      switch (answer.kind) {
        case 'progress':
          open.dispatch({ ...answer, type: 'check-progressed' });
          return;
        case 'verdict':
          open.dispatch({ type: 'checked', verdict: answer.verdict });
          return;
        case 'cancelled':
          open.dispatch({ type: 'check-stopped' });
          return;
        case 'failed':
          open.dispatch({ type: 'check-failed', problem: answer.error });
          return;
        default:
          return;
      }
    });
    open.dispatch({ type: 'check-asked', request, depth, interrupts });
  }

  stopCheck(): void {
    const { open, client } = this.#parts;
    const { check } = open.state;
    if (check.state !== 'checking') return;
    client.send({ type: 'cancel-share', request: check.request });
    open.dispatch({ type: 'check-stopping' });
  }

  /** Goes on with the training that the check has paused. */
  goOn(): void {
    const { client, run, open } = this.#parts;
    const { run: view } = run.state;
    open.dispatch({ type: 'gone-on' });
    if (view) client.send({ type: 'resume', run: view.id });
  }

  /** Stores what was given in the library, beside what is there. */
  keep(): void {
    const { open } = this.#parts;
    const { given, claim, keep } = open.state;
    if (given === null || claim === null || keep.state === 'keeping' || keep.state === 'kept') return;
    const request = this.#ask({ type: 'keep-given', given: bare(given) }, (answer) => {
      if (answer.kind === 'stored') open.dispatch({ type: 'kept', run: answer.run, renamed: answer.renamed });
      if (answer.kind === 'failed') open.dispatch({ type: 'keep-failed', problem: answer.error });
    });
    open.dispatch({ type: 'keep-asked', request });
  }

  /** Goes to the Train screen with the sender's recipe as its draft. */
  trainByIt(): void {
    const { open, address, page } = this.#parts;
    const { claim } = open.state;
    if (claim !== null) address.show(settingsFragment(recipeOf(claim), page.state.route.settings));
  }

  /** Looks at another of the differences that were found. */
  lookAt(place: number): void {
    this.#parts.open.dispatch({ type: 'place-chosen', place });
  }

  #readAddress(): void {
    const { page, open } = this.#parts;
    const { route } = page.state;
    if (route === this.#route) return;
    this.#route = route;
    if (route.screen !== 'open') return;
    const { given } = open.state;
    if (route.item === null) {
      // A file that was opened stays; a link goes with its address.
      if (given?.kind === 'link') this.#turnTo({ type: 'put-away' });
      return;
    }
    if (given?.kind === 'link' && given.payload === route.item) return;
    void this.#openLink(route.item, route);
  }

  async #openLink(payload: string, route: Route): Promise<void> {
    const { links, address } = this.#parts;
    const given: NamedGiven = { kind: 'link', payload };
    this.#turnTo({ type: 'given', given });
    try {
      const link = await links.decode(payload);
      if (!this.#isOpen(given)) return;
      if (link.kind === 'setup') {
        // A setup claims nothing. Back leads to where the visitor was, not here.
        this.#turnTo({ type: 'put-away' });
        address.replace(settingsFragment(link.recipe, route.settings));
        return;
      }
      this.#read(given);
    } catch (error) {
      if (this.#isOpen(given)) this.#fail(error);
    }
  }

  async #openFile(file: File): Promise<void> {
    const { files } = this.#parts;
    const archive = await files.readFile(file);
    const given: NamedGiven = { kind: 'file', name: file.name, archive };
    this.#turnTo({ type: 'given', given });
    this.#read(given);
  }

  #isOpen(given: NamedGiven): boolean {
    return this.#parts.open.state.given === given;
  }

  /** Puts something else in the place of what is open. */
  #turnTo(message: { readonly type: 'put-away' } | { readonly type: 'given'; readonly given: NamedGiven }): void {
    this.stopCheck();
    // What was open is of no concern any more, whatever is still answered about it.
    this.#asked.clear();
    this.#parts.open.dispatch(message);
  }

  #read(given: NamedGiven): void {
    const { open } = this.#parts;
    this.#ask({ type: 'read-given', given: bare(given) }, (answer) => {
      if (answer.kind === 'claim') open.dispatch({ type: 'claimed', claim: answer.claim });
      if (answer.kind === 'failed') open.dispatch({ type: 'unreadable', problem: answer.error });
    });
  }

  #ask(question: Unnumbered, hear: (answer: ShareAnswer) => void): number {
    const request = nextRequest();
    this.#asked.set(request, hear);
    this.#parts.client.send({ ...question, request });
    return request;
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'share') {
      const { request, answer } = message;
      this.#asked.get(request)?.(answer);
      if (answer.kind !== 'progress') this.#asked.delete(request);
    }
    if (message.type === 'status' && message.status.state === 'failed') {
      // A worker that has broken down answers nothing any more.
      const { kind, message: text, remedy } = message.status;
      for (const hear of this.#asked.values()) hear({ kind: 'failed', error: { kind, message: text, remedy } });
      this.#asked.clear();
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof WaymarkError)) throw error;
    this.#parts.open.dispatch({ type: 'unreadable', problem: errorView(error) });
  }
}

type Unnumbered = ShareQuestion extends infer Question
  ? Question extends ShareQuestion
    ? Omit<Question, 'request'>
    : never
  : never;

/** What the worker needs to know of what was given. */
function bare(given: NamedGiven): Given {
  return given.kind === 'link' ? given : { kind: 'file', archive: given.archive };
}

/** Where a link leads that carries its settings in plain sight. */
function readableLink(text: string): Route | null {
  const route = parseRoute(text.slice(text.indexOf('#')).trim());
  return text.includes('#') && route.settings.has('v') ? route : null;
}

function noLink(): WaymarkError {
  return new WaymarkError(
    'link-damaged',
    msg('There is no link of Waymark in this.'),
    msg('Paste the whole address, as it was sent to you.'),
  );
}
