/**
 * Plays episodes of a logged life again in its world, without the engine: given what the agent did, what came of it
 * follows from the rules alone.
 */

import { sameValue } from '../../environments/facts.ts';
import { formatLevelId, parsePackId } from '../../environments/ids.ts';
import { TaskEnvironment } from '../../environments/task-environment.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from '../../learning/records.ts';
import { noteQuality, parseNotes, type NoteRule } from '../../policy/notes.ts';
import { END } from '../../policy/vocabulary.ts';

/**
 * The life as its world and the rules say that it went, in the tasks given (indices from 0) and in the updates after
 * them; other episodes are as logged.
 */
export function replayLife(life: LifeRecord, tasks: ReadonlySet<number>, rule: NoteRule): LifeRecord {
  const { world, ...level } = parsePackId(life.pack);
  const environment = new TaskEnvironment(formatLevelId(level));
  let task = -1;
  let written: readonly string[] = [];
  const episodes = life.episodes.map((episode) => {
    if (episode.kind === 'solve') {
      task++;
      if (!tasks.has(task)) return episode;
      environment.reset({ world, task });
      return replaySolve(environment, episode, notesToRead(life, written) ?? episode.notes);
    }
    const oldNotes = notesToRead(life, written) ?? episode.oldNotes;
    written = episode.notes;
    return tasks.has(task) ? replayUpdate(environment, { ...episode, oldNotes }, rule) : episode;
  });
  return { ...life, episodes };
}

/** What a life reads that wrote this last; null where that comes from elsewhere. */
function notesToRead({ control }: LifeRecord, written: readonly string[]): readonly string[] | null {
  switch (control) {
    case 'kept':
      return written;
    case 'erased':
      return [];
    default:
      return null;
  }
}

function replaySolve(environment: TaskEnvironment, solve: SolveRecord, notes: readonly string[]): SolveRecord {
  const turns: (readonly string[])[] = [];
  let reward = 0;
  let outcome = '';
  for (const turn of solve.turns) {
    // Turns after the end were never taken.
    if (environment.done) break;
    const result = environment.step(turn);
    turns.push(turn);
    reward += result.reward;
    outcome = result.info.outcome;
  }
  // A task that is not over is not one that was lived to its end.
  return { kind: 'solve', notes, turns, reward, outcome: environment.done ? outcome : '' };
}

function replayUpdate(environment: TaskEnvironment, update: UpdateRecord, rule: NoteRule): UpdateRecord {
  const { written, oldNotes } = update;
  // The log does not say whether `<end>` was written: either must explain what became of the words.
  const readings = [parseNotes([...written, END], rule), parseNotes(written, rule)];
  const fitting = readings.find(({ notes, valid }) => valid === update.valid && sameValue(notes, update.notes));
  const { notes, valid } = fitting ?? readings[0];
  return { kind: 'update', oldNotes, written, notes, valid, ...noteQuality(environment, notes) };
}
