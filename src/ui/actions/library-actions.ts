/** What the visitor can do with stored runs. The only place that asks the worker for them. */

import { msg } from '@lit/localize';
import { WaymarkError } from '../../core/errors.ts';
import { changeRecipe, type Recipe } from '../../learning/recipe.ts';
import { evaluationsCsv, iterationsCsv, runJson } from '../../runs/tables.ts';
import { parseTitle } from '../../runs/run-titles.ts';
import type { LibraryAnswer, LibraryRequest, LibraryRun } from '../../worker/library-protocol.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import type { PictureKind } from '../services/files.ts';
import { nextRequest } from '../services/lab-requests.ts';
import type { LibraryServices } from '../services/library-services.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import { RECORDED, type LibraryPanel, type LibraryStore } from '../state/library-state.ts';

/** How long a deleted run can be had back, counted anew whenever the visitor has turned to the message that says so. */
const UNDO_SECONDS = 12;

/** Tables that a run can be saved as; its own file is the sheet's for sharing (share-actions.ts). */
export type ExportKind = 'iterations' | 'evaluations' | 'data';

export interface LibraryParts {
  readonly client: WorkerClient;
  readonly library: LibraryStore;
  readonly services: LibraryServices;
}

type Question = LibraryRequest extends infer Request
  ? Request extends LibraryRequest
    ? Omit<Request, 'request'>
    : never
  : never;

interface Waiting {
  readonly resolve: (answer: LibraryAnswer) => void;
  readonly reject: (error: WaymarkError) => void;
}

type Answer<Kind extends LibraryAnswer['kind']> = Extract<LibraryAnswer, { kind: Kind }>;

export class LibraryActions {
  readonly #client: WorkerClient;
  readonly #store: LibraryStore;
  readonly #services: LibraryServices;
  readonly #waiting = new Map<number, Waiting>();
  /** By deleted run: stops its time from running out. */
  readonly #purges = new Map<string, () => void>();
  /** The library has been looked at; from then on it is kept up to date. */
  #isShown = false;
  #isListing = false;

  constructor({ client, library, services }: LibraryParts) {
    this.#client = client;
    this.#store = library;
    this.#services = services;
    client.subscribe((message) => this.#hear(message));
  }

  /** The visitor comes to the library. */
  arrive(): void {
    this.#isShown = true;
    void this.#list();
    void this.#look();
  }

  leave(): void {
    this.#isShown = false;
  }

  compare(run: string, compared: boolean): void {
    this.#store.dispatch({ type: 'compared', run, compared });
    if (compared && run !== RECORDED && !this.#store.state.iterations.has(run)) void this.#read(run);
  }

  clearComparison(): void {
    this.#store.dispatch({ type: 'comparison-cleared' });
  }

  /** Opens a panel under a run, or closes the one that is open. */
  open(run: string, panel: LibraryPanel | null): void {
    this.#store.dispatch({ type: 'opened', open: panel === null ? null : { run, panel } });
  }

  /** Makes it the run on the page. */
  openRun(run: string): void {
    this.#client.send({ type: 'open-run', run });
  }

  /** An empty name gives the run its id back. True when it is done; the reason why not stands with the run. */
  rename(run: string, name: string): Promise<boolean> {
    return this.#attempt(run, async () => {
      const title = name.trim() === '' ? null : parseTitle(name);
      await this.#ask('done', { type: 'rename-run', run, title });
      await this.#list();
    });
  }

  /** Trains a fork with these settings changed. True when it begins to; the reason why not stands with the run. */
  fork({ run, recipe, iteration }: LibraryRun, changes: Partial<Recipe>): boolean {
    try {
      const { iterations } = changeRecipe(recipe, changes);
      if (iterations <= iteration) {
        throw new WaymarkError(
          'bad-request',
          msg('The fork would have nothing left to train.'),
          msg('Give it more iterations.'),
        );
      }
    } catch (error) {
      this.#fail(run, error);
      return false;
    }
    this.#client.send({ type: 'fork', run, changes });
    this.#store.dispatch({ type: 'opened', open: null });
    return true;
  }

