/** Reads the credit of one group and one of its lives out of the last trained iteration, asking the engine for scores. */

import { WaymarkError } from '../core/errors.ts';
import { episodeCredits, tokenCredits, trainedEpisodes } from './credit.ts';
import type { EpisodeScores, GroupCredit, TrainedEpisode, TrainedIteration } from './credit.ts';
import type { Player } from './episodes.ts';
import type { Recipe } from './recipe.ts';

/** Which life: the index of its pack in the iteration, and its own in the group. */
export interface CreditQuestion {
  readonly group: number;
  readonly life: number;
}

/**
 * The credit of a group, and of one of its lives token by token. The engine holds the adapter as the iteration left it,
 * and holds it again afterwards. Throws `not-found` for a group or a life there is not.
 */
export async function readCredit(
  player: Player,
  recipe: Recipe,
  trained: TrainedIteration,
  { group, life }: CreditQuestion,
): Promise<Omit<GroupCredit, 'run'>> {
  const { groupSize, packs } = recipe;
  requireIndex('group', group, packs);
  requireIndex('life', life, groupSize);
  const first = group * groupSize;
  const { record } = trained.lives[first + life];
  const episodes = trainedEpisodes(trained, recipe)[first + life];
  const scores = await scoresOf(player, recipe, trained, episodes);
  return {
    iteration: trained.iteration,
    pack: record.pack,
    group,
    groups: packs,
    lives: episodeCredits(trained, recipe).slice(first, first + groupSize),
    life,
    record,
    tokens: episodes.map((episode, index) =>
      tokenCredits(episode, player.tokenizer.decode(episode.context.tokens), scores[index], recipe),
    ),
  };
}

function requireIndex(what: string, index: number, count: number): void {
  if (Number.isInteger(index) && index >= 0 && index < count) return;
  throw new WaymarkError('not-found', `There is no ${what} ${index}.`, `Choose one from 0 to ${count - 1}.`);
}

async function scoresOf(
  { engine }: Player,
  recipe: Recipe,
  { adapters }: TrainedIteration,
  episodes: readonly TrainedEpisode[],
): Promise<readonly EpisodeScores[]> {
  const scored = async (): Promise<readonly (readonly number[])[]> => {
    const logProbs = await engine.score(
      episodes.map(({ context }) => context.tokens),
      recipe.temperature,
    );
    // There is none for the first token, <bos>.
    return episodes.map(({ context }, index) => context.positions.map((position) => logProbs[index][position - 1]));
  };
  const present = await engine.snapshot();
  const after = await scored();
  const atSteps: (readonly (readonly number[])[] | null)[] = [];
  try {
    for (const adapter of adapters) {
      if (adapter !== null) await engine.restore({ ...present, adapter });
      atSteps.push(adapter === null ? null : await scored());
    }
  } finally {
    await engine.restore(present);
  }
  return episodes.map(({ context, step }, index) => {
    const atStep = step === null ? null : atSteps[step];
    // What has not changed since the tokens were sampled has the log-probabilities they were sampled with.
    return { atStep: atStep === null ? context.logProbs : atStep[index], after: after[index] };
  });
}
