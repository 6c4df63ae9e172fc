/**
 * Who writes the diaries: shares of habits of acting and of writing notes, which are independent of each other, and of
 * the levels that pages are about. Pretraining goes from one mixture to the next; each is data.
 */

import type { RandomStream } from '../../src/core/random.ts';
import type { ActorHabit } from '../../src/environments/players/actors.ts';
import type { NoterHabit } from '../../src/environments/players/noters.ts';

/** Names with weights that need not add up to 1. */
export type Shares<Name extends string> = readonly (readonly [Name, number])[];

export interface Mixture {
  /** Share of sequences that are drills instead of diaries, 0 to 1. */
  readonly drills: number;
  readonly actors: Shares<ActorHabit>;
  readonly noters: Shares<NoterHabit>;
  /** Level ids: `code-lake/4x4`. */
  readonly levels: Shares<string>;
}

/** 4 pages of lake to 4 of house to 2 of alchemy; within an environment, mostly the level that agents are trained on. */
const LEVELS: Shares<string> = [
  ['code-lake/4x4', 36],
  ['code-lake/5x5', 12],
  ['code-lake/6x6', 12],
  ['text-house/8x8', 40],
  ['text-house/8x8-long', 20],
  ['alchemy/4x6', 20],
  ['alchemy/4x6-long', 10],
];

/**
 * All habits, the bad ones more common: recall with merge is one author in 22. To remember within a task and to read
 * notes are mostly the same habit (recall twice as common as planner), else notes die before anybody reads them.
 */
export const EVERYBODY: Mixture = {
  drills: 0.03,
  actors: [
    ['random', 0.24],
    ['stubborn', 0.14],
    ['dreamer', 0.25],
    ['planner', 0.12],
    ['recall', 0.25],
  ],
  noters: [
    ['empty', 0.22],
    ['chatter', 0.22],
    ['false', 0.14],
    ['copy', 0.16],
    ['last', 0.08],
    ['merge', 0.18],
  ],
  levels: LEVELS,
};

/** Mostly authors whose next word can be told from what stands before: from them copying is learned quickly. */
export const GOOD_AUTHORS: Mixture = {
  drills: 0.25,
  actors: [
    ['random', 0.15],
    ['stubborn', 0.05],
    ['planner', 0.2],
    ['recall', 0.6],
  ],
  noters: [
    ['empty', 0.03],
    ['chatter', 0.05],
    ['false', 0.05],
    ['copy', 0.22],
    ['last', 0.2],
    ['merge', 0.45],
  ],
  levels: LEVELS,
};

/** Nothing but copying and looking up. */
export const DRILLS_ONLY: Mixture = { ...GOOD_AUTHORS, drills: 1 };

/** For people: `random 0.24, stubborn 0.14`. */
export function shareList(shares: Shares<string>): string {
  return shares.map(([name, share]) => `${name} ${share}`).join(', ');
}

/** One of the names, each as likely as its share. */
export function drawFrom<Name extends string>(shares: Shares<Name>, random: RandomStream): Name {
  let rest = random.nextUniform() * shares.reduce((sum, [, share]) => sum + share, 0);
  for (const [name, share] of shares) {
    rest -= share;
    if (rest < 0) return name;
  }
  return shares[shares.length - 1][0];
}
