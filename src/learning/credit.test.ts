/** Credit against groups worked out by hand: what a return is compared with, and which tokens a loss leaves out. */

import { describe, expect, it } from 'vitest';
import { log } from '../core/math.ts';
import { episodeCredits, tokenCredits, trainedEpisodes, type TrainedEpisode } from './credit.ts';
import { readCredit } from './credit-scores.ts';
import type { Context } from './episodes.ts';
import type { LivedLife } from './lives.ts';
import { findPreset } from './presets.ts';
import { changeRecipe, type Recipe } from './recipe.ts';
import { TableEngine } from './testing/table-engine.ts';
import { TABLE_ADAPTER } from './testing/test-config.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';
import { Trainer } from './trainer.ts';

const RECIPE = changeRecipe(findPreset('code-lake').recipe, { packs: 2, groupSize: 2, tasks: 2 });

function context(): Context {
  return { tokens: [1, 2, 3, 4], positions: [2, 3], logProbs: [log(0.5), log(0.25)], entropy: 0 };
}

function life(first: number, second: number, index: number): LivedLife {
  return {
    record: { pack: 'code-lake/4x4:0x2', control: 'kept', iteration: 3, life: index, episodes: [] },
    rewards: { solves: [first, second], updates: [0] },
    contexts: { solves: [context(), context()], updates: [context()] },
  };
}

/** Two groups of two: in the first, one life solves both tasks, the other none; in the second, both solve the second. */
const TRAINED = { iteration: 3, lives: [life(1, 1, 0), life(0, 0, 1), life(0, 1, 2), life(0, 1, 3)] };

/** Of every life: its first solve, its update, its second solve. */
function credited(changes: Partial<Recipe>) {
  const lives = episodeCredits(TRAINED, changeRecipe(RECIPE, changes));
  return lives.map((episodes) => episodes.map((episode) => [episode.return, episode.baseline, episode.advantage]));
}

describe('credit of episodes', () => {
  it('comes in the order of the life, with reward and return', () => {
    const [first] = episodeCredits(TRAINED, RECIPE);
    expect(first.map(({ kind, position, reward }) => [kind, position, reward])).toEqual([
      ['solve', 0, 1],
      ['update', 0, 0],
      ['solve', 1, 1],
    ]);
  });

  it('group-mean: compared with the mean of the group', () => {
    const [better, worse, same] = credited({ baseline: 'group-mean' });
    expect(better).toEqual([
      [2, 1, 1],
      [1, 0.5, 0.5],
      [1, 0.5, 0.5],
    ]);
    expect(worse).toEqual([
      [0, 1, -1],
      [0, 0.5, -0.5],
      [0, 0.5, -0.5],
    ]);
    expect(same).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });

  it('group-standardised: the distance from the mean, divided by the deviation and a floor of .001', () => {
    const [better] = credited({ baseline: 'group-standardised' });
    expect(better[0].slice(0, 2)).toEqual([2, 1]);
    expect(better[0][2]).toBeCloseTo(1 / (Math.SQRT2 + 0.001), 12);
    expect(better[1][2]).toBeCloseTo(0.5 / (Math.SQRT1_2 + 0.001), 12);
  });

  it('leave-one-out: compared with the other life', () => {
    const [better, worse] = credited({ baseline: 'leave-one-out' });
    expect(better).toEqual([
      [2, 0, 2],
      [1, 0, 1],
      [1, 0, 1],
    ]);
    expect(worse).toEqual([
      [0, 2, -2],
      [0, 1, -1],
      [0, 1, -1],
    ]);
  });

  it('batch-standardised: compared with the mean of all lives', () => {
    const lives = credited({ baseline: 'batch-standardised' });
    // First solves return 2, 0, 1, 1; updates and second solves 1, 0, 1, 1.
    expect(lives.map(([first]) => first[1])).toEqual([1, 1, 1, 1]);
    expect(lives.map(([, update]) => update[1])).toEqual([0.75, 0.75, 0.75, 0.75]);
    expect(lives[0][0][2]).toBeCloseTo(1 / (Math.sqrt(2 / 3) + 0.001), 12);
    expect(lives[1][1][2]).toBeCloseTo(-0.75 / (0.5 + 0.001), 12);
  });

  it('gives updates that are frozen no advantage, whatever they returned', () => {
    expect(credited({ frozenUpdateIterations: 3 })[0]).toEqual([
      [2, 1, 1],
      [1, 0.5, 0],
      [1, 0.5, 0.5],
    ]);
  });

  it('names the step that trained on an episode, and none where there was nothing to learn', () => {
    const steps = trainedEpisodes(TRAINED, RECIPE).map((episodes) => episodes.map(({ step }) => step));
    expect(steps.slice(2)).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    // Six episodes are dealt into two steps.
    expect(steps.slice(0, 2).flat().sort()).toEqual([0, 0, 0, 1, 1, 1]);
  });
});

