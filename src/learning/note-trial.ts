/**
 * Notes on trial: many tasks of one world, with notes that do not change, on the same random numbers for each of four
 * notes: a visitor's, none, the agent's own and all that is true. What differs between them is what the notes say.
 */

import { WaymarkError } from '../core/errors.ts';
import type { Fact } from '../environments/environment.ts';
import { formatLevelId, parseWorldId, type WorldId } from '../environments/ids.ts';
import { TaskEnvironment } from '../environments/task-environment.ts';
import { NOTE_BUDGET, type NoteRule } from '../policy/notes.ts';
import type { WordTokenizer } from '../policy/tokenizer.ts';
import { SPECIAL_WORDS } from '../policy/vocabulary.ts';
import { inBatches } from './batches.ts';
import { meanInterval, resamplePacks } from './bootstrap.ts';
import { oracleNotes } from './controls.ts';
import { playSolves, type Player, type SolveTask } from './episodes.ts';
import { evaluationSampling } from './evaluation.ts';
import { bornAgent, liveEpisode, presentNotes } from './living-agent.ts';
import { episodeStream, type OnPlayed } from './lives.ts';
import type { Interval } from './records.ts';

/** Which notes were read throughout a trial: the visitor's, none, the agent's own after a life in this world, all that is true. */
export type TrialNotes = 'yours' | 'none' | 'agents' | 'truth';

export interface TrialResult {
  readonly notes: readonly string[];
  /** 1 where the task was solved, by task. */
  readonly outcomes: readonly number[];
  /** Share of tasks solved. */
  readonly success: Interval;
  /** Minus `none`, paired by task. */
  readonly gain: Interval;
}

export interface NoteTrial {
  readonly world: string;
  /** The tasks played: those of the world after the ones that the agent's own notes come from. */
  readonly tasks: readonly number[];
  readonly results: Readonly<Record<TrialNotes, TrialResult>>;
}

export interface TrialSettings {
  /** `code-lake/4x4:17` */
  readonly world: string;
  /** At least 1. */
  readonly tasks: number;
  /** The visitor's. */
  readonly notes: readonly string[];
  readonly temperature: number;
  readonly noteRule: NoteRule;
  /** As for lives. */
  readonly onPlayed: OnPlayed;
}

/** Tasks that the agent lives through before its notes go on trial: as many as an evaluation's packs have. */
const TASKS_BEFORE = 8;

/** Of the life in which the agent writes its notes, and of the resamples that intervals come from. */
const SEED = 1;

/** Tasks that a trial plays in all. */
export function trialLength(tasks: number): number {
  return TASKS_BEFORE + 4 * tasks;
}

/** Throws `bad-notes` for notes that no agent could carry: too long, or with words that it does not have. */
function requireNotes(notes: readonly string[], tokenizer: WordTokenizer): void {
  if (notes.length > NOTE_BUDGET) {
    throw new WaymarkError(
      'bad-notes',
      `These notes have ${notes.length} words; the agent's have at most ${NOTE_BUDGET}.`,
      'Leave some words out.',
    );
  }
  const reserved = notes.filter((word) => SPECIAL_WORDS.some((special) => special === word));
  const unknown = [...tokenizer.unknownWords(notes), ...reserved];
  if (unknown.length > 0) {
    throw new WaymarkError('bad-notes', `The agent does not know: ${unknown.join(', ')}.`, 'Use words that it has.');
  }
}

/** Tries notes in a world. Throws `bad-id` for a world there is not, `bad-notes` as `requireNotes`. */
export async function tryNotes(player: Player, settings: TrialSettings): Promise<NoteTrial> {
  requireNotes(settings.notes, player.tokenizer);
  const world = parseWorldId(settings.world);
  const agents = await notesOfALife(player, settings);
  const truth = oracleNotes(factsOf(world));
  const tasks = Array.from({ length: settings.tasks }, (_, index) => TASKS_BEFORE + index);
  // No notes stand second.
  const compared = [settings.notes, [], agents, truth];
  const plans = compared.flatMap((notes) => tasks.map((task, index) => solveTask(world, task, index, notes)));
  const played = await inBatches(plans, async (slice) => {
    const results = await playSolves(player, slice, evaluationSampling(settings));
    await settings.onPlayed(slice.length);
    return results;
  });
  const outcomes = compared.map((_, which) =>
    played.slice(which * tasks.length, (which + 1) * tasks.length).map(({ record }) => (record.reward > 0 ? 1 : 0)),
  );
  const resamples = resamplePacks(tasks.length, SEED);
  const [yours, none, own, all] = compared.map((notes, which): TrialResult => {
    const gains = outcomes[which].map((outcome, task) => outcome - outcomes[1][task]);
    return {
      notes,
      outcomes: outcomes[which],
      success: meanInterval(outcomes[which], resamples),
      gain: meanInterval(gains, resamples),
    };
  });
  return { world: settings.world, tasks, results: { yours, none, agents: own, truth: all } };
}

/** What the agent has noted at the end of a life in the world. */
async function notesOfALife(player: Player, settings: TrialSettings): Promise<readonly string[]> {
  const { temperature, noteRule } = settings;
  let agent = bornAgent(settings.world, { seed: SEED, temperature, noteRule });
  while (agent.lived < TASKS_BEFORE) {
    const { lived } = agent;
    agent = (await liveEpisode(player, agent)).agent;
    if (agent.lived > lived) await settings.onPlayed(1);
  }
  return presentNotes(agent);
}

function factsOf({ world, ...level }: WorldId): readonly Fact[] {
  const environment = new TaskEnvironment(formatLevelId(level));
  environment.reset({ world, task: 0 });
  return environment.facts();
}

/** The same random numbers for the same task, whatever notes are read. */
function solveTask({ world, ...level }: WorldId, task: number, index: number, notes: readonly string[]): SolveTask {
  const environment = new TaskEnvironment(formatLevelId(level));
  environment.reset({ world, task });
  return { environment, notes, stream: episodeStream({ iteration: 0, life: index }, 0) };
}
