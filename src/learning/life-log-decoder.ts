/** Reads a life log (life-log-format.ts), believing nothing of it. */

import { VarintReader } from '../core/varints.ts';
import { WaymarkError } from '../core/errors.ts';
import { formatLevelId, formatPackId, type LevelId, parseLevelId } from '../environments/ids.ts';
import type { Environment } from '../environments/moment.ts';
import { findEnvironment } from '../environments/registry.ts';
import { NOTE_BUDGET, UPDATE_TOKENS } from '../policy/notes.ts';
import {
  CONTROLS,
  LOG_VERSION,
  LONGEST_LEVEL,
  MOST_LIVES,
  MOST_TASKS,
  MOST_TURNS,
  REWARDS,
  type Seen,
  SOURCE,
  sourceOf,
} from './life-log-format.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from './records.ts';

/** Shared: hostile logs have very many empty lists. */
const NO_WORDS: readonly string[] = [];

/** What all lives of a log have in common. */
interface Head {
  readonly level: LevelId;
  readonly environment: Environment;
  readonly length: number;
  readonly iteration: number;
}

/** Words, and those words with one more, by its token id. */
interface TurnTree {
  readonly words: readonly string[];
  readonly next: Map<number, TurnTree>;
}

/** A log and how far it has been read. Everything can throw `bad-file`. */
export class LifeLogDecoder {
  readonly #numbers: VarintReader;
  readonly #words: readonly string[];
  /** Turns that were read, by their words, word after word: the same few come again and again, and each is made once. */
  readonly #turns: TurnTree = { words: NO_WORDS, next: new Map() };

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
    for (let index = 0; index < count; index++) turns[index] = this.#turn(turnLength);
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
        return NO_WORDS;
      case SOURCE.written:
        return written;
      case SOURCE.read:
        return read;
      default:
        return this.#wordList(this.#below(NOTE_BUDGET + 1, 'words of notes'));
    }
  }

  #turn(length: number): readonly string[] {
    let node = this.#turns;
    for (let index = 0; index < length; index++) {
      const word = this.#word();
      let next = node.next.get(word);
      if (next === undefined)
        node.next.set(word, (next = { words: [...node.words, this.#words[word]], next: new Map() }));
      node = next;
    }
    return node.words;
  }

  #wordList(length: number): readonly string[] {
    if (length === 0) return NO_WORDS;
    // Of the right size from the start: hostile logs have very many very short lists.
    const words = new Array<string>(length);
    for (let index = 0; index < length; index++) words[index] = this.#words[this.#word()];
    return words;
  }

  #word(): number {
    return this.#below(this.#words.length, 'as a word');
  }

  #below(limit: number, what: string): number {
    const value = this.#numbers.next();
    if (value >= limit) throw this.#damaged(`${value} ${what} cannot be`);
    return value;
  }

  #damaged(defect: string): WaymarkError {
    return damagedLog(`${defect} (byte ${this.#numbers.position})`);
  }
}

/** The error for a log that is none. */
export function damagedLog(defect: string): WaymarkError {
  return new WaymarkError('bad-file', `The log of lives is damaged: ${defect}.`, 'Use another copy of the file.');
}
