/**
 * The contract of everything that keeps living agents: each with its adapter, where in its life it stands, every
 * version of its notes, and the last tasks it lived, for replay.
 */

import { WaymarkError } from '../core/errors.ts';
import type { LivingAgent } from '../learning/living-agent.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { LifeRecord } from '../learning/records.ts';
import type { Listing } from './store.ts';

/** Lived tasks kept of an agent, the newest. Versions of its notes are all kept. */
export const LIVED_TASKS_KEPT = 100;

export interface StoredAgent {
  readonly agent: string;
  /** The run that its adapter comes from, and the iterations trained when it was taken. */
  readonly run: string;
  readonly iteration: number;
  readonly recipe: Recipe;
  readonly adapter: Float32Array;
  readonly life: LivingAgent;
}

/** A task that an agent lived, as a life of one task. */
export interface StoredLivedTask {
  /** Index of the task in its world. */
  readonly task: number;
  readonly life: LifeRecord;
}

/** Every method may reject with `StorageError`. */
export interface AgentStore {
  /** The agents of a run. */
  listAgents(run: string): Promise<Listing<StoredAgent>>;
  /** Null when there is none of that id. */
  readAgent(agent: string): Promise<StoredAgent | null>;
  /**
   * Stores an agent as it is now, together with the task it has just lived. Rejects with `busy`, changing nothing, when
   * the stored one has lived further.
   */
  saveAgent(agent: StoredAgent, lived: StoredLivedTask | null): Promise<void>;
  /** The last tasks lived, oldest first. */
  readLived(agent: string): Promise<Listing<StoredLivedTask>>;
  /** Removes all agents of a run for good, readable or not. */
  removeAgents(run: string): Promise<void>;
}

/** The id of the agent that lives in a world with the adapter of a run: there is one for each. */
export function agentId(run: string, world: string): string {
  return `${agentIds(run)}${world}`;
}

/** How the ids of all agents of a run begin. */
export function agentIds(run: string): string {
  return `${run}/`;
}

/** How far a life has come: of two states of one agent, the later has at least as much of both. */
export interface Progress {
  /** Episodes behind it. */
  readonly episodes: number;
  /** Number of the newest version of its notes. */
  readonly version: number;
}

export function progressOf({ lived, awaitingUpdate, versions }: LivingAgent): Progress {
  return { episodes: 2 * lived + (awaitingUpdate === null ? 0 : 1), version: versions[versions.length - 1].version };
}

/** Throws `busy` when `next` is not a later state than the stored one: somebody else has let the agent live. */
export function requireLater(stored: Progress, next: Progress): void {
  if (stored.episodes <= next.episodes && stored.version <= next.version) return;
  throw new WaymarkError(
    'busy',
    'This agent has gone on living somewhere else.',
    'Close the other tab it lives in, then let it live on here.',
  );
}
