/** Protects lessons: every page leads somewhere, asks what can be answered, and notices when it is done. */

import { describe, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { scriptedRecording } from '../testing/scripted-lives.ts';
import { findLesson, LESSONS } from './lessons.ts';
import { notesHelpLesson } from './notes-help.ts';

function page(name: string) {
  const found = notesHelpLesson.pages.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no page ${name}`);
  return found;
}

describe.each(LESSONS.map((lesson) => [lesson.name, lesson] as const))('the lesson %s', (name, lesson) => {
  it('is found by its name', () => {
    expect(findLesson(name)).toBe(lesson);
    expect(findLesson(`${name}-2`)).toBeNull();
  });

  it('names its pages and choices apart', () => {
    const pages = lesson.pages.map((entry) => entry.name);
    expect(new Set(pages).size).toBe(pages.length);
    for (const { question } of lesson.pages) {
      const choices = question?.choices.map((choice) => choice.name) ?? [];
      expect(new Set(choices).size).toBe(choices.length);
      if (question && question.answer !== null) expect(choices).toContain(question.answer);
    }
  });

  it('begins with a prediction that has no given answer, and ends with a question that has one', () => {
    expect(lesson.pages[0].question?.answer).toBeNull();
    expect(lesson.pages.at(-1)?.question?.answer).toEqual(expect.any(String));
  });

  it('has nothing done on a page where nothing has happened', () => {
    for (const { done } of lesson.pages) expect(done?.(testApp()) ?? false).toBe(false);
  });
});

describe('the pages of the first lesson', () => {
  it('notice the first note, and its use, when the life has been watched so far', () => {
    const app = testApp();
    app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
    page('predict').enter?.(app);
    expect(app.run.state.playback?.index).toBe(0);
    expect(page('watch').done?.(app)).toBe(false);
    page('note').enter?.(app);
    expect(page('watch').done?.(app)).toBe(true);
    expect(page('use').done?.(app)).toBe(false);
    app.actions.run.showStill(10_000);
    expect(page('use').done?.(app)).toBe(true);
    expect(page('use').outcome?.(app)).toMatch(/^It read “\w+ b\d” and did so\.$/);
  });
});
