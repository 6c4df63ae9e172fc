/** Protects the two runs side by side in a room: the fixed one beside the live one, on either screen, and only there. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import '../screens/app-shell.ts';
import '../screens/train-screen.ts';
import '../styles/tokens.css';
import { parseRoute } from '../state/route.ts';
import { event, iteration, started } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  // As services/appearance.ts has it.
  document.documentElement.dataset.projector = '';
  app = testApp();
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
  await app.actions.page.arrive(parseRoute('#train'));
  render(html`<wm-app .app=${app}></wm-app>`);
  app.actions.page.switchProjector();
});

afterEach(() => {
  delete document.documentElement.dataset.projector;
  cleanup();
});

const recorded = page.getByRole('heading', { name: /^The recorded run in code lake: \+\d+ points$/ });
const live = page.getByRole('heading', { name: /^The live run in code lake: \+\d+ points$/ });

function train(): void {
  const record = madeUpEvaluation([0.3, 0.5, 0.6, 0.6], [0.3, 0.3, 0.3, 0.3]);
  app.say(event(started()), event(iteration(1)), event({ type: 'evaluation', record }));
}

describe('in a room', () => {
  it('the recorded run stands beside the live one on Train, whatever that comes to', async () => {
    app.say(event(started()), event(iteration(1)));
    await expect.element(recorded).toBeVisible();
    await expect.element(live).not.toBeInTheDocument();
  });

  it('the live run stands beside the recorded one where that is watched, and the other way round', async () => {
    train();
    await app.actions.page.arrive(parseRoute('#watch'));
    await app.actions.watch.chooseEnvironment('code-lake');
    await expect.element(live).toBeVisible();
    app.actions.watch.watchRun();
    await expect.element(recorded).toBeVisible();
  });

  it('nothing stands beside the recorded run before there is a live one, nor at a desk', async () => {
    await expect.element(page.getByText('Nothing is trained yet.')).toBeVisible();
    await expect.element(recorded).not.toBeInTheDocument();
    train();
    await expect.element(recorded).toBeVisible();
    app.actions.page.leaveProjector();
    await expect.element(recorded).not.toBeInTheDocument();
  });
});
