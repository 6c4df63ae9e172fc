/**
 * Ids fix everything: level `code-lake/4x4`, world `code-lake/4x4:17`, task `code-lake/4x4:17.3`, pack
 * `code-lake/4x4:17x8` (the world's first 8 tasks). Diaries, training and evaluation take their worlds from ranges
 * of numbers that do not overlap.
 */

import { WaymarkError } from '../core/errors.ts';
import { environmentNames, findEnvironment } from './registry.ts';

export interface LevelId {
  readonly environment: string;
  readonly level: string;
}

export interface WorldId extends LevelId {
  readonly world: number;
}

export interface TaskId extends WorldId {
  readonly task: number;
}

export interface PackId extends WorldId {
  /** Tasks in the pack. */
  readonly length: number;
}

/** World numbers `first` to `end` - 1. */
export interface WorldRange {
  readonly first: number;
  readonly end: number;
}

export const TRAINING_WORLDS: WorldRange = { first: 0, end: 0x40000000 };
export const DIARY_WORLDS: WorldRange = { first: 0x40000000, end: 0x80000000 };
export const EVALUATION_WORLDS: WorldRange = { first: 0x80000000, end: 0x100000000 };

const WORLD_LIMIT = 0x100000000;
const TASK_LIMIT = 0x100000000;

/** Sampling counters give an episode's index 16 bits. */
const MAX_PACK_LENGTH = 0xffff;

/** A world to train in, from 32 random bits. */
export function trainingWorld(draw: number): number {
  return worldInRange(TRAINING_WORLDS, draw);
}

/** A world to write diaries about, from 32 random bits. */
export function diaryWorld(draw: number): number {
  return worldInRange(DIARY_WORLDS, draw);
}

/** The evaluation world with that index, from 0. */
export function evaluationWorld(index: number): number {
  const count = EVALUATION_WORLDS.end - EVALUATION_WORLDS.first;
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    throw new WaymarkError('bad-id', `There is no evaluation world ${index}.`, `Use 0 to ${count - 1}.`);
  }
  return EVALUATION_WORLDS.first + index;
}

export function formatLevelId({ environment, level }: LevelId): string {
  return `${environment}/${level}`;
}

export function formatWorldId(id: WorldId): string {
  return `${formatLevelId(id)}:${id.world}`;
}

export function formatTaskId(id: TaskId): string {
  return `${formatWorldId(id)}.${id.task}`;
}

export function formatPackId(id: PackId): string {
  return `${formatWorldId(id)}x${id.length}`;
}

/** Reads `code-lake/4x4`, or `code-lake` for its first level. Throws `bad-id`. */
export function parseLevelId(text: string): LevelId {
  const [name, level, ...rest] = text.split('/');
  if (!environmentNames.includes(name)) throw badId(text, `Use one of: ${environmentNames.join(', ')}.`);
  const { levels } = findEnvironment(name);
  if (level === undefined) return { environment: name, level: levels[0] };
  if (rest.length > 0 || !levels.includes(level)) {
    throw badId(text, `Levels of ${name}: ${levels.map((allowed) => `${name}/${allowed}`).join(', ')}.`);
  }
  return { environment: name, level };
}

/** Reads `code-lake/4x4:17`. Throws `bad-id`. */
export function parseWorldId(text: string): WorldId {
  const [levelText, numberText] = splitAtColon(text);
  return { ...parseLevelId(levelText), world: wholeNumber(numberText, 0, WORLD_LIMIT - 1, 'world', text) };
}

/** Reads `code-lake/4x4:17.3`. Throws `bad-id`. */
export function parseTaskId(text: string): TaskId {
  const dot = text.lastIndexOf('.');
  if (dot === -1) throw badId(text, 'A task is a world and an index from 0: code-lake/4x4:17.3.');
  const world = parseWorldId(text.slice(0, dot));
  return { ...world, task: wholeNumber(text.slice(dot + 1), 0, TASK_LIMIT - 1, 'task', text) };
}

/** Reads `code-lake/4x4:17x8`. Throws `bad-id`. */
export function parsePackId(text: string): PackId {
  const [levelText, rest] = splitAtColon(text);
  const cross = rest.indexOf('x');
  if (cross === -1) throw badId(text, 'A pack is a world and a number of tasks: code-lake/4x4:17x8.');
  return {
    ...parseLevelId(levelText),
    world: wholeNumber(rest.slice(0, cross), 0, WORLD_LIMIT - 1, 'world', text),
    length: wholeNumber(rest.slice(cross + 1), 1, MAX_PACK_LENGTH, 'number of tasks', text),
  };
}

function worldInRange({ first, end }: WorldRange, draw: number): number {
  return first + ((draw >>> 0) % (end - first));
}

function splitAtColon(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon === -1) throw badId(text, 'A world is a level and a number: code-lake/4x4:17.');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** Only the canonical spelling is read, so that one thing has one id. */
function wholeNumber(digits: string, least: number, most: number, what: string, id: string): number {
  const value = Number(digits);
  if (!/^(0|[1-9]\d*)$/.test(digits) || value < least || value > most) {
    throw badId(id, `The ${what} is a whole number from ${least} to ${most}.`);
  }
  return value;
}

function badId(text: string, remedy: string): WaymarkError {
  return new WaymarkError('bad-id', `"${text}" is not an id.`, remedy);
}
