/** Protects lessons from losing what was answered, and classes from losing hands. */

import { expect, it } from 'vitest';
import { createLessonStore, progressIn } from './lesson-state.ts';

it('remembers the page of each lesson', () => {
  const store = createLessonStore();
  store.dispatch({ type: 'page-turned', lesson: 'credit', page: 2 });
  store.dispatch({ type: 'page-turned', lesson: 'notes-help', page: 1 });
  expect(progressIn(store.state, 'credit').page).toBe(2);
  expect(progressIn(store.state, 'exploration').page).toBe(0);
});

it('lets one person change their mind', () => {
  const store = createLessonStore();
  const vote = { type: 'voted', lesson: 'credit', page: 'predict', votes: 1 } as const;
  store.dispatch({ ...vote, choice: 'last' });
  store.dispatch({ ...vote, choice: 'note' });
  expect(progressIn(store.state, 'credit').votes.predict).toEqual({ note: 1 });
});

it('counts the hands of a class for every choice, never below nought', () => {
  const store = createLessonStore();
  store.dispatch({ type: 'counting-switched', counting: true });
  const vote = { type: 'voted', lesson: 'credit', page: 'predict' } as const;
  store.dispatch({ ...vote, choice: 'last', votes: 9 });
  store.dispatch({ ...vote, choice: 'note', votes: 14 });
  store.dispatch({ ...vote, choice: 'all', votes: -1 });
  expect(progressIn(store.state, 'credit').votes.predict).toEqual({ last: 9, note: 14, all: 0 });
});
