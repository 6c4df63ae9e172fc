/** What the lesson on screen asks of the screen below it: a part to point at, or findings to keep covered for now. */

import type { App } from '../app.ts';
import { progressIn } from '../state/lesson-state.ts';
import { findLesson } from './lessons.ts';
import type { LessonPage, Part } from './lesson.ts';

/** The page of the lesson on screen; null where no lesson is on screen. */
function lessonPage({ page, lesson }: App): LessonPage | null {
  const { screen, item } = page.state.route;
  if (screen !== 'lesson' || item === null) return null;
  const found = findLesson(item);
  return found?.pages[progressIn(lesson.state, found.name).page] ?? null;
}

/** Whether the lesson speaks of this part. For templates: `?data-spotlight=${spotlit(this.app, 'notebook')}`. */
export function spotlit(app: App, part: Part): boolean {
  return lessonPage(app)?.part === part;
}

/** Whether findings are to stay covered, because the lesson has asked for a prediction of them. */
export function concealed(app: App): boolean {
  return lessonPage(app)?.conceals ?? false;
}
