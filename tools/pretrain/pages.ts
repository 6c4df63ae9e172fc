/**
 * Pages of diaries: one task played, or one set of notes rewritten, in a world of its own. Each is written as the
 * agent's prompts are and marks the words that are the author's own.
 */

import type { RandomStream } from '../../src/core/random.ts';
import { formatFacts } from '../../src/environments/facts.ts';
import { diaryWorld, parseLevelId } from '../../src/environments/ids.ts';
import { createActor } from '../../src/environments/players/actors.ts';
import { playTask, type Author } from '../../src/environments/players/lives.ts';
import { chatter, falseNotes, writeNotes, type NoteSituation } from '../../src/environments/players/noters.ts';
import { TaskEnvironment } from '../../src/environments/task-environment.ts';
import { NOTE_BUDGET } from '../../src/policy/notes.ts';
import { solvePrompt, updatePrompt } from '../../src/policy/prompts.ts';
import { END } from '../../src/policy/vocabulary.ts';
import { drawFrom, type Mixture, type Shares } from './mixtures.ts';

export interface SolvePage {
  readonly kind: 'solve';
  readonly words: readonly string[];
  /** For each word, whether the author wrote it (else the environment or the form did). */
  readonly own: readonly boolean[];
}

export interface UpdatePage {
  readonly kind: 'update';
  readonly words: readonly string[];
  readonly own: readonly boolean[];
  /** What the author had before it, and what it wrote. */
  readonly situation: NoteSituation;
  readonly written: readonly string[];
}

export type Page = SolvePage | UpdatePage;

/** What stands in the notes at the top of a page: independent of the author, so that every habit meets every kind. */
const NOTES_AT_HAND: Shares<'empty' | 'chatter' | 'false' | 'true'> = [
  ['empty', 0.2],
  ['chatter', 0.15],
  ['false', 0.15],
  ['true', 0.5],
];

const SOLVE_SHARE = 0.5;

/** A page by the author: solve or update, as likely as each other. Without `<bos>`; ends with `<end>`. */
export function writePage(author: Author, mixture: Mixture, random: RandomStream): Page {
  const level = drawFrom(mixture.levels, random);
  if (random.nextUniform() < SOLVE_SHARE) return writeSolvePage(author, level, random);
  return writeUpdatePage(author, level, mixture, random);
}

function writeSolvePage(author: Author, level: string, random: RandomStream): SolvePage {
  const { environment, name, opening, notes } = openPage(level, random);
  const words = [...solvePrompt(environment.word, notes, opening)].slice(1);
  const own = words.map(() => false);
  const played = playTask(environment, createActor(author.actor, name, notes, opening, random));
  for (const { turn, observation } of played.turns) {
    words.push(...turn, ...observation);
    own.push(...turn.map(() => true), ...observation.map(() => false));
  }
  words.push(played.reward > 0 ? 'ok' : 'fail', END);
  own.push(false, false);
  return { kind: 'solve', words, own };
}

/** The task in the log was played by somebody of the mixture, not by the author: all noters see all kinds of logs. */
export function writeUpdatePage(author: Author, level: string, mixture: Mixture, random: RandomStream): UpdatePage {
  const { environment, name, opening, notes } = openPage(level, random);
  const somebody = createActor(drawFrom(mixture.actors, random), name, notes, opening, random);
  const { reward } = playTask(environment, somebody);
  const situation = { environment: name, oldNotes: notes, log: environment.logWords(), budget: NOTE_BUDGET };
  const prompt = updatePrompt(environment.word, notes, situation.log, reward > 0).slice(1);
  const written = writeNotes(author.noter, situation, random);
  return {
    kind: 'update',
    words: [...prompt, ...written, END],
    own: [...prompt.map(() => false), ...written.map(() => true), true],
    situation,
    written,
  };
}

/** A task in a fresh world of the diaries' range, with notes at hand. */
function openPage(level: string, random: RandomStream) {
  const environment = new TaskEnvironment(level);
  const name = parseLevelId(level).environment;
  const { observation: opening } = environment.reset({ world: diaryWorld(random.nextWord()), task: 0 });
  return { environment, name, opening, notes: notesAtHand(environment, name, random) };
}

function notesAtHand(environment: TaskEnvironment, name: string, random: RandomStream): readonly string[] {
  switch (drawFrom(NOTES_AT_HAND, random)) {
    case 'empty':
      return [];
    case 'chatter':
      return chatter(random);
    case 'false':
      return falseNotes(name, NOTE_BUDGET, random);
    case 'true': {
      const facts = random.shuffled(environment.facts());
      return formatFacts(facts.slice(0, 1 + random.nextInteger(facts.length)), NOTE_BUDGET);
    }
  }
}
