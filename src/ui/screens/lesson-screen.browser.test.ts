/** Protects what a lesson does to the screen below it: what it points at, what it keeps covered, and how a room sees it. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import './app-shell.ts';
import './lesson-screen.ts';
import './train-screen.ts';
import '../styles/tokens.css';
import { findLesson } from '../lessons/lessons.ts';
import { parseRoute } from '../state/route.ts';
import { event, iteration, started } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(() => {
  app = testApp();
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
});

afterEach(cleanup);

async function open(lesson: string, index = 0): Promise<void> {
  await app.actions.page.arrive(parseRoute(`#lesson=${lesson}`));
  const found = findLesson(lesson);
  if (!found) throw new Error(`There is no lesson called ${lesson}.`);
  await app.actions.lesson.turnTo(found, index);
  render(html`<wm-app .app=${app}></wm-app>`);
  await expect.element(page.getByText(`page ${index + 1} of ${found.pages.length}`)).toBeVisible();
}

function train(): void {
  const record = madeUpEvaluation([0.3, 0.6, 0.7, 0.7], [0.3, 0.3, 0.3, 0.3]);
  app.say(event(started()), event(iteration(1)), event({ type: 'evaluation', record }));
}

/** Every element below, through all shadow roots. */
function everything(root: ParentNode = document): readonly Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? everything(element.shadowRoot) : []),
  ]);
}

function pointedAt(): readonly string[] {
  const marked = everything().filter((element) => element.hasAttribute('data-spotlight'));
  return marked.map((element) => element.getAttribute('aria-label') ?? element.localName);
}

describe('what a page speaks of', () => {
  it.each([
    ['notes-help', 0, 'The world'],
    ['notes-help', 2, 'The notebook'],
    ['credit', 1, 'wm-training-bar'],
    ['credit', 2, 'wm-training-views'],
  ])('is marked, and nothing else is: %s, page %i', async (lesson, index, part) => {
    await open(lesson, index);
    await expect.poll(pointedAt).toEqual([part]);
  });

  it('is marked by a line that is seen', async () => {
    await open('notes-help');
    const [marked] = everything().filter((element) => element.hasAttribute('data-spotlight'));
    expect(getComputedStyle(marked).outlineStyle).toBe('solid');
    expect(parseFloat(getComputedStyle(marked).outlineOffset)).toBeGreaterThan(4);
  });
});

describe('what a page asks to predict', () => {
  it('stays covered on Watch', async () => {
    await open('notes-help');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('An agent learns to write notes');
    await expect.element(page.getByText(/^What was measured stays covered/)).toBeVisible();
    const names = everything().map(({ localName }) => localName);
    expect(names).not.toContain('wm-lives-raster');
    expect(names).not.toContain('wm-watch-figures');
    const announced = everything().filter(({ localName }) => localName === 'wm-announcer');
    expect(announced.map((one) => one.shadowRoot?.textContent).join(' ')).not.toMatch(/First task/);
  });

  it('is uncovered where the lesson no longer asks', async () => {
    await open('exploration', 1);
    await expect.element(page.getByRole('grid', { name: /^Lives by task/ })).toBeVisible();
    await expect.element(page.getByText(/^What was measured stays covered/)).not.toBeInTheDocument();
  });

  it('stays covered on Train', async () => {
    train();
    await open('credit');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('An agent learns to write notes');
    await expect.element(page.getByText('Now, by task')).not.toBeInTheDocument();
    await app.actions.lesson.turnTo(findLesson('credit') ?? expect.fail(), 1);
    await expect.element(page.getByText('Now, by task')).toBeVisible();
  });
});

describe('in a room', () => {
  // As services/appearance.ts has it.
  beforeEach(() => void (document.documentElement.dataset.projector = ''));
  afterEach(() => delete document.documentElement.dataset.projector);

  it('the arrow keys turn the pages instead of buttons, and the screen below is arranged for it', async () => {
    await open('notes-help');
    app.actions.page.switchProjector();
    await expect.element(page.getByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await expect.element(page.getByText('The keys ← and → turn the pages.')).toBeVisible();
    const below = everything().find(({ localName }) => localName === 'wm-watch-screen');
    expect(below?.hasAttribute('data-projector')).toBe(true);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('page 2 of 7')).toBeVisible();
  });

  it('the recipe of a run is there only where the lesson speaks of it', async () => {
    train();
    await open('credit', 2);
    app.actions.page.switchProjector();
    const recipe = page.getByRole('heading', { name: 'Recipe', includeHidden: true });
    await expect.element(recipe).not.toBeVisible();
    await app.actions.lesson.turnTo(findLesson('credit') ?? expect.fail(), 4);
    await expect.element(recipe).toBeVisible();
  });
});
