/** What the visitor can do with the benchmark: run it, stop it, take its result away. */

import { reportLine } from '../../bench/report.ts';
import type { BenchServices } from '../services/bench-run.ts';
import type { BenchStore } from '../state/bench-state.ts';

const FILE_NAME = 'waymark-bench.json';

export class BenchActions {
  readonly #store: BenchStore;
  readonly #services: BenchServices;
  /** Ends the run that is under way. */
  #end: (() => void) | null = null;

  constructor(store: BenchStore, services: BenchServices) {
    this.#store = store;
    this.#services = services;
  }

  /** Finds out whether there is anything to measure; once. */
  async look(): Promise<void> {
    if (this.#store.state.supported !== null) return;
    this.#store.dispatch({ type: 'support-known', supported: await this.#services.hasAdapter() });
  }

  start(): void {
    this.stop();
    this.#store.dispatch({ type: 'started' });
    this.#end = this.#services.run((message) => {
      this.#store.dispatch(message);
      if (message.type !== 'progress') this.#finish();
    });
  }

  stop(): void {
    this.#finish();
    this.#store.dispatch({ type: 'stopped' });
  }

  /** Where copying is not allowed, the state says so, and the text stands there to be copied by hand. */
  async copy(): Promise<void> {
    const { now } = this.#store.state;
    if (now.step !== 'finished') return;
    try {
      await this.#services.copy(reportLine(now.report));
      this.#store.dispatch({ type: 'copied', allowed: true });
    } catch {
      this.#store.dispatch({ type: 'copied', allowed: false });
    }
  }

  save(): void {
    const { now } = this.#store.state;
    if (now.step === 'finished') this.#services.save(FILE_NAME, reportLine(now.report));
  }

  #finish(): void {
    this.#end?.();
    this.#end = null;
  }
}