  async save(run: string, kind: ExportKind): Promise<void> {
    this.#store.dispatch({ type: 'begun' });
    await this.#attempt(run, async () => {
      const { name, content, type } = await this.#exported(run, kind);
      this.#services.saveFile(name, content, type);
      this.#store.dispatch({ type: 'happened', news: { kind: 'saved', file: name } });
    });
  }

  async savePicture(drawing: SVGSVGElement, kind: PictureKind): Promise<void> {
    await this.#attempt(null, async () => {
      await this.#services.savePicture(drawing, 'waymark-staircase', kind);
      this.#store.dispatch({ type: 'happened', news: { kind: 'saved', file: `waymark-staircase.${kind}` } });
    });
  }

  async remove(run: string, name: string): Promise<void> {
    await this.#attempt(run, async () => {
      await this.#ask('done', { type: 'delete-run', run });
      this.#store.dispatch({ type: 'deleted', run, name });
      this.#startPurge(run);
    });
  }

  async undo(run: string): Promise<void> {
    this.#purges.get(run)?.();
    this.#purges.delete(run);
    await this.#attempt(null, async () => {
      await this.#ask('done', { type: 'undelete-run', run });
      this.#store.dispatch({ type: 'settled', run });
      await this.#list();
    });
  }

  /** While the visitor is about to undo, time stands still. */
  holdUndo(): void {
    for (const stop of this.#purges.values()) stop();
  }

  releaseUndo(): void {
    for (const { run } of this.#store.state.deleted) this.#startPurge(run);
  }

  async keepSafe(): Promise<void> {
    this.#store.dispatch({ type: 'asked-to-keep', kept: await this.#services.askToKeep() });
  }

  readFailure(): void {
    this.#store.dispatch({ type: 'failed', failure: null });
  }

  readNews(): void {
    this.#store.dispatch({ type: 'happened', news: null });
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'library' && message.request !== null) {
      this.#waiting.get(message.request)?.resolve(message.answer);
      this.#waiting.delete(message.request);
    }
    if (message.type === 'status' && message.status.state === 'failed') {
      // A worker that has broken down answers nothing any more.
      const { kind, message: text, remedy } = message.status;
      for (const { reject } of this.#waiting.values()) reject(new WaymarkError(kind, text, remedy));
      this.#waiting.clear();
    }
    if (!this.#isShown) return;
    const isNews =
      (message.type === 'status' && !['loading', 'failed'].includes(message.status.state)) ||
      (message.type === 'run' && (message.event.type === 'iteration' || message.event.type === 'evaluation'));
    if (isNews) void this.#list();
  }

  async #list(): Promise<void> {
    // One question at a time: an iteration may be over before the answer is there.
    if (this.#isListing) return;
    this.#isListing = true;
    await this.#attempt(null, async () => {
      const { runs, damaged } = await this.#ask('runs', { type: 'list-runs' });
      this.#store.dispatch({ type: 'listed', runs, damaged });
    });
    this.#isListing = false;
  }

  async #look(): Promise<void> {
    const { space, persistent } = await this.#services.reportStorage();
    this.#store.dispatch({ type: 'space', space, persistent });
  }

  async #read(run: string): Promise<void> {
    await this.#attempt(run, async () => {
      const { iterations } = await this.#ask('run', { type: 'read-run', run });
      this.#store.dispatch({ type: 'read', run, iterations });
    });
  }

  async #exported(
    run: string,
    kind: ExportKind,
  ): Promise<{ readonly name: string; readonly content: string; readonly type: string }> {
    const { run: summary, iterations, evaluations } = await this.#ask('run', { type: 'read-run', run });
    switch (kind) {
      case 'iterations':
        return { name: `${run}-iterations.csv`, content: iterationsCsv(iterations), type: 'text/csv' };
      case 'evaluations':
        return { name: `${run}-evaluations.csv`, content: evaluationsCsv(evaluations), type: 'text/csv' };
      case 'data':
        return { name: `${run}.json`, content: runJson(summary, evaluations), type: 'application/json' };
    }
  }

  #startPurge(run: string): void {
    this.#purges.get(run)?.();
    const stop = this.#services.later(UNDO_SECONDS, () => {
      this.#purges.delete(run);
      this.#store.dispatch({ type: 'settled', run });
      void this.#attempt(null, async () => {
        await this.#ask('done', { type: 'purge-run', run });
        await this.#look();
      });
    });
    this.#purges.set(run, stop);
  }

  /** Asks the worker. Rejects with what it could not do. */
  async #ask<Kind extends LibraryAnswer['kind']>(kind: Kind, question: Question): Promise<Answer<Kind>> {
    const request = nextRequest();
    const answer = await new Promise<LibraryAnswer>((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.#client.send({ ...question, request });
    });
    if (answer.kind === 'failed') {
      throw new WaymarkError(answer.error.kind, answer.error.message, answer.error.remedy);
    }
    if (answer.kind !== kind) throw new Error(`The worker answered ${question.type} with ${answer.kind}.`);
    return answer as Answer<Kind>;
  }

  /** What goes wrong stands with the run that it is about. False where it did. */
  async #attempt(run: string | null, body: () => Promise<void>): Promise<boolean> {
    try {
      await body();
      return true;
    } catch (error) {
      this.#fail(run, error);
      return false;
    }
  }

  #fail(run: string | null, error: unknown): void {
    if (!(error instanceof WaymarkError)) throw error;
    this.#store.dispatch({ type: 'failed', failure: { run, message: error.message, remedy: error.remedy } });
  }
}
