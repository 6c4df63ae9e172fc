/**
 * A living agent: an adapter that goes on living, task after task in one world, with the notes it carries now and
 * every earlier version of them. A pure stepper: plain state in, one episode, plain state out; so it can be stored
 * after every episode and goes on at the same one after a reload.
 */

import { WaymarkError } from '../core/errors.ts';
import { PURPOSE } from '../core/random.ts';
import { formatLevelId, parseWorldId } from '../environments/ids.ts';
import { TaskEnvironment } from '../environments/task-environment.ts';
import type { RowStream } from '../engines/engine.ts';
import type { NoteRule } from '../policy/notes.ts';
import { playSolves, writeUpdates, type Player } from './episodes.ts';
import type { SolveRecord, UpdateRecord } from './records.ts';

/** Living agents live in held-out worlds from this one on, beyond any that an evaluation or a visitor reaches. */
export const FIRST_LIVING_WORLD = 0x40000000;

/** One version of an agent's notes: empty at birth, then what updates wrote and what was brought back. */
export interface NotesVersion {
  readonly version: number;
  /** Tasks lived before it. */
  readonly task: number;
  readonly words: readonly string[];
  readonly origin: 'born' | 'update' | 'restored';
  /** For `restored`, which version was brought back. */
  readonly restoredFrom?: number;
}

export interface LivingAgent {
  /** `code-lake/4x4:17` */
  readonly world: string;
  /** Of its random numbers. */
  readonly seed: number;
  readonly temperature: number;
  readonly noteRule: NoteRule;
  /** Tasks lived to the end, notes and all. */
  readonly lived: number;
  /** Tasks solved, the one that awaits its update included. */
  readonly solved: number;
  /** The last one is what it carries now. */
  readonly versions: readonly NotesVersion[];
  /** A task that was played and about which notes are still to be written; null when the next task comes next. */
  readonly awaitingUpdate: SolveRecord | null;
}

/** One episode of its life, and the agent after it. */
export interface LivedEpisode {
  readonly agent: LivingAgent;
  /** Index of the task in its world. */
  readonly task: number;
  readonly record: SolveRecord | UpdateRecord;
}

/** An agent before its first task. Throws `bad-id` for a world there is not. */
export function bornAgent(
  world: string,
  settings: Pick<LivingAgent, 'seed' | 'temperature' | 'noteRule'>,
): LivingAgent {
  parseWorldId(world);
  const birth: NotesVersion = { version: 0, task: 0, words: [], origin: 'born' };
  return { world, ...settings, lived: 0, solved: 0, versions: [birth], awaitingUpdate: null };
}

/** The notes it carries now. */
export function presentNotes(agent: LivingAgent): readonly string[] {
  return agent.versions[agent.versions.length - 1].words;
}

/**
 * Makes an earlier version the present one; the versions between stay in the history. Throws `not-found` for a
 * version there is not.
 */
export function restoreNotes(agent: LivingAgent, version: number): LivingAgent {
  const found = agent.versions.find((candidate) => candidate.version === version);
  if (!found) {
    throw new WaymarkError(
      'not-found',
      `There is no version ${version} of these notes.`,
      `Choose one from 0 to ${agent.versions[agent.versions.length - 1].version}.`,
    );
  }
  return withVersion(agent, { words: found.words, origin: 'restored', restoredFrom: version });
}

/** The next episode: the next task, or the update about the one just played. */
export async function liveEpisode(player: Player, agent: LivingAgent): Promise<LivedEpisode> {
  const { world, ...level } = parseWorldId(agent.world);
  const environment = new TaskEnvironment(formatLevelId(level));
  environment.reset({ world, task: agent.lived });
  return agent.awaitingUpdate === null
    ? solveNext(player, agent, environment)
    : updateAfter(player, agent, environment, agent.awaitingUpdate);
}

async function solveNext(player: Player, agent: LivingAgent, environment: TaskEnvironment): Promise<LivedEpisode> {
  const task = { environment, notes: presentNotes(agent), stream: streamOf(agent) };
  const [{ record }] = await playSolves(player, [task], samplingOf(agent));
  const solved = agent.solved + (record.reward > 0 ? 1 : 0);
  return { agent: { ...agent, solved, awaitingUpdate: record }, task: agent.lived, record };
}

async function updateAfter(
  player: Player,
  agent: LivingAgent,
  environment: TaskEnvironment,
  solve: SolveRecord,
): Promise<LivedEpisode> {
  // The environment is deterministic: the same turns lead to the same log.
  for (const turn of solve.turns) environment.step(turn);
  const task = { environment, oldNotes: presentNotes(agent), solved: solve.reward > 0, stream: streamOf(agent) };
  const [{ record }] = await writeUpdates(player, [task], samplingOf(agent), agent.noteRule);
  const after = { ...agent, lived: agent.lived + 1, awaitingUpdate: null };
  return { agent: withVersion(after, { words: record.notes, origin: 'update' }), task: agent.lived, record };
}

function withVersion(agent: LivingAgent, notes: Pick<NotesVersion, 'words' | 'origin' | 'restoredFrom'>): LivingAgent {
  // Not the number of versions: one that could not be read back may be missing.
  const { version: newest } = agent.versions[agent.versions.length - 1];
  const version: NotesVersion = { version: newest + 1, task: agent.lived, ...notes };
  return { ...agent, versions: [...agent.versions, version] };
}

function samplingOf(agent: LivingAgent) {
  return { key: [agent.seed, PURPOSE.livingAgent], temperature: agent.temperature } as const;
}

/** Its episodes, numbered through, in two counters of 16 bits. */
function streamOf(agent: LivingAgent): RowStream {
  const episode = 2 * agent.lived + (agent.awaitingUpdate === null ? 0 : 1);
  return { iteration: Math.floor(episode / 0x10000), life: 0, episode: episode % 0x10000 };
}
