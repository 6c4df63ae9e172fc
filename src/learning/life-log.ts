/**
 * The life log: all lives of one iteration, or of one evaluation, as bytes made of whole numbers only. The same lives
 * give the same bytes everywhere, so that a hash of them says exactly what was lived. What follows from the rest is left
 * out; `LifeRecord.uses`, which somebody found out about a life afterwards, is too.
 *
 *     log      = version level iteration length lives life*
 *     version  = 1
 *     level    = its length in characters, then the characters: code-lake/4x4
 *     length   = tasks in every pack
 *     life     = world control+updates life episode*
 *     solve    = notes turns word* reward outcome
 *     update   = notes words word* kept trueFacts writtenFacts worldFacts
 *     notes    = source [words word*]
 *
 * All of them are varints (core/varints.ts). `control+updates` is twice the control's index, plus 1 where there is an
 * update after every task but the last, else there are only solves. A word is its token id, an outcome its index in the
 * environment's list. `kept` is 0 for a failed update, otherwise 1 more than the words written that became notes: always
 * the first ones. The notes that were read come from one of three sources, or are spelled out.
 */

import { putVarint, VarintReader } from '../core/varints.ts';
import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { sameValue } from '../environments/facts.ts';
import {
  formatLevelId,
  formatPackId,
  type PackId,
  parseLevelId,
  parsePackId,
  type LevelId,
} from '../environments/ids.ts';
import type { Environment } from '../environments/moment.ts';
import { findEnvironment } from '../environments/registry.ts';
import { NOTE_BUDGET, UPDATE_TOKENS } from '../policy/notes.ts';
import type { WordTokenizer } from '../policy/tokenizer.ts';
import type { Control, IterationRecord, LifeRecord, SolveRecord, UpdateRecord } from './records.ts';

const LOG_VERSION = 1;

/** The longest log that is read: that of the largest iteration there can be has some ten million bytes. */
export const LIFE_LOG_LIMIT = 32 * 2 ** 20;

/** Logs hold indices into these: they are only ever appended to. */
const CONTROLS: readonly Control[] = ['kept', 'erased', 'shuffled', 'oracle'];
const REWARDS: readonly number[] = [0, 1];

/** More than any recipe or evaluation asks for, and few enough to be read at once. */
const MOST_LIVES = 0x4000;
const MOST_TASKS = 64;
const MOST_TURNS = 64;

const LONGEST_LEVEL = 64;

/** Notes that a life has seen: what it wrote last, and what it read last. Nothing before the first task. */
interface Seen {
  written: readonly string[];
  read: readonly string[];
}

/** Where notes come from: the first of these that fits is logged, so that there is one way to say it. */
const SOURCE = { empty: 0, written: 1, read: 2, spelledOut: 3 } as const;

function sourceOf(notes: readonly string[], { written, read }: Seen): number {
  if (notes.length === 0) return SOURCE.empty;
  if (sameValue(notes, written)) return SOURCE.written;
  return sameValue(notes, read) ? SOURCE.read : SOURCE.spelledOut;
}

/**
 * The log of lives that were lived together: in one iteration, in packs of one level and length. Throws `bad-request`
 * for other lives, unfinished ones, and words that the model does not know.
 */
export function encodeLifeLog(lives: readonly LifeRecord[], tokenizer: WordTokenizer): Uint8Array {
  if (lives.length === 0 || lives.length > MOST_LIVES) throw notLoggable(`there are ${lives.length}`);
  const [{ iteration, pack }] = lives;
  const { length, ...first } = parsePackId(pack);
  if (length > MOST_TASKS) throw notLoggable(`their packs have ${length} tasks`);
  const level = formatLevelId(first);
  const bytes: number[] = [];
  putVarint(bytes, LOG_VERSION);
  putVarint(bytes, level.length);
  for (const character of level) putVarint(bytes, character.charCodeAt(0));
  for (const number of [iteration, length, lives.length]) putVarint(bytes, number);
  for (const life of lives) {
    const own = parsePackId(life.pack);
    if (formatLevelId(own) !== level || own.length !== length || life.iteration !== iteration) {
      throw notLoggable('they were not lived together');
    }
    putLife(bytes, life, own, tokenizer);
  }
  return Uint8Array.from(bytes);
}

function putLife(bytes: number[], life: LifeRecord, pack: PackId, tokenizer: WordTokenizer): void {
  const updates = life.episodes.some((episode) => episode.kind === 'update');
  const kinds = kindsOf(pack.length, updates);
  if (
    !sameValue(
      kinds,
      life.episodes.map(({ kind }) => kind),
    )
  )
    throw notLoggable('one is not finished');
  putVarint(bytes, pack.world);
  putVarint(bytes, 2 * CONTROLS.indexOf(life.control) + (updates ? 1 : 0));
  putVarint(bytes, life.life);
  const seen: Seen = { written: [], read: [] };
  for (const episode of life.episodes) {
    if (episode.kind === 'solve') putSolve(bytes, episode, pack, seen, tokenizer);
    else putUpdate(bytes, episode, seen, tokenizer);
  }
}

