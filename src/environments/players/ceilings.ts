/**
 * What scripted players reach, as a measure for trained agents: the floor (random), what can be had without notes
 * (a planner that ignores them) and with a perfect habit of reading and writing them.
 */

import { PURPOSE, RandomStream } from '../../core/random.ts';
import { evaluationWorld, parseLevelId } from '../ids.ts';
import { liveScripted, type Author } from './lives.ts';

export const CEILING_PLAYERS = {
  random: { actor: 'random', noter: 'empty' },
  'ignores-notes': { actor: 'planner', noter: 'empty' },
  'reads-and-merges': { actor: 'recall', noter: 'merge' },
} as const satisfies Readonly<Record<string, Author>>;

export type CeilingPlayer = keyof typeof CEILING_PLAYERS;

export interface CeilingRequest {
  /** As in ids. */
  readonly level: string;
  readonly player: CeilingPlayer;
  /** Evaluation packs, the first ones. */
  readonly packs: number;
  /** Tasks in a pack. */
  readonly length: number;
  /** Words that notes may have. */
  readonly noteBudget: number;
  readonly seed: number;
}

/** Share of packs in which the player solved the task, by position. Every player gets the same packs. */
export function successByPosition(request: CeilingRequest): readonly number[] {
  const { packs, length, noteBudget, seed } = request;
  const level = parseLevelId(request.level);
  const solved = Array.from({ length }, () => 0);
  for (let index = 0; index < packs; index++) {
    const random = new RandomStream(seed, PURPOSE.players, index);
    const pack = { ...level, world: evaluationWorld(index), length };
    const rewards = liveScripted(pack, CEILING_PLAYERS[request.player], noteBudget, random);
    rewards.forEach((reward, position) => (solved[position] += reward > 0 ? 1 : 0));
  }
  return solved.map((count) => count / packs);
}
