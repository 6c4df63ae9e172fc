/**
 * What the training worker does with requests for stored runs (library-protocol.ts). One after the other, beside
 * whatever goes on: none of them needs the engine.
 */

import { WaymarkError } from '../core/errors.ts';
import { iterationsOf } from '../learning/iteration-record.ts';
import type { EvaluationRecord } from '../learning/records.ts';
import { tellingEvaluation } from '../learning/telling-evaluation.ts';
import type { Storage } from '../runs/browser-storage.ts';
import type { Lease, RunLocks } from '../runs/run-locks.ts';
import { parseTitle } from '../runs/run-titles.ts';
import type { RunSummary } from '../runs/store.ts';
import type { LibraryAnswer, LibraryRequest, LibraryRun } from './library-protocol.ts';
import { errorView } from './views.ts';

export interface LibraryParts {
  readonly storage: Storage;
  readonly locks: RunLocks;
}

export class LibraryActivity {
  readonly #parts: LibraryParts;
  /** Deleted runs that can still be had back; meanwhile they stay locked, so that no other tab purges them. */
  readonly #deleted = new Map<string, readonly Lease[]>();
  /** The latest evaluation of a run, for the state of the run that it was found in. */
  readonly #evaluations = new Map<string, { readonly state: string; readonly evaluation: EvaluationRecord | null }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: LibraryParts) {
    this.#parts = parts;
  }

  /** Never rejects: what goes wrong is the answer. */
  answer(request: LibraryRequest): Promise<LibraryAnswer> {
    const answer = this.#last
      .then(() => this.#answer(request))
      .catch((error: unknown): LibraryAnswer => {
        return { kind: 'failed', error: errorView(error) };
      });
    this.#last = answer;
    return answer;
  }

  /** Removes what was deleted and can no longer be had back by anybody. */
  async purgeForgotten(): Promise<void> {
    const { storage, locks } = this.#parts;
    for (const run of await storage.runs.listDeleted()) {
      const lease = this.#deleted.has(run) ? null : await locks.tryAcquire(run);
      if (lease === null) continue;
      try {
        await this.#remove(run);
      } finally {
        lease.release();
      }
    }
  }

  async #answer(request: LibraryRequest): Promise<LibraryAnswer> {
    const { runs } = this.#parts.storage;
    switch (request.type) {
      case 'list-runs':
        return this.#list();
      case 'read-run':
        return this.#read(request.run);
      case 'rename-run':
        await runs.renameRun(request.run, request.title === null ? null : parseTitle(request.title));
        return { kind: 'done' };
      case 'delete-run':
        await this.#delete(request.run);
        return { kind: 'done' };
      case 'undelete-run':
        await runs.undeleteRun(request.run);
        this.#letGo(request.run);
        return { kind: 'done' };
      case 'purge-run':
        await this.#remove(request.run);
        this.#letGo(request.run);
        return { kind: 'done' };
    }
  }

  async #list(): Promise<LibraryAnswer> {
    const { storage, locks } = this.#parts;
    const { items, damaged } = await storage.runs.listRuns();
    const held = await locks.held();
    const runs: LibraryRun[] = [];
    for (const summary of items) {
      runs.push({ ...summary, evaluation: await this.#evaluationOf(summary), inUse: held.has(summary.run) });
    }
    return { kind: 'runs', runs, damaged: damaged.map(({ where }) => where) };
  }

  async #evaluationOf({ run, events, updated }: RunSummary): Promise<EvaluationRecord | null> {
    const { runs } = this.#parts.storage;
    const later = (await runs.readEvaluations(run)).items;
    const state = [events, updated, later.length].join();
    const known = this.#evaluations.get(run);
    if (known?.state === state) return known.evaluation;
    const log = (await runs.readEvents(run)).items;
    const logged = log.flatMap((event) => (event.type === 'evaluation' ? [event.record] : []));
    const evaluation = tellingEvaluation([...logged, ...later]);
    this.#evaluations.set(run, { state, evaluation });
    return evaluation;
  }

  async #read(run: string): Promise<LibraryAnswer> {
    const { runs } = this.#parts.storage;
    const summary = await runs.readRun(run);
    const log = (await runs.readEvents(run)).items;
    const later = (await runs.readEvaluations(run)).items;
    return {
      kind: 'run',
      run: summary,
      iterations: iterationsOf(log),
      evaluations: [...log.flatMap((event) => (event.type === 'evaluation' ? [event.record] : [])), ...later],
    };
  }

  /** The run and its agents must be at rest, here and in every other tab. */
  async #delete(run: string): Promise<void> {
    const { locks, storage } = this.#parts;
    const agents = (await storage.agents.listAgents(run)).items.map(({ agent }) => agent);
    const leases: Lease[] = [];
    try {
      for (const name of [run, ...agents]) {
        const lease = await locks.tryAcquire(name);
        if (lease === null) throw inUse(run);
        leases.push(lease);
      }
      await storage.runs.deleteRun(run);
    } catch (error) {
      for (const lease of leases) lease.release();
      throw error;
    }
    this.#deleted.set(run, leases);
  }

  async #remove(run: string): Promise<void> {
    const { runs, agents } = this.#parts.storage;
    const deleted = await runs.listDeleted();
    if (!deleted.includes(run)) return;
    // Should this be cut short, the run is still marked, and the next start goes on with it.
    await agents.removeAgents(run);
    await runs.purgeRun(run);
  }

  #letGo(run: string): void {
    for (const lease of this.#deleted.get(run) ?? []) lease.release();
    this.#deleted.delete(run);
  }
}

function inUse(run: string): WaymarkError {
  return new WaymarkError('busy', `Run ${run} is at work.`, 'Pause it, here or in the other tab, then delete it.');
}