/** Kinds of the episodes of a life. */
function kindsOf(length: number, updates: boolean): readonly (SolveRecord | UpdateRecord)['kind'][] {
  return Array.from({ length: updates ? 2 * length - 1 : length }, (_, index) => {
    return updates && index % 2 === 1 ? 'update' : 'solve';
  });
}

function putSolve(bytes: number[], solve: SolveRecord, pack: PackId, seen: Seen, tokenizer: WordTokenizer): void {
  const { turnLength, outcomes } = findEnvironment(pack.environment);
  const reward = REWARDS.indexOf(solve.reward);
  const outcome = outcomes.indexOf(solve.outcome);
  const { length } = solve.turns;
  const fits = length > 0 && length <= MOST_TURNS && solve.turns.every((turn) => turn.length === turnLength);
  if (reward === -1 || outcome === -1 || !fits) {
    throw notLoggable(`one is not of ${pack.environment}`);
  }
  putNotes(bytes, solve.notes, seen, tokenizer);
  putVarint(bytes, solve.turns.length);
  for (const turn of solve.turns) putWords(bytes, turn, tokenizer);
  putVarint(bytes, reward);
  putVarint(bytes, outcome);
  seen.read = solve.notes;
}

function putUpdate(bytes: number[], update: UpdateRecord, seen: Seen, tokenizer: WordTokenizer): void {
  const { written, notes, valid } = update;
  const follows = sameValue(notes, written.slice(0, notes.length)) && (valid || notes.length === 0);
  if (!follows || written.length > UPDATE_TOKENS || notes.length > NOTE_BUDGET) {
    throw notLoggable('notes are not what was written');
  }
  putNotes(bytes, update.oldNotes, seen, tokenizer);
  putVarint(bytes, written.length);
  putWords(bytes, written, tokenizer);
  putVarint(bytes, valid ? 1 + notes.length : 0);
  for (const facts of [update.trueFacts, update.writtenFacts, update.worldFacts]) putVarint(bytes, facts);
  seen.written = notes;
}

function putNotes(bytes: number[], notes: readonly string[], seen: Seen, tokenizer: WordTokenizer): void {
  if (notes.length > NOTE_BUDGET) throw notLoggable('notes are too long');
  const source = sourceOf(notes, seen);
  putVarint(bytes, source);
  if (source !== SOURCE.spelledOut) return;
  putVarint(bytes, notes.length);
  putWords(bytes, notes, tokenizer);
}

function putWords(bytes: number[], words: readonly string[], tokenizer: WordTokenizer): void {
  for (const id of tokenizer.encode(words)) putVarint(bytes, id);
}

function notLoggable(defect: string): WaymarkError {
  return new WaymarkError('bad-request', `These lives cannot be logged: ${defect}.`);
}

/** The lives of a log, in its order. Throws `bad-file`, saying what is wrong and where, for anything that is not one. */
export function decodeLifeLog(log: Uint8Array, tokenizer: WordTokenizer): readonly LifeRecord[] {
  if (log.length > LIFE_LOG_LIMIT) throw damaged(`it has more than ${LIFE_LOG_LIMIT} bytes`);
  const decoder = new LogDecoder(log, tokenizer.words);
  return decoder.lives();
}

/** What all lives of a log have in common. */
interface Head {
  readonly level: LevelId;
  readonly environment: Environment;
  readonly length: number;
  readonly iteration: number;
}

class LogDecoder {
  readonly #numbers: VarintReader;
  readonly #words: readonly string[];

  constructor(log: Uint8Array, words: readonly string[]) {
    this.#numbers = new VarintReader(log, (defect) => this.#damaged(defect));
    this.#words = words;
  }

