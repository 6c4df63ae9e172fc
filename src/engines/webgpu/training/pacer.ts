/**
 * Submits of bounded duration. A long list is cut so that each part takes about `SUBMIT_MS` on this device, as measured
 * while it runs: drawing a page and other work get their turn in between. At most two parts are under way, since
 * devices that are given more at once become slower.
 */

import type { Gpu } from '../gpu.ts';
import { SUBMIT_MS, SUBMITS_IN_FLIGHT } from '../submits.ts';
import { listOf, type Sizes, type Step } from './steps.ts';

/** Multiplications per millisecond of a slow software adapter, to begin with. */
const FIRST_RATE = 5e5;
/** No part has fewer multiplications: some browsers tell of the end of work only every 100 ms, however short it was. */
const LEAST_WORK = 2e7;
/** By how much the measured rate may change from one part to the next. */
const MOST_CHANGE = 4;

export class Pacer {
  readonly #gpu: Gpu;
  #rate = FIRST_RATE;
  #underWay: readonly Promise<void>[] = [];
  #lastEnd = 0;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Submits steps in order; resolves once the last are submitted, not once they have run. Throws `gpu-lost`. */
  async submit(steps: readonly Step[], sizes: Sizes): Promise<void> {
    let part: Step[] = [];
    let work = 0;
    for (const step of steps) {
      const own = step.work(sizes);
      if (own <= 0) continue;
      const most = Math.max(this.#rate * SUBMIT_MS, LEAST_WORK);
      if (part.length > 0 && work + own > most) {
        await this.#start(part, work, sizes);
        part = [];
        work = 0;
      }
      part.push(step);
      work += own;
    }
    if (part.length > 0) await this.#start(part, work, sizes);
  }

  async #start(part: readonly Step[], work: number, sizes: Sizes): Promise<void> {
    while (this.#underWay.length >= SUBMITS_IN_FLIGHT) await Promise.race([this.#underWay[0], this.#gpu.lost]);
    const begin = performance.now();
    this.#gpu.submit([listOf(part, sizes)]);
    const forget = (): void => {
      this.#underWay = this.#underWay.filter((other) => other !== end);
    };
    const end: Promise<void> = this.#gpu.device.queue.onSubmittedWorkDone().then(
      () => {
        const now = performance.now();
        const measured = work / Math.max(now - Math.max(begin, this.#lastEnd), 0.1);
        this.#lastEnd = now;
        this.#rate = Math.min(Math.max(measured, this.#rate / MOST_CHANGE), this.#rate * MOST_CHANGE);
        forget();
      },
      // A device that is lost says so where its results are read.
      forget,
    );
    this.#underWay = [...this.#underWay, end];
  }
}
