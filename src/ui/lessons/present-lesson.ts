/** The lesson that the address names, and its page as far as the visitor has come. */

import type { App } from '../app.ts';
import { progressIn } from '../state/lesson-state.ts';
import type { Lesson, LessonPage } from './lesson.ts';
import { findLesson } from './lessons.ts';

export interface PresentLesson {
  readonly lesson: Lesson;
  /** Of the page. */
  readonly index: number;
  readonly page: LessonPage;
}

/** Null where the address names no lesson that there is. */
export function presentLesson({ page: { state }, lesson }: Pick<App, 'page' | 'lesson'>): PresentLesson | null {
  const { screen, item } = state.route;
  const found = screen === 'lesson' && item !== null ? findLesson(item) : null;
  if (!found) return null;
  const { page: index } = progressIn(lesson.state, found.name);
  return { lesson: found, index, page: found.pages[index] };
}
