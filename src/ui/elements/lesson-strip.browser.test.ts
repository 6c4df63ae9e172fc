/** Protects the page of a lesson on screen: it can be turned, answered and counted by hand, and says when it is done. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import '../screens/app-shell.ts';
import '../screens/lesson-screen.ts';
import { findLesson } from '../lessons/lessons.ts';
import { parseRoute } from '../state/route.ts';
import { scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = testApp();
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
  await app.actions.page.arrive(parseRoute('#lesson=notes-help'));
  render(html`<wm-app .app=${app}></wm-app>`);
});

afterEach(cleanup);

describe('a lesson', () => {
  it('turns its pages above the live screen', async () => {
    await expect.element(page.getByText('page 1 of 7')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^A frozen lake/ })).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => hasFocus('Watch it fail')).toBe(true);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => hasFocus('Predict')).toBe(true);
  });

  it('notices that what it asks for was done', async () => {
    await app.actions.lesson.turnTo(must(app), 1);
    await expect.element(page.getByText('Not done yet. You may go on all the same.')).toBeVisible();
    app.actions.run.showStill(10_000);
    await expect.element(page.getByText(/^There is the note\./)).toBeVisible();
  });

  it('takes one answer of one person, and counts the hands of a class', async () => {
    await page.getByRole('button', { name: 'About as often' }).click();
    await page.getByRole('button', { name: 'More than twice as often' }).click();
    await expect
      .element(page.getByRole('button', { name: 'More than twice as often' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('button', { name: 'About as often' })).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Count hands' }).click();
    await page.getByRole('button', { name: 'About as often', exact: true }).click();
    await page.getByRole('button', { name: 'About as often', exact: true }).click();
    await expect.element(page.getByText('2 hands')).toBeVisible();
    await page.getByRole('button', { name: 'One hand less for: About as often' }).click();
    await expect.element(page.getByText('1 hand', { exact: true }).first()).toBeVisible();
  });
});

it('lists the lessons where the address names none that there is', async () => {
  await app.actions.page.arrive(parseRoute('#lesson=alchemy'));
  await expect.element(page.getByText(/^There is no lesson called “alchemy”/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Do notes help?' })).toBeVisible();
});

/** Deep inside shadow roots the document itself only knows which host has the focus. */
function hasFocus(heading: string): boolean {
  return page.getByRole('heading', { name: heading }).element().matches(':focus');
}

function must({ page: { state } }: TestApp) {
  const lesson = findLesson(state.route.item ?? '');
  if (!lesson) throw new Error('the address names no lesson');
  return lesson;
}
