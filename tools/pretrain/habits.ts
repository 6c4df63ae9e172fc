/**
 * Probes of habits, for accepting a base: pages by an author whose habit of writing notes is to copy or to merge, then
 * one more update page whose every own word follows from them. A base that has the habit predicts those words.
 */

import { PURPOSE, RandomStream } from '../../src/core/random.ts';
import type { Author } from '../../src/environments/players/lives.ts';
import { writeNotes, type NoterHabit } from '../../src/environments/players/noters.ts';
import { BOS, wordId } from '../../src/policy/vocabulary.ts';
import { EVERYBODY } from './mixtures.ts';
import { writePage, writeUpdatePage, type Page, type UpdatePage } from './pages.ts';

export type ProbedHabit = 'copy' | 'merge';

/** Habits whose notes follow from what the author has before it, so that a page can tell them apart. */
const CERTAIN_HABITS: readonly NoterHabit[] = ['empty', 'copy', 'last', 'merge'];

export interface ProbeOptions {
  readonly seed: number;
  /** Most tokens in a probe; at least 128. */
  readonly length: number;
  readonly habit: ProbedHabit;
  /** The level of the last page: `code-lake/4x4`. The pages before are of all levels, as in diaries. */
  readonly level: string;
}

/** Both arrays have one entry per token. */
export interface Probe {
  readonly tokens: readonly number[];
  /** Whether this token is to be predicted from those before it: the notes of the last page and their `<end>`. */
  readonly predicted: readonly boolean[];
}

/** The probe with that index: at least one page before the last one shows the author's habit beyond doubt. */
export function habitProbe(index: number, { seed, length, habit, level }: ProbeOptions): Probe {
  const random = new RandomStream(seed, PURPOSE.diaries, index);
  const author: Author = { actor: 'recall', noter: habit };
  for (;;) {
    const last = writeUpdatePage(author, level, EVERYBODY, random);
    const earlier = earlierPages(author, length - 1 - last.words.length, random);
    if (last.written.length > 0 && earlier.some((page) => page.kind === 'update' && shows(habit, page, random))) {
      return toProbe(earlier, last);
    }
  }
}

/** Pages as in a diary, as many as fit. */
function earlierPages(author: Author, length: number, random: RandomStream): readonly Page[] {
  const pages: Page[] = [];
  let used = 0;
  for (;;) {
    const page = writePage(author, EVERYBODY, random);
    used += page.words.length;
    if (used > length) return pages;
    pages.push(page);
  }
}

/** Whether no other habit would have written what stands on the page. */
function shows(habit: ProbedHabit, page: UpdatePage, random: RandomStream): boolean {
  const written = page.written.join(' ');
  return CERTAIN_HABITS.every(
    (other) => other === habit || writeNotes(other, page.situation, random).join(' ') !== written,
  );
}

function toProbe(earlier: readonly Page[], last: UpdatePage): Probe {
  const words = [BOS, ...earlier.flatMap((page) => page.words), ...last.words];
  const before = words.length - last.words.length;
  return {
    tokens: words.map(wordId),
    predicted: words.map((_, index) => index >= before && last.own[index - before]),
  };
}
