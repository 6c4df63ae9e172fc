/** Runs that come from other runs: read out for an archive, stored from one, and forked. */

import { WaymarkError } from '../core/errors.ts';
import type { EngineDescription } from '../engines/engine.ts';
import { FRESH_MONITORS } from '../learning/monitors.ts';
import { COMPUTATION } from '../learning/receipt.ts';
import { loraOf, type Recipe } from '../learning/recipe.ts';
import type { RunEvent } from '../learning/records.ts';
import type { AgentContent } from './agent-files.ts';
import { agentId } from './agent-store.ts';
import type { Storage } from './browser-storage.ts';
import type { RunContent } from './run-content.ts';
import { nameRun } from './run-names.ts';
import type { Damage, FirstCommit, LifeLogs, RunStore, RunSummary } from './store.ts';

/** Where runs and their agents are. */
export type Stores = Pick<Storage, 'runs' | 'agents'>;

/** Ids that a run from elsewhere may keep. Folders of the command line have others too. */
const PLAIN_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** A run as it could be read, and what of it could not. */
export interface ReadContent {
  readonly content: RunContent;
  readonly omitted: readonly Damage[];
}

/**
 * All of a run as it was at its newest readable checkpoint, also while it is being trained. What was lived and evaluated
 * may be damaged in places: the rest is worth passing on. Rejects with `StorageError` (`damaged`) where the log of its
 * training is, without which there is no run.
 */
export async function readContent({ runs: store, agents }: Stores, run: string): Promise<ReadContent> {
  // The checkpoint first: the log behind it only grows.
  const { checkpoint, events: length } = await store.readCheckpoint(run);
  const { iteration } = checkpoint;
  const summary = await store.readRun(run);
  const log = await store.readEvents(run);
  const lives = await store.readLives(run);
  const evaluations = await store.readEvaluations(run);
  const lifeLogs = await store.readLifeLogs(run);
  const known = await agents.listAgents(run);
  requireSound(log.damaged);
  const omitted = [lives, evaluations, lifeLogs, known].flatMap(({ damaged }) => damaged);
  const living: AgentContent[] = [];
  for (const agent of known.items) {
    const { items: lived, damaged } = await agents.readLived(agent.agent);
    living.push({ agent, lived });
    omitted.push(...damaged);
  }
  const events = log.items.slice(0, length);
  const content: RunContent = {
    summary: { ...summary, iteration, events: length, finished: events.some((event) => event.type === 'finished') },
    events,
    lives: lives.items.filter((life) => life.iteration <= iteration),
    checkpoint,
    evaluations: evaluations.items,
    agents: living,
    lifeLogs: logsUntil(iteration, lifeLogs),
    receipt: null,
    receiptLives: null,
  };
  return { content, omitted };
}

/**
 * Stores a run that was read from an archive and gives its id: another than in the archive where that is taken. Here it
 * begins now.
 */
export async function storeContent(
  { runs: store, agents: agentStore }: Stores,
  content: RunContent,
  draw: number,
  now = Date.now(),
): Promise<string> {
  const { summary, agents } = content;
  const taken = await store.listTaken();
  const isFree = PLAIN_ID.test(summary.run) && !taken.includes(summary.run);
  const run = isFree ? summary.run : nameRun(taken, draw);
  await storeRun(store, content, run, now);
  for (const { agent, lived } of agents) {
    const own = { ...agent, run, agent: agentId(run, agent.life.world) };
    await agentStore.saveAgent(own, null);
    for (const task of lived) await agentStore.saveAgent(own, task);
  }
  return run;
}

/** Stores a run that was read from an archive under an id that is free, without its agents. Here it begins now. */
export async function storeRun(store: RunStore, content: RunContent, run: string, now = Date.now()): Promise<void> {
  const { summary, events, lives, checkpoint, evaluations, lifeLogs } = content;
  const { recipe, engine, title, inherited } = summary;
  // Which run it was forked from is no use where that run, or another of its name, may live.
  const header = { run, recipe, engine, created: now, parent: null, inherited };
  const own = events.map((event) => renamed(event, run));
  await store.createRun(header, { events: own, lives, checkpoint, lifeLogs, title, evaluations });
}

/** What a fork begins with of its parent. */
export interface Inheritance {
  readonly commit: FirstCommit;
  /** Iterations of the parent's training. */
  readonly inherited: number;
  /** What of the parent's lives could not be read: the fork goes on without. */
  readonly omitted: readonly Damage[];
}

/**
 * What a fork of a run begins with: where only what happens from now on is different, the run so far; in another
 * environment, what the agent had learned; and null where the fork's adapter has another shape, so that it must begin
 * from the beginning. Rejects with `bad-request` where the fork would have nothing left to train, and with
 * `StorageError` (`damaged`) where the log of the parent's training cannot be read.
 */
export async function inheritance(
  store: RunStore,
  parent: RunSummary,
  fork: { readonly run: string; readonly recipe: Recipe; readonly engine: EngineDescription },
): Promise<Inheritance | null> {
  const { run, recipe, engine } = fork;
  if (!canInherit(parent.recipe, recipe)) return null;
  const { checkpoint, events: length } = await store.readCheckpoint(parent.run);
  const { iteration } = checkpoint;
  const started: RunEvent = { type: 'started', run, recipe, engine, computation: COMPUTATION };
  if (recipe.environment !== parent.recipe.environment) {
    const fresh = { ...checkpoint, iteration: 0, monitors: FRESH_MONITORS };
    return { commit: { events: [started], lives: [], checkpoint: fresh }, inherited: iteration, omitted: [] };
  }
  if (recipe.iterations <= iteration) {
    throw new WaymarkError(
      'bad-request',
      `The fork would go on from iteration ${iteration} and end at ${recipe.iterations}.`,
      `Give it more than ${iteration} iterations.`,
    );
  }
  const log = await store.readEvents(parent.run);
  const lives = await store.readLives(parent.run);
  const lifeLogs = await store.readLifeLogs(parent.run);
  requireSound(log.damaged);
  const history = log.items.slice(0, length).filter(({ type }) => !['started', 'resumed', 'finished'].includes(type));
  const commit: FirstCommit = {
    events: [started, ...history],
    lives: lives.items.filter((life) => life.iteration <= iteration),
    lifeLogs: logsUntil(iteration, lifeLogs),
    checkpoint,
  };
  return { commit, inherited: iteration, omitted: [...lives.damaged, ...lifeLogs.damaged] };
}

/** Logs of a run that may have been trained further since its checkpoint was read. */
function logsUntil(iteration: number, { items }: LifeLogs): ReadonlyMap<number, Uint8Array> {
  return new Map([...items].filter(([logged]) => logged <= iteration));
}

/** Whether the adapter of one recipe fits the other: the same base, and matrices of the same shape and scale. */
function canInherit(from: Recipe, to: Recipe): boolean {
  const [one, other] = [loraOf(from), loraOf(to)];
  return (
    from.base === to.base &&
    one.rank === other.rank &&
    one.alpha === other.alpha &&
    one.targets.join() === other.targets.join()
  );
}

/** Events name the run that they belong to. */
function renamed(event: RunEvent, run: string): RunEvent {
  return event.type === 'started' || event.type === 'resumed' ? { ...event, run } : event;
}

function requireSound(damaged: readonly Damage[]): void {
  if (damaged.length > 0) throw damaged[0].error;
}
