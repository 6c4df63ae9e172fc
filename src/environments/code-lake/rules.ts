/**
 * The rules of the code lake: a walker on ice must reach the goal with four buttons whose directions are hidden. A
 * hole ends the task, so does running out of presses. No words here: see words.ts.
 */

import type { Cell } from '../scene.ts';

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const MOVES: Readonly<Record<Direction, Cell>> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** The hidden code: `directions[button]` is where a button, counted from 0, moves the walker. */
export interface LakeWorld {
  readonly directions: readonly Direction[];
}

export interface LakeTask {
  /** The map is `size` x `size`. */
  readonly size: number;
  readonly start: Cell;
  readonly goal: Cell;
  readonly holes: readonly Cell[];
  readonly turnLimit: number;
}

/** What a press did: a move, a bump into the edge, or nothing because there is no such button. */
export type Effect = Direction | 'bump' | 'nothing';

export interface Press {
  readonly button: number;
  readonly effect: Direction | 'bump';
}

export interface LakeState {
  readonly world: LakeWorld;
  readonly task: LakeTask;
  readonly walker: Cell;
  /** Turns spent, those without effect included. */
  readonly turns: number;
  /** Null before the first turn. */
  readonly lastEffect: Effect | null;
  /** Presses of real buttons, oldest first. */
  readonly presses: readonly Press[];
}

export type LakeOutcome = 'going' | 'goal' | 'hole' | 'out-of-turns';

export type Ground = 'wall' | 'hole' | 'goal' | 'ice';

export function startLake(world: LakeWorld, task: LakeTask): LakeState {
  return { world, task, walker: task.start, turns: 0, lastEffect: null, presses: [] };
}

/** The cell one move away, on the map or off it. */
export function neighbour(cell: Cell, direction: Direction): Cell {
  const [rows, columns] = MOVES[direction];
  return [cell[0] + rows, cell[1] + columns];
}

/** What lies at a cell; beyond the edge stands a wall. */
export function groundAt(task: Pick<LakeTask, 'size' | 'goal' | 'holes'>, cell: Cell): Ground {
  const [row, column] = cell;
  if (row < 0 || column < 0 || row >= task.size || column >= task.size) return 'wall';
  if (task.holes.some((hole) => sameCell(hole, cell))) return 'hole';
  return sameCell(task.goal, cell) ? 'goal' : 'ice';
}

/** One turn: the press of a button, or null for a turn that names none. */
export function pressButton(state: LakeState, button: number | null): LakeState {
  const turns = state.turns + 1;
  if (button === null) return { ...state, turns, lastEffect: 'nothing' };
  const direction = state.world.directions[button];
  const target = neighbour(state.walker, direction);
  const blocked = groundAt(state.task, target) === 'wall';
  const effect = blocked ? 'bump' : direction;
  return {
    ...state,
    turns,
    walker: blocked ? state.walker : target,
    lastEffect: effect,
    presses: [...state.presses, { button, effect }],
  };
}

export function lakeOutcome(state: LakeState): LakeOutcome {
  const ground = groundAt(state.task, state.walker);
  if (ground === 'goal' || ground === 'hole') return ground;
  return state.turns >= state.task.turnLimit ? 'out-of-turns' : 'going';
}

/** Moves on the shortest walk from `start` to `goal` around the holes; null when there is none. */
export function shortestWalk(task: Pick<LakeTask, 'size' | 'start' | 'goal' | 'holes'>): number | null {
  const distances = new Map<number, number>([[cellNumber(task.start, task.size), 0]]);
  const queue: Cell[] = [task.start];
  for (const cell of queue) {
    const distance = distances.get(cellNumber(cell, task.size)) ?? 0;
    if (sameCell(cell, task.goal)) return distance;
    for (const direction of DIRECTIONS) {
      const next = neighbour(cell, direction);
      const ground = groundAt(task, next);
      if (ground === 'wall' || ground === 'hole' || distances.has(cellNumber(next, task.size))) continue;
      distances.set(cellNumber(next, task.size), distance + 1);
      queue.push(next);
    }
  }
  return null;
}

/** Moves between two cells where nothing is in the way. */
export function manhattanDistance(a: Cell, b: Cell): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

function sameCell(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function cellNumber(cell: Cell, size: number): number {
  return cell[0] * size + cell[1];
}
