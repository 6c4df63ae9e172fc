/**
 * Who got the credit: for one group of an iteration, every episode's return, what it was compared with and its
 * advantage; for one of its lives, token by token, what training made of the agent's own words. Pure: the
 * log-probabilities come from credit-scores.ts.
 */

import { exp } from '../core/math.ts';
import { lifeBaselines } from './advantages.ts';
import type { Context } from './episodes.ts';
import { creditEpisodes, dealEpisodes } from './iteration-batch.ts';
import type { LivedLife } from './lives.ts';
import { tokenLoss } from './losses.ts';
import type { Recipe } from './recipe.ts';
import type { LifeRecord } from './records.ts';
import { lifeReturns } from './returns.ts';

/** An iteration with all that it was trained on. */
export interface TrainedIteration {
  readonly iteration: number;
  /** Lives of a group follow one another. */
  readonly lives: readonly LivedLife[];
  /** By optimiser step: the adapter that it began with; null where that is still the one that lived the lives. */
  readonly adapters: readonly (Float32Array | null)[];
}

/** How one episode was credited. */
export interface EpisodeCredit {
  readonly kind: 'solve' | 'update';
  /** Index of its task in the life. */
  readonly position: number;
  readonly reward: number;
  readonly return: number;
  /** What the return was compared with: for instance the mean over the group at this position and kind. */
  readonly baseline: number;
  /** As it was trained on: after division by a deviation, RED weight and frozen updates, where the recipe has them. */
  readonly advantage: number;
}

/** One token of an episode's context. */
export interface TokenCredit {
  readonly word: string;
  /** Of a generated token: its probability when it was sampled and after the iteration's steps; null for the world's words. */
  readonly before: number | null;
  readonly after: number | null;
  /** 1 where the loss reinforced or weakened the token, 0 where its mask or its clip left it out, null for the world's words. */
  readonly mask: 0 | 1 | null;
}

export interface GroupCredit {
  readonly run: string;
  readonly iteration: number;
  /** The pack that the group lived. */
  readonly pack: string;
  /** Index of the pack in its iteration, and how many there were. */
  readonly group: number;
  readonly groups: number;
  /** By life of the group, by episode in order. */
  readonly lives: readonly (readonly EpisodeCredit[])[];
  /** The life whose tokens follow, and its record. */
  readonly life: number;
  readonly record: LifeRecord;
  /** By episode. */
  readonly tokens: readonly (readonly TokenCredit[])[];
}

/** One episode, and how it came to be trained on. */
export interface TrainedEpisode {
  readonly kind: 'solve' | 'update';
  readonly position: number;
  readonly context: Context;
  readonly advantage: number;
  /** The optimiser step that trained on it; null where none did, because it had no advantage. */
  readonly step: number | null;
}

/** Log-probabilities of an episode's generated tokens, nats. */
export interface EpisodeScores {
  /** When the step that trained on it began. */
  readonly atStep: readonly number[];
  /** After the iteration's last step. */
  readonly after: readonly number[];
}

/** One entry per episode, in the order in which they were lived: solve, update, solve, ..., solve. */
function inOrder<Entry>(solves: readonly Entry[], updates: readonly Entry[]): readonly Entry[] {
  return solves.flatMap((solve, task) => [solve, ...updates.slice(task, task + 1)]);
}

/** All episodes of each of an iteration's lives, in order. */
export function trainedEpisodes(
  { lives, iteration }: Pick<TrainedIteration, 'lives' | 'iteration'>,
  recipe: Recipe,
): readonly (readonly TrainedEpisode[])[] {
  const credited = creditEpisodes(lives, recipe, iteration);
  const advantages = new Map(credited.map(({ context, advantage }) => [context, advantage]));
  const steps = new Map(
    dealEpisodes(credited, recipe, iteration).flatMap((dealt, step) => dealt.map(({ context }) => [context, step])),
  );
  return lives.map(({ contexts }) => {
    const trained =
      (kind: TrainedEpisode['kind']) =>
      (context: Context, position: number): TrainedEpisode => {
        return { kind, position, context, advantage: advantages.get(context) ?? 0, step: steps.get(context) ?? null };
      };
    return inOrder(contexts.solves.map(trained('solve')), contexts.updates.map(trained('update')));
  });
}

/** How every episode of every life of an iteration was credited, in order. */
export function episodeCredits(
  trained: Pick<TrainedIteration, 'lives' | 'iteration'>,
  recipe: Recipe,
): readonly (readonly EpisodeCredit[])[] {
  const returns = trained.lives.map(({ rewards }) => lifeReturns(rewards, recipe));
  const baselines = lifeBaselines(returns, recipe);
  return trainedEpisodes(trained, recipe).map((episodes, life) =>
    episodes.map(({ kind, position, advantage }): EpisodeCredit => {
      const of = kind === 'solve' ? 'solves' : 'updates';
      return {
        kind,
        position,
        reward: trained.lives[life].rewards[of][position],
        return: returns[life][of][position],
        baseline: baselines[life][of][position],
        advantage,
      };
    }),
  );
}

/** What training made of each token of an episode. `words` are those of its context. */
export function tokenCredits(
  { context, advantage, step }: TrainedEpisode,
  words: readonly string[],
  { atStep, after }: EpisodeScores,
  recipe: Pick<Recipe, 'loss' | 'clipLow' | 'clipHigh'>,
): readonly TokenCredit[] {
  const { loss: kind, clipLow, clipHigh } = recipe;
  const tokens = words.map((word): TokenCredit => ({ word, before: null, after: null, mask: null }));
  context.positions.forEach((position, index) => {
    const old = context.logProbs[index];
    const { clipped } = tokenLoss(atStep[index], old, advantage, { kind, clipLow, clipHigh });
    tokens[position] = {
      word: words[position],
      before: exp(old),
      after: exp(after[index]),
      mask: step === null || clipped ? 0 : 1,
    };
  });
  return tokens;
}