  lives(): readonly LifeRecord[] {
    const version = this.#numbers.next();
    if (version !== LOG_VERSION) throw this.#damaged(`its version is ${version}, and ${LOG_VERSION} is known`);
    const level = this.#level();
    const iteration = this.#numbers.next();
    const length = this.#below(MOST_TASKS + 1, 'tasks in a pack');
    if (length === 0) throw this.#damaged('its packs are empty');
    const count = this.#below(MOST_LIVES + 1, 'lives');
    if (count === 0) throw this.#damaged('it has no lives');
    const environment = findEnvironment(level.environment);
    const lives: LifeRecord[] = [];
    while (lives.length < count) lives.push(this.#life({ level, environment, length, iteration }));
    if (this.#numbers.left > 0) throw this.#damaged('something follows its last life');
    return lives;
  }

  #level(): LevelId {
    const length = this.#below(LONGEST_LEVEL + 1, 'characters of its level');
    const codes = Array.from({ length }, () => this.#below(0x80, 'as a character'));
    const text = String.fromCharCode(...codes);
    try {
      const level = parseLevelId(text);
      // One thing has one spelling: an environment's name alone means its first level too.
      if (formatLevelId(level) === text) return level;
    } catch (error) {
      if (!(error instanceof WaymarkError)) throw error;
    }
    throw this.#damaged('there is no such level');
  }

  #life({ level, environment, length, iteration }: Head): LifeRecord {
    const pack = formatPackId({ ...level, world: this.#numbers.next(), length });
    const head = this.#below(2 * CONTROLS.length, 'as a control');
    const updates = head % 2 === 1;
    if (updates && length === 1) throw this.#damaged('a life of one task has no updates');
    const life = this.#numbers.next();
    const seen: Seen = { written: [], read: [] };
    const episodes: (SolveRecord | UpdateRecord)[] = [];
    for (let task = 0; task < length; task++) {
      episodes.push(this.#solve(environment, seen));
      if (updates && task < length - 1) episodes.push(this.#update(seen));
    }
    return { pack, control: CONTROLS[Math.floor(head / 2)], iteration, life, episodes };
  }

  #solve({ turnLength, outcomes }: Environment, seen: Seen): SolveRecord {
    const notes = this.#notes(seen);
    const count = this.#below(MOST_TURNS + 1, 'turns');
    if (count === 0) throw this.#damaged('a task without a turn cannot be');
    const turns = new Array<readonly string[]>(count);
    for (let index = 0; index < count; index++) turns[index] = this.#wordList(turnLength);
    const reward = REWARDS[this.#below(REWARDS.length, 'as a reward')];
    const outcome = outcomes[this.#below(outcomes.length, 'as an outcome')];
    seen.read = notes;
    return { kind: 'solve', notes, turns, reward, outcome };
  }

  #update(seen: Seen): UpdateRecord {
    const oldNotes = this.#notes(seen);
    const written = this.#wordList(this.#below(UPDATE_TOKENS + 1, 'words written'));
    const kept = this.#below(Math.min(written.length, NOTE_BUDGET) + 2, 'words of notes');
    const notes = written.slice(0, Math.max(0, kept - 1));
    const [trueFacts, writtenFacts, worldFacts] = [this.#numbers.next(), this.#numbers.next(), this.#numbers.next()];
    seen.written = notes;
    return { kind: 'update', oldNotes, written, notes, valid: kept > 0, trueFacts, writtenFacts, worldFacts };
  }

  #notes(seen: Seen): readonly string[] {
    const source = this.#below(SOURCE.spelledOut + 1, 'as a source of notes');
    const notes = this.#notesFrom(source, seen);
    if (sourceOf(notes, seen) !== source) throw this.#damaged('notes have a simpler source');
    return notes;
  }

  #notesFrom(source: number, { written, read }: Seen): readonly string[] {
    switch (source) {
      case SOURCE.empty:
        return [];
      case SOURCE.written:
        return written;
      case SOURCE.read:
        return read;
      default:
        return this.#wordList(this.#below(NOTE_BUDGET + 1, 'words of notes'));
    }
  }

  #wordList(length: number): readonly string[] {
    // Of the right size from the start: hostile logs have very many very short lists.
    const words = new Array<string>(length);
    for (let index = 0; index < length; index++)
      words[index] = this.#words[this.#below(this.#words.length, 'as a word')];
    return words;
  }

  #below(limit: number, what: string): number {
    const value = this.#numbers.next();
    if (value >= limit) throw this.#damaged(`${value} ${what} cannot be`);
    return value;
  }

  #damaged(defect: string): WaymarkError {
    return damaged(`${defect} (byte ${this.#numbers.position})`);
  }
}

function damaged(defect: string): WaymarkError {
  return new WaymarkError('bad-file', `The log of lives is damaged: ${defect}.`, 'Use another copy of the file.');
}

/** The hash of the life logs of all these iterations; null where one is older than life logs. */
export async function livesHashOf(iterations: readonly Pick<IterationRecord, 'livesHash'>[]): Promise<string | null> {
  const hashes = iterations.map(({ livesHash }) => livesHash);
  if (!hashes.every((hash) => hash !== undefined)) return null;
  return sha256(Uint8Array.from(hashes.flatMap(bytesOfHash)));
}

function bytesOfHash(hash: string): readonly number[] {
  return Array.from({ length: hash.length / 2 }, (_, index) =>
    Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16),
  );
}
