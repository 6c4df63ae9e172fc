/** What the lesson on screen asks of the screen below it: a part to point at, or findings to keep covered for now. */

import type { App } from '../app.ts';
import type { Part } from './lesson.ts';
import { presentLesson } from './present-lesson.ts';

/** Whether the lesson speaks of this part. For templates: `?data-spotlight=${spotlit(this.app, 'notebook')}`. */
export function spotlit(app: App, part: Part): boolean {
  return presentLesson(app)?.page.part === part;
}

/** Whether findings are to stay covered, because the lesson has asked for a prediction of them. */
export function concealed(app: App): boolean {
  return presentLesson(app)?.page.conceals ?? false;
}
