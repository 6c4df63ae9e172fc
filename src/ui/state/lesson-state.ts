/** How far the visitor has come in each lesson, and what was answered. Pure. */

import { Store } from './store.ts';

export interface LessonProgress {
  /** Index of the page. */
  readonly page: number;
  /** By page: votes by choice. One person alone casts one vote. */
  readonly votes: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface LessonState {
  /** By the lesson's name. */
  readonly progress: Readonly<Record<string, LessonProgress>>;
  /** A class votes: every choice counts hands. */
  readonly counting: boolean;
}

export type LessonMessage =
  | { readonly type: 'page-turned'; readonly lesson: string; readonly page: number }
  | {
      readonly type: 'voted';
      readonly lesson: string;
      readonly page: string;
      readonly choice: string;
      /** Votes for this choice from now on. */
      readonly votes: number;
    }
  | { readonly type: 'counting-switched'; readonly counting: boolean };

const NO_PROGRESS: LessonProgress = { page: 0, votes: {} };

export function progressIn(state: LessonState, lesson: string): LessonProgress {
  return state.progress[lesson] ?? NO_PROGRESS;
}

function withProgress(state: LessonState, lesson: string, progress: LessonProgress): LessonState {
  return { ...state, progress: { ...state.progress, [lesson]: progress } };
}

function reduceLesson(state: LessonState, message: LessonMessage): LessonState {
  switch (message.type) {
    case 'page-turned': {
      const { lesson, page } = message;
      return withProgress(state, lesson, { ...progressIn(state, lesson), page });
    }
    case 'voted': {
      const { lesson, page, choice, votes } = message;
      const known = progressIn(state, lesson);
      // One person alone changes their mind; a class adds hands to what was counted before.
      const before = state.counting ? known.votes[page] : {};
      const cast = { ...before, [choice]: Math.max(0, votes) };
      return withProgress(state, lesson, { ...known, votes: { ...known.votes, [page]: cast } });
    }
    case 'counting-switched':
      return { ...state, counting: message.counting };
  }
}

export type LessonStore = Store<LessonState, LessonMessage>;

export function createLessonStore(): LessonStore {
  return new Store<LessonState, LessonMessage>({ progress: {}, counting: false }, reduceLesson);
}
