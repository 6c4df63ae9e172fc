/** Living agents in memory, for windows in which the browser stores nothing. */

import {
  type AgentStore,
  LIVED_TASKS_KEPT,
  progressOf,
  requireLater,
  type StoredAgent,
  type StoredLivedTask,
} from './agent-store.ts';
import type { Listing } from './store.ts';

interface MemoryAgent {
  readonly stored: StoredAgent;
  readonly lived: readonly StoredLivedTask[];
}

export class MemoryAgentStore implements AgentStore {
  readonly #agents = new Map<string, MemoryAgent>();

  async listAgents(run: string): Promise<Listing<StoredAgent>> {
    const agents = [...this.#agents.values()].map(({ stored }) => stored).filter((agent) => agent.run === run);
    return { items: structuredClone(agents), damaged: [] };
  }

  async readAgent(agent: string): Promise<StoredAgent | null> {
    return structuredClone(this.#agents.get(agent)?.stored ?? null);
  }

  async saveAgent(agent: StoredAgent, lived: StoredLivedTask | null): Promise<void> {
    const known = this.#agents.get(agent.agent);
    if (known) requireLater(progressOf(known.stored.life), progressOf(agent.life));
    const tasks = [...(known?.lived ?? []), ...(lived === null ? [] : [structuredClone(lived)])];
    this.#agents.set(agent.agent, { stored: structuredClone(agent), lived: tasks.slice(-LIVED_TASKS_KEPT) });
  }

  async readLived(agent: string): Promise<Listing<StoredLivedTask>> {
    return { items: structuredClone(this.#agents.get(agent)?.lived ?? []), damaged: [] };
  }

  async removeAgents(run: string): Promise<void> {
    for (const [id, { stored }] of this.#agents) if (stored.run === run) this.#agents.delete(id);
  }
}
