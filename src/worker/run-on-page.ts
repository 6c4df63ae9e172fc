/** The run that the page shows: told whole when it is opened, and watched for as long as another tab trains it. */

import type { StatusBoard } from './status-board.ts';
import { agentView, livedView } from './views.ts';
import { type Watch, watchRun } from './watching.ts';
import type { Workplace } from './workplace.ts';

export class RunOnPage {
  readonly #board: StatusBoard;
  #watch: Watch | null = null;

  constructor(board: StatusBoard) {
    this.#board = board;
  }

  /** Puts a run on the page. False where another tab trains it: then it is watched. */
  async show(run: string, workplace: Workplace): Promise<boolean> {
    const { storage, teller, locks } = workplace;
    await teller.tellAll(storage.runs, run);
    await tellAgents(workplace, run);
    const lease = await locks.tryAcquire(run);
    if (lease === null) this.watch(run, workplace);
    lease?.release();
    return lease !== null;
  }

  /** `isTaken`: another tab took the run over from this one. */
  watch(run: string, workplace: Workplace, isTaken = false): void {
    this.endWatching();
    this.#watch = watchRun(workplace, run, {
      onFree: async () => {
        this.endWatching();
        this.#board.rest(await workplace.storage.runs.readRun(run), true);
      },
      onError: (error) => this.#board.fail(error),
    });
    this.#board.settle({ state: 'watching', run, ...(isTaken ? { taken: true } : {}) });
  }

  endWatching(): void {
    this.#watch?.end();
    this.#watch = null;
  }
}

/** The agents of a run, each with the task it lived last. */
async function tellAgents({ post, storage, teller }: Workplace, run: string): Promise<void> {
  const { items, damaged } = await storage.agents.listAgents(run);
  teller.tellDamage(damaged);
  for (const agent of items) {
    post({ type: 'agent', agent: agentView(agent) });
    const last = (await storage.agents.readLived(agent.agent)).items.at(-1);
    if (last !== undefined) post({ type: 'lived', lived: livedView(agent, last) });
  }
}
