/** The life log of one iteration, or of one evaluation: from lives to bytes (life-log-format.ts), and back. */

import { putVarint } from '../core/varints.ts';
import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { bytesOfHex } from '../core/hex.ts';
import { sameValue } from '../environments/facts.ts';
import { formatLevelId, type PackId, parsePackId } from '../environments/ids.ts';
import { findEnvironment } from '../environments/registry.ts';
import { NOTE_BUDGET, UPDATE_TOKENS } from '../policy/notes.ts';
import type { WordTokenizer } from '../policy/tokenizer.ts';
import { damagedLog, LifeLogDecoder } from './life-log-decoder.ts';
import {
  CONTROLS,
  LOG_VERSION,
  MOST_LIVES,
  MOST_TASKS,
  MOST_TURNS,
  REWARDS,
  type Seen,
  SOURCE,
  sourceOf,
} from './life-log-format.ts';
import type { IterationRecord, LifeRecord, SolveRecord, UpdateRecord } from './records.ts';

/** The longest log that is read: that of the largest iteration there can be has some ten million bytes. */
export const LIFE_LOG_LIMIT = 32 * 2 ** 20;

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
  if (log.length > LIFE_LOG_LIMIT) throw damagedLog(`it has more than ${LIFE_LOG_LIMIT} bytes`);
  return new LifeLogDecoder(log, tokenizer.words).lives();
}

/** The hash of the life logs of all these iterations; null where one is older than life logs. */
export async function livesHashOf(iterations: readonly Pick<IterationRecord, 'livesHash'>[]): Promise<string | null> {
  const hashes = iterations.map(({ livesHash }) => livesHash);
  if (!hashes.every((hash) => hash !== undefined)) return null;
  return sha256(bytesOfHex(hashes.join('')));
}
