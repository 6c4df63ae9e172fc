/**
 * What each note did: every task whose notes held facts is played again with small talk in place of one of them, on the
 * same random numbers. A word of small talk for each word of the fact, because a token's random number goes by its place
 * in the context: a shorter prompt would shift all numbers after it, and nearly everything would come out differently by
 * chance. A task played again with all of its notes is the task as it was.
 */

import type { Fact } from '../environments/environment.ts';
import { maskFact, sameValue, usedFact } from '../environments/facts.ts';
import { formatLevelId, parsePackId } from '../environments/ids.ts';
import { CHATTER_WORDS } from '../environments/players/noters.ts';
import { TaskEnvironment } from '../environments/task-environment.ts';
import type { SamplingSettings } from '../engines/engine.ts';
import { inBatches } from './batches.ts';
import { playSolves, type Player, type SolveTask } from './episodes.ts';
import { episodeStream } from './lives.ts';
import type { LifeRecord, NoteUse, SolveRecord } from './records.ts';

/** A task of a life to be played again, with these notes in place of those it had. */
export interface Rematch {
  readonly life: LifeRecord;
  /** Index of the task in its life. */
  readonly task: number;
  readonly notes: readonly string[];
}

/**
 * Plays tasks of lives again on their own random numbers. The lives are of one environment and were lived by
 * `liveTogether` with the same sampling and the adapter that the engine has now.
 */
export async function playAgain(
  player: Player,
  rematches: readonly Rematch[],
  sampling: SamplingSettings,
): Promise<readonly SolveRecord[]> {
  const tasks = rematches.map(({ life, task, notes }): SolveTask => {
    const { world, ...level } = parsePackId(life.pack);
    const environment = new TaskEnvironment(formatLevelId(level));
    environment.reset({ world, task });
    return { environment, notes, stream: episodeStream(life, 2 * task) };
  });
  const played = await inBatches(tasks, (slice) => playSolves(player, slice, sampling));
  return played.map(({ record }) => record);
}

/** One fact in the notes of one task, and all that is known of it before the task is played again. */
export interface NoteQuestion {
  readonly rematch: Rematch;
  readonly use: Omit<NoteUse, 'solvedWithout'>;
}

/**
 * The lives, each with what its notes caused. Only lives whose notes were their own (`kept`) are asked: those of other
 * controls come back as they are. Requirements as for `playAgain`.
 */
export async function withUses(
  player: Player,
  lives: readonly LifeRecord[],
  sampling: SamplingSettings,
): Promise<readonly LifeRecord[]> {
  const questions = lives.filter(({ control }) => control === 'kept').flatMap(noteQuestions);
  const played = await playAgain(
    player,
    questions.map(({ rematch }) => rematch),
    sampling,
  );
  const answers = questions.map(({ rematch, use }, index) => {
    return { life: rematch.life, use: { ...use, solvedWithout: played[index].reward > 0 } };
  });
  return lives.map((life) => {
    if (life.control !== 'kept') return life;
    return { ...life, uses: answers.filter((answer) => answer.life === life).map(({ use }) => use) };
  });
}

/** Every fact in the notes of every task of a life: what there is to ask. */
export function noteQuestions(life: LifeRecord): readonly NoteQuestion[] {
  const environment = new TaskEnvironment(formatLevelId(parsePackId(life.pack)));
  const parseFacts = (words: readonly string[]): readonly Fact[] => environment.parseFacts(words);
  const solves = life.episodes.filter((episode) => episode.kind === 'solve');
  const claims = solves.map(({ notes }) => parseFacts(notes));
  return solves.flatMap(({ notes, turns }, task) =>
    claims[task].map((fact): NoteQuestion => {
      const acted = turns.some((turn) => usedFact(turn, claims[task])?.key === fact.key);
      const use = { task, fact: [fact.key, ...fact.value], writtenAfter: writtenAfter(claims, task, fact), acted };
      return { rematch: { life, task, notes: maskFact(notes, fact, parseFacts, CHATTER_WORDS) }, use };
    }),
  );
}

/** The task after which a fact came into the notes, to stay until `task`. `claims` has the facts in notes by task. */
function writtenAfter(claims: readonly (readonly Fact[])[], task: number, { key, value }: Fact): number {
  let first = task;
  while (first > 0 && claims[first - 1].some((claim) => claim.key === key && sameValue(claim.value, value))) first--;
  return first - 1;
}
