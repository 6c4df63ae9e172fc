/** What the visitor can do in a lesson: turn its pages, answer, count hands. */

import { progressIn, type LessonStore } from '../state/lesson-state.ts';
import type { LoadScreen, ScreenName } from '../state/route.ts';

/** What it needs to know of a lesson (lessons/lesson.ts): its name and which screen each page speaks of. */
export interface LessonOutline {
  readonly name: string;
  readonly pages: readonly { readonly screen: ScreenName }[];
}

export interface LessonServices {
  /** services/screens.ts in the product. */
  readonly loadScreen: LoadScreen;
  /** The worksheet; services/printing.ts in the product. */
  readonly print: () => void;
}

export class LessonActions {
  readonly #store: LessonStore;
  readonly #load: LoadScreen;
  readonly #print: () => void;

  constructor(store: LessonStore, { loadScreen, print }: LessonServices) {
    this.#store = store;
    this.#load = loadScreen;
    this.#print = print;
  }

  /** Loads what the lesson's present page shows. Resolves when it can be drawn. */
  async prepare(lesson: LessonOutline): Promise<void> {
    const { page } = progressIn(this.#store.state, lesson.name);
    await this.#load(lesson.pages[page].screen);
  }

  /** To another page, as far as there are any. */
  async turnTo(lesson: LessonOutline, index: number): Promise<void> {
    const page = Math.min(Math.max(index, 0), lesson.pages.length - 1);
    await this.#load(lesson.pages[page].screen);
    this.#store.dispatch({ type: 'page-turned', lesson: lesson.name, page });
  }

  /** One vote: the only one of a person alone, one more hand in a class. */
  vote(lesson: LessonOutline, page: string, choice: string): void {
    const { state } = this.#store;
    const before = state.counting ? (progressIn(state, lesson.name).votes[page]?.[choice] ?? 0) : 0;
    this.setVotes(lesson, page, choice, before + 1);
  }

  setVotes(lesson: LessonOutline, page: string, choice: string, votes: number): void {
    this.#store.dispatch({ type: 'voted', lesson: lesson.name, page, choice, votes });
  }

  /** Prints the worksheet of the lesson on screen. */
  print(): void {
    this.#print();
  }

  switchCounting(): void {
    this.#store.dispatch({ type: 'counting-switched', counting: !this.#store.state.counting });
  }
}
