/**
 * Looks into the life logs of a file without the engine: each iteration lived what its recipe draws, succeeded as often
 * as its record says, and its episodes, all or a sample of them, went as the rules of their world make them go.
 */

import { PURPOSE, RandomStream } from '../../core/random.ts';
import { formatPackId } from '../../environments/ids.ts';
import { outcomesOfLife } from '../../learning/evaluation.ts';
import { iterationsOf } from '../../learning/iteration-record.ts';
import { decodeLifeLog } from '../../learning/life-log.ts';
import type { IterationRecord, LifeRecord } from '../../learning/records.ts';
import type { Recipe } from '../../learning/recipe.ts';
import { mean } from '../../learning/sums.ts';
import { trainingPlans } from '../../learning/training-plans.ts';
import type { RunContent } from '../run-content.ts';
import { compareLife } from './compare-lives.ts';
import type { Check } from './parts.ts';
import { replayLife } from './replay-life.ts';

/** Solve episodes that a quick check plays again. */
const SAMPLED_EPISODES = 200;

type Logged = Pick<RunContent, 'summary' | 'events' | 'lifeLogs'>;

/** Which tasks are played again, by iteration and life. */
type Sample = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>;

/** Gives the number of solve episodes that were played again. Throws `bad-file` for a log that cannot be read. */
export async function replayLogs(
  content: Logged,
  { base, findings, listener, depth, draw }: Pick<Check, 'base' | 'findings' | 'listener' | 'depth' | 'draw'>,
): Promise<number> {
  const { recipe } = content.summary;
  const own = [...content.lifeLogs.keys()].filter((iteration) => iteration > beganAt(content));
  const iterations = own.sort((one, other) => one - other);
  const sample = depth === 'full' ? null : drawSample(iterations, recipe, draw);
  const records = new Map(iterationsOf(content.events).map((record) => [record.iteration, record]));
  let episodes = 0;
  for (const [index, iteration] of iterations.entries()) {
    await listener.onProgress('opening', index, iterations.length);
    const lives = decodeLifeLog(content.lifeLogs.get(iteration) ?? new Uint8Array(), base.tokenizer);
    const record = records.get(iteration);
    if (!followsRecipe(lives, recipe, iteration) || (record && !succeedsAs(lives, record))) {
      findings.add({ part: 'iteration', iteration });
    }
    for (const [place, life] of lives.entries()) {
      const tasks = sample === null ? allTasks(life) : (sample.get(iteration)?.get(place) ?? new Set<number>());
      if (tasks.size === 0) continue;
      episodes += tasks.size;
      const difference = compareLife(life, replayLife(life, tasks, recipe.noteRule));
      if (difference !== null) findings.add(difference);
    }
  }
  return episodes;
}

/** The iteration after which a run went on by its own recipe: what came before is its parent's. */
function beganAt({ summary, events }: Logged): number {
  if (summary.inherited === 0) return 0;
  const first = events.find((event) => event.type === 'resumed');
  return first?.iteration ?? summary.iteration;
}

/** Each task of each life of each iteration as likely as the next. */
function drawSample(iterations: readonly number[], recipe: Recipe, draw: number): Sample {
  const random = new RandomStream(draw, PURPOSE.checks);
  const sample = new Map<number, Map<number, Set<number>>>();
  if (iterations.length === 0) return sample;
  const lives = recipe.packs * recipe.groupSize;
  for (let episode = 0; episode < SAMPLED_EPISODES; episode++) {
    const ofIteration = entry(sample, random.pick(iterations), () => new Map<number, Set<number>>());
    entry(ofIteration, random.nextInteger(lives), () => new Set<number>()).add(random.nextInteger(recipe.tasks));
  }
  return sample;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}

function allTasks({ episodes }: LifeRecord): ReadonlySet<number> {
  return new Set(episodes.filter(({ kind }) => kind === 'solve').keys());
}

function followsRecipe(lives: readonly LifeRecord[], recipe: Recipe, iteration: number): boolean {
  const plans = trainingPlans(recipe, iteration);
  return (
    lives.length === plans.length &&
    lives.every((life, index) => {
      const { pack, control, life: number } = plans[index];
      const isPlanned = life.pack === formatPackId(pack) && life.control === control && life.life === number;
      return isPlanned && life.iteration === iteration && life.episodes.length === 2 * recipe.tasks - 1;
    })
  );
}

/** Whether a record's success is that of the lives, to the last bit. */
function succeedsAs(lives: readonly LifeRecord[], { success }: IterationRecord): boolean {
  const solved = lives.map(outcomesOfLife);
  return success.every((share, task) => mean(solved.map((outcomes) => outcomes[task])) === share);
}
