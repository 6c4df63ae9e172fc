/** All lessons, in the order in which they build on one another. */

import { creditLesson } from './credit.ts';
import { curriculumLesson } from './curriculum.ts';
import { explorationLesson } from './exploration.ts';
import type { Lesson } from './lesson.ts';
import { notesHelpLesson } from './notes-help.ts';

export const LESSONS: readonly Lesson[] = [notesHelpLesson, creditLesson, explorationLesson, curriculumLesson];

export function findLesson(name: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.name === name) ?? null;
}
