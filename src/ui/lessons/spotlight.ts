/** Which part of the screen the lesson speaks of now. A part that is spoken of wears `data-spotlight`. */

import type { App } from '../app.ts';
import { progressIn } from '../state/lesson-state.ts';
import { findLesson } from './lessons.ts';
import type { Part } from './lesson.ts';

/** For templates: `?data-spotlight=${spotlit(this.app, 'notebook')}`. */
export function spotlit({ page, lesson }: App, part: Part): boolean {
  const { screen, item } = page.state.route;
  if (screen !== 'lesson' || item === null) return false;
  const found = findLesson(item);
  return found?.pages[progressIn(lesson.state, found.name).page]?.part === part;
}
