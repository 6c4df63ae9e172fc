/**
 * What a visitor has played: the turns of every task of a pack, as a life's record holds them. Everything else, the
 * pictures and how each task ended, is computed by playing the turns again. Pure.
 */

import type { Fact, Turn } from '../../environments/environment.ts';
import { formatPackId, parseWorldId } from '../../environments/ids.ts';
import type { Moment } from '../../environments/moment.ts';
import { findEnvironment } from '../../environments/registry.ts';
import type { Cell, LakeScene, Scene } from '../../environments/scene.ts';
import type { Ending, Move } from '../replay/still.ts';

/** Tasks that a visitor plays in one world: as many as the agent lives in a pack. */
export const PLAY_TASKS = 8;

export interface Play {
  /** Turns taken, by task, in order; the last list is the present task's. */
  readonly tasks: readonly (readonly Turn[])[];
}

export const NOT_PLAYED: Play = { tasks: [[]] };

/** A task as far as it was played. */
export interface PlayedTask {
  readonly opening: readonly string[];
  readonly scene: Scene;
  readonly moves: readonly Move[];
  readonly choices: readonly Turn[];
  /** Null while it goes on. */
  readonly ending: Ending | null;
}

/** `code-lake/4x4:17x8`, the pack that is played in a world. */
export function playedPack(world: string): string {
  return formatPackId({ ...parseWorldId(world), length: PLAY_TASKS });
}

function openTask(worldId: string, task: number): Moment {
  const { environment, level, world } = parseWorldId(worldId);
  return findEnvironment(environment).open(level, world, task);
}

/** Plays the turns given of one task of a world. Turns after its end are left out. */
export function playTask(worldId: string, task: number, turns: readonly Turn[]): PlayedTask {
  const start = openTask(worldId, task);
  const moves: Move[] = [];
  let moment = start;
  let ending: Ending | null = null;
  for (const turn of turns) {
    if (ending) break;
    const { result, next } = moment.after(turn);
    moves.push({ turn, observation: result.observation, before: moment.scene(), after: next.scene(), used: null });
    if (result.terminated || result.truncated) ending = { solved: result.reward > 0, outcome: result.info.outcome };
    moment = next;
  }
  return {
    opening: start.openingWords(),
    scene: seen(moment.scene(), moves),
    moves,
    choices: moment.availableActions(),
    ending,
  };
}

/** The task being played, or the last one. */
export function presentTask(worldId: string, { tasks }: Play): PlayedTask {
  const index = tasks.length - 1;
  return playTask(worldId, index, tasks[index]);
}

/** How each task that was begun ended, in order; null for one that goes on. */
export function endings(worldId: string, { tasks }: Play): readonly (Ending | null)[] {
  return tasks.map((turns, index) => playTask(worldId, index, turns).ending);
}

/** After one more turn. The task must not be over. */
export function withTurn({ tasks }: Play, turn: Turn): Play {
  return { tasks: [...tasks.slice(0, -1), [...tasks[tasks.length - 1], turn]] };
}

/** With the next task begun, if there is one. */
export function withNextTask(play: Play): Play {
  return play.tasks.length < PLAY_TASKS ? { tasks: [...play.tasks, []] } : play;
}

/** All that is hidden in a world. */
export function truthOf(worldId: string): readonly Fact[] {
  return openTask(worldId, 0).facts();
}

function near(one: Cell, other: Cell): boolean {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) <= 1;
}

/** A scene without what the agent could not have seen: a lake's holes show only where the walker has been beside them. */
function seen(scene: Scene, moves: readonly Move[]): Scene {
  if (scene.kind !== 'lake') return scene;
  const been = [scene.start, ...moves.flatMap(({ after }) => (after.kind === 'lake' ? [after.walker] : []))];
  const holes: LakeScene['holes'] = scene.holes.filter((hole) => been.some((cell) => near(cell, hole)));
  return { ...scene, holes };
}
