/**
 * Lives: rollouts of packs, solve, update, solve, ..., solve. All lives of a rollout are at the same task at the same
 * time; only their notes cross from one task to the next.
 */

import { WaymarkError } from '../core/errors.ts';
import { formatLevelId, formatPackId, type PackId } from '../environments/ids.ts';
import { TaskEnvironment } from '../environments/task-environment.ts';
import type { RowStream, SamplingSettings } from '../engines/engine.ts';
import type { NoteRule } from '../policy/notes.ts';
import { inBatches } from './batches.ts';
import { drawStrangers, oracleNotes, readsWhatIsWritten } from './controls.ts';
import { playSolves, writeUpdates, type Context, type Player, type SolveTask, type UpdateTask } from './episodes.ts';
import type { Control, LifeRecord, SolveRecord, UpdateRecord } from './records.ts';
import type { PerEpisode } from './returns.ts';

/** A life to be lived. */
export interface LifePlan {
  readonly pack: PackId;
  readonly control: Control;
  /** The life's number in the sampling counter: lives with the same number, pack and notes are the same life. */
  readonly life: number;
}

export interface RolloutSettings {
  readonly sampling: SamplingSettings;
  /** The iteration's number in the sampling counter. */
  readonly iteration: number;
  readonly noteRule: NoteRule;
  /** Updates under controls that never read what was written: `skip` saves the time where only success is asked. */
  readonly unreadUpdates: 'write' | 'skip';
  /** Told after each batch how many tasks were played in it. What it throws ends the lives. */
  readonly onPlayed?: OnPlayed;
}

export type OnPlayed = (tasks: number) => void | Promise<void>;

/** One context per episode. */
export interface LifeContexts {
  readonly solves: readonly Context[];
  readonly updates: readonly Context[];
}

export interface LivedLife {
  readonly record: LifeRecord;
  /** Rewards of tasks, and format rewards of updates. */
  readonly rewards: PerEpisode;
  readonly contexts: LifeContexts;
}

/** A life in progress. */
interface OpenLife {
  readonly plan: LifePlan;
  readonly environment: TaskEnvironment;
  /** Notes written last. */
  notes: readonly string[];
  /** Notes read in the present task. */
  reads: readonly string[];
  readonly episodes: (SolveRecord | UpdateRecord)[];
  readonly rewards: { readonly solves: number[]; readonly updates: number[] };
  readonly contexts: { readonly solves: Context[]; readonly updates: Context[] };
}

function openLife(plan: LifePlan): OpenLife {
  return {
    plan,
    environment: new TaskEnvironment(formatLevelId(plan.pack)),
    notes: [],
    reads: [],
    episodes: [],
    rewards: { solves: [], updates: [] },
    contexts: { solves: [], updates: [] },
  };
}

/** For each life its stranger, for those under `shuffled`; strangers are themselves under `shuffled`. */
function strangersOf(lives: readonly OpenLife[], seed: number): ReadonlyMap<OpenLife, OpenLife> {
  const shuffled = lives.filter((life) => life.plan.control === 'shuffled');
  if (shuffled.length === 0) return new Map();
  const strangers = drawStrangers(
    shuffled.map((life) => life.environment.facts()),
    seed,
  );
  return new Map(shuffled.map((life, index) => [life, shuffled[strangers[index]]]));
}

function notesToRead(life: OpenLife, strangers: ReadonlyMap<OpenLife, OpenLife>): readonly string[] {
  switch (life.plan.control) {
    case 'kept':
      return life.notes;
    case 'erased':
      return [];
    case 'shuffled':
      return strangers.get(life)?.notes ?? [];
    case 'oracle':
      return oracleNotes(life.environment.facts());
  }
}

/**
 * The numbers that an episode of a life is sampled with. Episodes count 0, 1, 2, ... for solve, update, solve, ...,
 * whether or not updates are written.
 */
export function episodeStream({ iteration, life }: Pick<LifeRecord, 'iteration' | 'life'>, episode: number): RowStream {
  return { iteration, life, episode };
}

function streamOf(life: OpenLife, episode: number, { iteration }: RolloutSettings): RowStream {
  return episodeStream({ iteration, life: life.plan.life }, episode);
}

/** All lives play their present task, to which their environments have been reset. */
async function solveAll(
  player: Player,
  lives: readonly OpenLife[],
  task: number,
  settings: RolloutSettings,
): Promise<void> {
  const tasks = lives.map((life): SolveTask => {
    return { environment: life.environment, notes: life.reads, stream: streamOf(life, 2 * task, settings) };
  });
  const played = await inBatches(tasks, async (slice) => {
    const results = await playSolves(player, slice, settings.sampling);
    await settings.onPlayed?.(slice.length);
    return results;
  });
  lives.forEach((life, index) => {
    const { record, context } = played[index];
    life.episodes.push(record);
    life.rewards.solves.push(record.reward);
    life.contexts.solves.push(context);
  });
}

/** The lives write new notes about the task just played. Under `shuffled` each goes on with its own notes. */
async function updateAll(
  player: Player,
  lives: readonly OpenLife[],
  task: number,
  settings: RolloutSettings,
): Promise<void> {
  const tasks = lives.map((life): UpdateTask => {
    return {
      environment: life.environment,
      oldNotes: life.plan.control === 'shuffled' ? life.notes : life.reads,
      solved: life.rewards.solves[task] > 0,
      stream: streamOf(life, 2 * task + 1, settings),
    };
  });
  const written = await inBatches(tasks, (slice) => writeUpdates(player, slice, settings.sampling, settings.noteRule));
  lives.forEach((life, index) => {
    const { record, penalty, context } = written[index];
    life.notes = record.notes;
    life.episodes.push(record);
    life.rewards.updates.push(0 - penalty);
    life.contexts.updates.push(context);
  });
}

/**
 * Lives all plans in lockstep. Packs must be of one length. Results are in the order of the plans.
 * Throws `bad-request` for packs of several lengths.
 */
export async function liveTogether(
  player: Player,
  plans: readonly LifePlan[],
  settings: RolloutSettings,
): Promise<readonly LivedLife[]> {
  const { length } = plans[0].pack;
  if (plans.some((plan) => plan.pack.length !== length)) {
    throw new WaymarkError('bad-request', 'Lives in lockstep need packs of one length.');
  }
  const lives = plans.map(openLife);
  const writers = lives.filter((life) => settings.unreadUpdates === 'write' || readsWhatIsWritten(life.plan.control));
  let strangers: ReadonlyMap<OpenLife, OpenLife> = new Map();
  for (let task = 0; task < length; task++) {
    for (const life of lives) life.environment.reset({ world: life.plan.pack.world, task });
    if (task === 0) strangers = strangersOf(lives, settings.sampling.key[0]);
    for (const life of lives) life.reads = notesToRead(life, strangers);
    await solveAll(player, lives, task, settings);
    // Nobody would read what is written after the last task.
    if (task < length - 1 && writers.length > 0) await updateAll(player, writers, task, settings);
  }
  return lives.map(({ plan, episodes, rewards, contexts }) => ({
    record: {
      pack: formatPackId(plan.pack),
      control: plan.control,
      iteration: settings.iteration,
      life: plan.life,
      episodes,
    },
    rewards,
    contexts,
  }));
}