describe('credit of tokens', () => {
  const WORDS = ['<bos>', 'act', 'up', 'b1'];
  const clip = { clipLow: 0.2, clipHigh: 0.2 };

  function masks(loss: Recipe['loss'], advantage: number, ratios: readonly [number, number], step: number | null = 1) {
    const episode: TrainedEpisode = { kind: 'solve', position: 0, context: context(), advantage, step };
    const atStep = ratios.map((ratio, index) => log(ratio) + context().logProbs[index]);
    const scores = { atStep, after: [log(0.75), log(0.125)] };
    return tokenCredits(episode, WORDS, scores, { loss, ...clip });
  }

  it('tells probabilities before and after of the words that the agent chose, and of no other', () => {
    const tokens = masks('ppo', 1, [1, 1]);
    expect(tokens.map(({ word }) => word)).toEqual(WORDS);
    expect(tokens.slice(0, 2).map(({ before, after, mask }) => [before, after, mask])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(tokens[2].before).toBeCloseTo(0.5, 12);
    expect(tokens[2].after).toBeCloseTo(0.75, 12);
    expect(tokens[3].before).toBeCloseTo(0.25, 12);
    expect(tokens[3].after).toBeCloseTo(0.125, 12);
  });

  for (const loss of ['ppo', 'rec', 'rec-is'] as const) {
    it(`${loss}: leaves out what has already gone up or down far enough, on the side the advantage pushes to`, () => {
      const seen = (advantage: number, ratios: readonly [number, number]) =>
        masks(loss, advantage, ratios)
          .slice(2)
          .map(({ mask }) => mask);
      expect(seen(1, [1.19, 1.21])).toEqual([1, 0]);
      expect(seen(1, [0.5, 0.79])).toEqual([1, 1]);
      expect(seen(-1, [0.81, 0.79])).toEqual([1, 0]);
      expect(seen(-1, [1.5, 1.21])).toEqual([1, 1]);
    });
  }

  it('leaves out all of an episode that no step trained on', () => {
    expect(masks('ppo', 0, [1, 1], null).map(({ mask }) => mask)).toEqual([null, null, 0, 0]);
  });
});

describe('credit of the last iteration', () => {
  const TABLE = changeRecipe(findPreset('alchemy').recipe, {
    ...TABLE_ADAPTER,
    ...{ packs: 4, groupSize: 4, tasks: 2, iterations: 2, learningRate: 0.3, evaluationPacks: 0 },
  });

  async function trained(recipe = TABLE) {
    const engine = new TableEngine({ fire: 8, water: 8, earth: 8, air: 8, '<end>': 6 });
    const player = { engine, tokenizer: testTokenizer };
    const trainer = await Trainer.create(recipe, { ...player, clock: () => 0, keepsTrained: true });
    let clipped = 0;
    for await (const event of trainer.iterate()) if (event.type === 'iteration') clipped = event.record.clippedShare;
    if (trainer.trained === null) throw new Error('nothing was kept');
    return { player, trainer, clipped, iteration: trainer.trained };
  }

  it('shows words of good episodes made likelier, and leaves the engine as it was', async () => {
    const { player, trainer, iteration } = await trained();
    const before = await trainer.checkpoint();
    let up = 0;
    let down = 0;
    for (let group = 0; group < 4; group++) {
      for (let life = 0; life < 4; life++) {
        const { tokens, lives } = await readCredit(player, TABLE, iteration, { group, life });
        tokens.forEach((episode, index) => {
          if (lives[life][index].advantage <= 0) return;
          for (const { before: old, after } of episode) {
            if (old === null || after === null) continue;
            if (after > old) up++;
            else down++;
          }
        });
      }
    }
    expect(up).toBeGreaterThan(2 * down);
    expect(await trainer.checkpoint()).toEqual(before);
  });

  it('leaves out as many tokens as the engine counted', async () => {
    const { player, clipped, iteration } = await trained();
    expect(clipped).toBeGreaterThan(0);
    let out = 0;
    let all = 0;
    for (let group = 0; group < 4; group++) {
      for (let life = 0; life < 4; life++) {
        const { tokens, lives } = await readCredit(player, TABLE, iteration, { group, life });
        tokens.forEach((episode, index) => {
          if (lives[life][index].advantage === 0) return;
          all += episode.filter(({ mask }) => mask !== null).length;
          out += episode.filter(({ mask }) => mask === 0).length;
        });
      }
    }
    expect(out / all).toBeCloseTo(clipped, 12);
  });

  it('refuses a group or a life there is not', async () => {
    const { player, iteration } = await trained();
    const question = readCredit(player, TABLE, iteration, { group: 4, life: 0 });
    await expect(question).rejects.toMatchObject({ kind: 'not-found', message: 'There is no group 4.' });
    await expect(readCredit(player, TABLE, iteration, { group: 0, life: -1 })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});
