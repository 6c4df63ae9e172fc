/** What every setting of a recipe is called, what it means, and what to expect from changing it, in plain words. */

import { msg } from '@lit/localize';
import type { RecipeKey } from '../../learning/recipe.ts';

export interface SettingWords {
  readonly label: () => string;
  readonly meaning: () => string;
  readonly expect: () => string;
}

export const SETTING_WORDS: Readonly<Record<RecipeKey, SettingWords>> = {
  version: {
    label: () => msg('Recipe version'),
    meaning: () => msg('Which version of the training code this recipe was written for.'),
    expect: () => msg('It is fixed: the same recipe of the same version gives the same run.'),
  },
  environment: {
    label: () => msg('World'),
    meaning: () => msg('The family of worlds that the agent lives in, and its level.'),
    expect: () => msg('What is learned in one family carries over to others only in part.'),
  },
  base: {
    label: () => msg('Base model'),
    meaning: () => msg('The model that training starts from. It has read made-up diaries and is never changed itself.'),
    expect: () => msg('It is fixed for this site. Its success does not depend on the position of a task.'),
  },
  seed: {
    label: () => msg('Seed'),
    meaning: () => msg('The number that every random draw of the run follows from.'),
    expect: () => msg('Another seed gives another run of the same kind. Now and then one never gets going.'),
  },
  iterations: {
    label: () => msg('Iterations'),
    meaning: () => msg('How many times it lives a batch of lives and learns from them.'),
    expect: () => msg('On the lake the notes begin to help between iteration 10 and 25; the rest makes it reliable.'),
  },
  packs: {
    label: () => msg('Packs per iteration'),
    meaning: () => msg('How many different worlds each iteration lives in.'),
    expect: () => msg('More packs make each step steadier, and each iteration as many times slower.'),
  },
  groupSize: {
    label: () => msg('Lives per pack'),
    meaning: () => msg('How many lives meet the same pack, to be compared with one another.'),
    expect: () => msg('With few lives luck decides who counts as better. More cost time.'),
  },
  tasks: {
    label: () => msg('Tasks per life'),
    meaning: () => msg('How many tasks a life has, one after another in the same world.'),
    expect: () => msg('With more tasks a note has longer to pay off, and a life takes longer.'),
  },
  temperature: {
    label: () => msg('Temperature'),
    meaning: () =>
      msg('How freely the agent picks words while it lives: 1 as the model says, lower more set in its ways.'),
    expect: () => msg('Too low and it tries nothing new; too high and it babbles.'),
  },
  trainingNotes: {
    label: () => msg('Notes while training'),
    meaning: () => msg('Which notes a life gets to read while it trains.'),
    expect: () =>
      msg('With notes erased or swapped nobody can profit from true notes, so nobody learns to write them.'),
  },
  noteRule: {
    label: () => msg('When notes fail'),
    meaning: () => msg('What makes a rewriting of the notes invalid, so that they are lost.'),
    expect: () => msg('Stricter rules teach the form of notes directly, instead of leaving it to what helps.'),
  },
  credit: {
    label: () => msg('Credit'),
    meaning: () => msg('Which rewards an episode is paid for: who gets the credit for a later success.'),
    expect: () =>
      msg('Paid only for the task before it, a note earns nothing by helping later: a third of the lift remains.'),
  },
  returns: {
    label: () => msg('Adding rewards'),
    meaning: () => msg('Whether the rewards an episode is credited with are added or averaged.'),
    expect: () => msg('The sum gives early episodes more weight than late ones; the mean gives all the same.'),
  },
  baseline: {
    label: () => msg('Baseline'),
    meaning: () => msg('What the return of an episode is compared with, to call it better or worse.'),
    expect: () => msg('Dividing by the spread makes small differences in an easy pack count as much as large ones.'),
  },
  redWeight: {
    label: () => msg('Adaptive weight'),
    meaning: () => msg('Raises good episodes over bad ones until training pushes as much up as down.'),
    expect: () => msg('Meant to steady learning while most episodes fail.'),
  },
  frozenUpdateIterations: {
    label: () => msg('Writing waits'),
    meaning: () => msg('For this many iterations only acting is trained, not writing notes.'),
    expect: () => msg('Readers come first; the stairs rise later.'),
  },
  loss: {
    label: () => msg('Loss'),
    meaning: () => msg('The formula that turns credit into more or less of each word.'),
    expect: () => msg('On the lake ppo and rec learn equally well.'),
  },
  clipLow: {
    label: () => msg('Clip below'),
    meaning: () => msg('How far a word may become less likely in one iteration before the loss leaves it alone.'),
    expect: () => msg('Wider clips learn faster and break sooner.'),
  },
  clipHigh: {
    label: () => msg('Clip above'),
    meaning: () => msg('How far a word may become more likely in one iteration before the loss leaves it alone.'),
    expect: () => msg('Wider clips learn faster and break sooner.'),
  },
  klCoefficient: {
    label: () => msg('Pull towards the base'),
    meaning: () => msg('How strongly training is held to what the base model would have said.'),
    expect: () =>
      msg('A little is meant to keep other worlds from being forgotten; a lot keeps anything from being learned.'),
  },
  optimiserSteps: {
    label: () => msg('Steps per iteration'),
    meaning: () => msg('How many optimiser steps an iteration takes, each on its share of the episodes.'),
    expect: () => msg('More steps learn more from the same lives, until the clip holds them back.'),
  },
  learningRate: {
    label: () => msg('Step size'),
    meaning: () => msg('How far each optimiser step moves the adapter: the learning rate.'),
    expect: () =>
      msg('At 0.01 it learns within minutes. At 0.02 a third of the lift was left, and other worlds were forgotten.'),
  },
  learningRateSchedule: {
    label: () => msg('Step size over time'),
    meaning: () => msg('Whether the step size stays, or falls to nothing by the end.'),
    expect: () => msg('Falling calms the last iterations and makes a run of another length another run.'),
  },
  beta1: {
    label: () => msg('Momentum'),
    meaning: () => msg('How long the optimiser remembers the direction of earlier steps.'),
    expect: () => msg('Rarely worth changing.'),
  },
  beta2: {
    label: () => msg('Memory of sizes'),
    meaning: () => msg('How long the optimiser remembers how large earlier gradients were.'),
    expect: () => msg('Rarely worth changing.'),
  },
  epsilon: {
    label: () => msg('Smallest divisor'),
    meaning: () => msg('Keeps the optimiser from dividing by nothing.'),
    expect: () => msg('Rarely worth changing.'),
  },
  weightDecay: {
    label: () => msg('Weight decay'),
    meaning: () => msg('How strongly the numbers of the adapter are pulled towards nothing.'),
    expect: () => msg('A pull back to the base model that costs nothing to compute.'),
  },
  maxGradientNorm: {
    label: () => msg('Largest gradient'),
    meaning: () => msg('Longer gradients are shortened to this length.'),
    expect: () => msg('Lower is safer against a single wild iteration, and slower.'),
  },
  loraRank: {
    label: () => msg('Rank'),
    meaning: () => msg('The size of the adapter, which is all that training changes.'),
    expect: () =>
      msg('Rank 1 was seen to learn too, less well; it fits in a QR code. A higher rank costs memory and time.'),
  },
  loraAlpha: {
    label: () => msg('Adapter strength'),
    meaning: () => msg('How loud the adapter is beside the base model: this over the rank.'),
    expect: () => msg('Twice as much acts like a larger step size.'),
  },
  loraTargets: {
    label: () => msg('Adapted matrices'),
    meaning: () => msg('Which matrices of the model the adapter changes, separated by commas.'),
    expect: () => msg('Queries and values are enough here. More of them mean a larger adapter.'),
  },
  evaluationPacks: {
    label: () => msg('Packs per evaluation'),
    meaning: () => msg('On how many packs it never trains on it is tested along the way; 0 for no tests.'),
    expect: () => msg('More packs narrow the intervals. Tests never change what is learned.'),
  },
  evaluationEvery: {
    label: () => msg('Iterations between evaluations'),
    meaning: () => msg('How often it is tested along the way, at most.'),
    expect: () => msg('Tests are spread further apart where they would take over 15 % of the work.'),
  },
};
