/**
 * The living agent: lives task after task in one world with the adapter of a run. It is stored after every episode, so
 * that after a reload it goes on at the same one.
 */

import { WaymarkError } from '../core/errors.ts';
import { bornAgent, liveEpisode, restoreNotes, type LivedEpisode } from '../learning/living-agent.ts';
import { agentId, type StoredAgent, type StoredLivedTask } from '../runs/agent-store.ts';
import type { Stopping } from './jobs.ts';
import { alive, type OpenPlayer } from './players.ts';
import { agentView, errorView, lifeOfTask, livedView } from './views.ts';
import type { Workplace } from './workplace.ts';

/** Between tasks: long enough to follow, and versions of notes do not pile up by the thousand. */
const PAUSE_BETWEEN_TASKS_MS = 1_000;

export class LivingActivity {
  readonly #workplace: Workplace;
  /** The agent living now, and the versions of its notes that are to be brought back before its next episode. */
  #living: { readonly agent: string; readonly restores: number[] } | null = null;

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  /** The agent of a run in a world lives on with the run's newest adapter until it is asked to stop. */
  async live(run: string, world: string, stopping: Stopping, onBegun: (agent: string) => void): Promise<void> {
    const id = agentId(run, world);
    await this.#holding(id, async () => {
      const { players, post, storage } = this.#workplace;
      const living = { agent: id, restores: [] as number[] };
      this.#living = living;
      try {
        await players.rescued(
          async () => {
            const { recipe } = await storage.runs.readRun(run);
            const { checkpoint } = await storage.runs.readCheckpoint(run);
            const player = await players.playerFor(recipe);
            await alive(player, player.engine.restore(checkpoint.trainable));
            const known = await storage.agents.readAgent(id);
            const life = known?.life ?? bornAgent(world, recipe);
            const { adapter } = checkpoint.trainable;
            const agent = { agent: id, run, iteration: checkpoint.iteration, recipe, adapter, life };
            await this.#save(agent, null);
            onBegun(id);
            await this.#liveOn(agent, player, living.restores, stopping);
          },
          async (failure) => post({ type: 'rescue', rescue: { ...failure, work: { kind: 'agent', agent: id } } }),
        );
      } finally {
        this.#living = null;
      }
    });
  }

  /** Makes an earlier version of an agent's notes the present one: between two episodes if it lives here now. */
  async restore(agent: string, version: number): Promise<void> {
    if (this.#living?.agent === agent) {
      this.#living.restores.push(version);
      return;
    }
    await this.#holding(agent, async () => {
      const known = await this.#workplace.storage.agents.readAgent(agent);
      if (known === null) throw new WaymarkError('not-found', `There is no agent "${agent}".`);
      await this.#save({ ...known, life: restoreNotes(known.life, version) }, null);
    });
  }

  async #holding(agent: string, body: () => Promise<void>): Promise<void> {
    const lease = await this.#workplace.locks.tryAcquire(agent);
    if (lease === null) {
      throw new WaymarkError('busy', 'This agent lives in another tab.', 'Close that tab, or pause its life there.');
    }
    try {
      await body();
    } finally {
      lease.release();
    }
  }

  async #liveOn(agent: StoredAgent, player: OpenPlayer, restores: number[], stopping: Stopping): Promise<void> {
    const { clock, players } = this.#workplace;
    let present = agent;
    while (!stopping.stopped) {
      present = await this.#bringBack(present, restores);
      const episode = await alive(player, liveEpisode(player, present.life));
      const lived = livedTask(present, episode);
      present = { ...present, life: episode.agent };
      await this.#save(present, lived);
      players.progressed();
      await (lived === null
        ? clock.breathe()
        : Promise.race([clock.rest(PAUSE_BETWEEN_TASKS_MS), stopping.whenStopped]));
    }
    await this.#bringBack(present, restores);
  }

  async #bringBack(agent: StoredAgent, versions: number[]): Promise<StoredAgent> {
    let present = agent;
    for (const version of versions.splice(0)) {
      try {
        present = { ...present, life: restoreNotes(present.life, version) };
      } catch (error) {
        // A version that there is not is no reason to stop living.
        this.#workplace.post({ type: 'refused', ...errorView(error) });
      }
    }
    if (present !== agent) await this.#save(present, null);
    return present;
  }

  /** Stored first, then told. */
  async #save(agent: StoredAgent, lived: StoredLivedTask | null): Promise<void> {
    const { post, storage } = this.#workplace;
    await storage.agents.saveAgent(agent, lived);
    post({ type: 'agent', agent: agentView(agent) });
    if (lived !== null) post({ type: 'lived', lived: livedView(agent, lived) });
  }
}

/** The task that an episode brought to its end, if it did: the one that awaited this update. */
function livedTask(before: StoredAgent, { task, record }: LivedEpisode): StoredLivedTask | null {
  const { awaitingUpdate } = before.life;
  if (record.kind !== 'update' || awaitingUpdate === null) return null;
  return { task, life: lifeOfTask(before, awaitingUpdate, record) };
}
