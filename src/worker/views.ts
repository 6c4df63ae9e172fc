/** What is stored, as the page is told it. Pure. */

import { WaymarkError } from '../core/errors.ts';
import { meansOutOfMemory } from '../core/out-of-memory.ts';
import type { LifeRecord, RunEvent, SolveRecord, UpdateRecord } from '../learning/records.ts';
import type { StoredAgent, StoredLivedTask } from '../runs/agent-store.ts';
import type { RunSummary } from '../runs/store.ts';
import type { LivedTask, LivingAgentView, StoredRun } from './protocol.ts';

export function runView({ run, recipe, iteration, finished }: RunSummary): StoredRun {
  return { run, recipe, iteration, finished };
}

export function agentView({ agent, run, life }: StoredAgent): LivingAgentView {
  const { world, lived, solved, versions } = life;
  return { agent, run, world, lived, solved, versions };
}

export function livedView({ agent, life: { world } }: StoredAgent, { task, life }: StoredLivedTask): LivedTask {
  return { agent, world, task, life };
}

/** A task of a living agent as a life of one task; the task's index in its world travels beside it. */
export function lifeOfTask(agent: StoredAgent, solve: SolveRecord, update: UpdateRecord): LifeRecord {
  return {
    pack: `${agent.life.world}x1`,
    control: 'kept',
    iteration: agent.iteration,
    life: 0,
    episodes: [solve, update],
  };
}

/** The log with the stored lives where they happened: before their iteration's record. */
export function withLives(events: readonly RunEvent[], lives: readonly LifeRecord[]): readonly RunEvent[] {
  return events.flatMap((event): readonly RunEvent[] => {
    if (event.type !== 'iteration') return [event];
    const lived = lives.filter((life) => life.iteration === event.record.iteration);
    return [...lived.map((record): RunEvent => ({ type: 'life', record })), event];
  });
}

/** An error as messages carry it. What is not a known failure is a defect, and says at least what it was. */
export function errorView(error: unknown): Pick<WaymarkError, 'kind' | 'message' | 'remedy'> {
  if (error instanceof WaymarkError) return { kind: error.kind, message: error.message, remedy: error.remedy };
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: meansOutOfMemory(message) ? 'memory' : 'engine',
    message: `Something broke: ${message}`,
    remedy: 'Reload the page: what was trained is stored.',
  };
}
