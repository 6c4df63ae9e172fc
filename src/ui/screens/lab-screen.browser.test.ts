/** Protects the notes lab on screen: its switches, its tests, the note that a visitor writes, and the tasks they play. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { figuresOf } from '../../learning/figures.ts';
import type { EvaluationRecord } from '../../learning/records.ts';
import type { LabAnswer } from '../../worker/lab-protocol.ts';
import { HOME } from '../state/route.ts';
import { AGENT, ENGINE, event, iteration, started, status } from '../testing/run-messages.ts';
import { scriptedLife, scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './app-shell.ts';
import './lab-screen.ts';

let app: TestApp;

beforeEach(async () => {
  app = testApp();
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
  await app.actions.page.arrive({ ...HOME, screen: 'lab' });
  render(html`<wm-app .app=${app}></wm-app>`);
  app.say(status({ state: 'idle', engine: ENGINE, latestRun: null }));
});

afterEach(cleanup);

/** Answers the last question. */
function answer(answer: LabAnswer): void {
  const last = app.sent.filter((command) => 'request' in command).at(-1);
  if (!last) throw new Error('nothing was asked');
  app.say({ type: 'lab', request: last.request, answer });
}

/** Kept solves nine in ten after the first task, erased three, a stranger's one. */
function tested(): EvaluationRecord {
  const outcomes = (solved: number) =>
    Array.from({ length: 40 }, (_, pack) =>
      Array.from({ length: 8 }, (_, task) => (pack % 10 < (task === 0 ? 3 : solved) ? 1 : 0)),
    );
  const all = { kept: outcomes(9), erased: outcomes(3), shuffled: outcomes(1), oracle: outcomes(9) };
  return {
    environment: 'code-lake/4x4',
    iteration: 60,
    packs: 40,
    length: 8,
    outcomes: all,
    seconds: 1,
    ...figuresOf(all),
  };
}

const testButton = () => page.getByRole('button', { name: 'Test it here' });

describe('the switches', () => {
  it('show what the recorded agent does before anything is tested, and name it', async () => {
    await expect.element(page.getByRole('combobox', { name: 'Tested' })).toHaveValue('recorded code-lake');
    await expect.element(page.getByRole('switch', { name: /^Keep .* 7\d %/ })).toBeChecked();
    await expect.element(page.getByText(/^The recorded run/)).toBeVisible();
  });

  it('take a line out of the picture and leave it out of the next test', async () => {
    await page.getByRole('switch', { name: /^Swap/ }).click();
    await testButton().click();
    expect(app.sent.at(-1)).toMatchObject({ type: 'compare-controls', controls: ['kept', 'erased', 'oracle'] });
    answer({ kind: 'controls', evaluation: tested(), lives: [] });
    await expect
      .element(page.getByRole('img', { name: /^Success by task in the life\. kept: 30, 90.*erased: 30, 30/ }))
      .toBeVisible();
    await expect.element(page.getByRole('img', { name: /swapped/ })).not.toBeInTheDocument();
    await page.getByRole('switch', { name: /^Swap/ }).click();
    await expect.element(page.getByRole('img', { name: /swapped: 30, 10/ })).toBeVisible();
  });
});

describe('a test', () => {
  it('shows how far it is, can be stopped, and says what it found', async () => {
    await testButton().click();
    answer({ kind: 'progress', done: 310, total: 1280 });
    await expect.element(page.getByRole('progressbar', { name: 'Test' })).toBeVisible();
    await page.getByRole('button', { name: /^Stop 310 of 1,280 tasks/ }).click();
    expect(app.sent.at(-1)).toMatchObject({ type: 'cancel' });
    answer({ kind: 'cancelled' });
    await testButton().click();
    answer({ kind: 'controls', evaluation: tested(), lives: [scriptedLife('code-lake/4x4:5x8')] });
    await expect.element(page.getByText('Its own notes are worth 60 points.')).toBeVisible();
    await expect.element(page.getByText('Wrong notes are worse than none.')).toBeVisible();
    await expect.element(page.getByText(/^Tested in this tab\./)).toBeVisible();
  });

  it('stays when the visitor leaves the screen and comes back', async () => {
    await testButton().click();
    answer({ kind: 'controls', evaluation: tested(), lives: [] });
    await app.actions.page.arrive(HOME);
    await app.actions.page.arrive({ ...HOME, screen: 'lab' });
    await expect.element(page.getByText('Its own notes are worth 60 points.')).toBeVisible();
  });

  it('that fails says why', async () => {
    await testButton().click();
    answer({ kind: 'failed', error: { kind: 'engine', message: 'Its adapter is gone.', remedy: 'Train again.' } });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Its adapter is gone. Train again.');
    await page.getByRole('button', { name: 'Understood' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('waits while the model loads, and says so', async () => {
    app.say(status({ state: 'loading', what: 'model' }));
    await expect.element(testButton()).toBeDisabled();
    await expect.element(page.getByText('The model is still loading.').first()).toBeVisible();
  });
});

describe('a note of one’s own', () => {
  const field = () => page.getByRole('combobox', { name: 'Your note' });

  it('is written by typing and choosing from the words that fit', async () => {
    await userEvent.type(field(), 'do');
    await expect.element(page.getByRole('option', { name: 'down' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field()).toHaveValue('down ');
    await page.getByRole('option', { name: 'b3' }).click();
    await expect.element(field()).toHaveValue('down b3 ');
    await expect.element(page.getByText('16 words left', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field()).toHaveValue('down ');
  });

  it('is not tested while it holds words that the agent does not know', async () => {
    await userEvent.type(field(), 'blue b1 ');
    await expect.element(page.getByText(/^“blue” is not among the words it knows\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Test your note', exact: true })).toBeDisabled();
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  });

  it('is tested in this world, beside none, the agent’s own and the truth', async () => {
    await userEvent.type(field(), 'down b3 ');
    await page.getByRole('button', { name: 'Test your note', exact: true }).click();
    const question = app.sent.at(-1);
    if (question?.type !== 'try-notes') throw new Error('a trial was expected');
    const result = (mean: number) => ({
      notes: ['down', 'b3'],
      outcomes: [1],
      success: { mean, low: mean - 0.1, high: mean + 0.1 },
      gain: { mean: mean - 0.3, low: mean - 0.4, high: mean - 0.2 },
    });
    answer({
      kind: 'trial',
      trial: {
        world: question.world,
        tasks: [8],
        results: { none: result(0.3), yours: result(0.6), agents: result(0.7), truth: result(0.8) },
      },
    });
    await expect.element(page.getByText('Your note is worth 30 points.')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: /Your note: 60 percent.*Its own notes: 70 percent/ }))
      .toBeVisible();
  });

  it('can be checked against what is true, which is hidden until asked for', async () => {
    const shown = page.getByText(/^(up|down|left|right) b\d$/);
    const before = shown.elements().length;
    await page.getByRole('button', { name: 'Show what is true here' }).click();
    await expect.poll(() => shown.elements().length).toBe(before + 4);
  });
});

describe('playing', () => {
  it('takes turns by buttons and by figures, and tells what happened', async () => {
    await expect.element(page.getByText('Task 1 of 8')).toBeVisible();
    await page.getByRole('button', { name: 'b2' }).click();
    await expect.element(page.getByText(/^You press b2 and/)).toBeVisible();
    await userEvent.keyboard('4');
    await expect
      .poll(() => app.lab.state.play.tasks[0])
      .toEqual([
        ['hm', 'b2'],
        ['hm', 'b4'],
      ]);
    // The figure was taken by the choices and leads to no other screen.
    expect(app.page.state.route.screen).toBe('lab');
  });

  it('goes on to the next task and counts beside the agent', async () => {
    while (page.getByRole('button', { name: 'Next task' }).elements().length === 0) {
      await page.getByRole('button', { name: 'b1' }).click();
    }
    await page.getByRole('button', { name: 'Let the agent play them' }).click();
    const question = app.sent.at(-1);
    if (question?.type !== 'live-pack') throw new Error('a life was expected');
    answer({ kind: 'life', life: scriptedLife(question.pack) });
    await expect.element(page.getByText(/^Of 1 task, you solved \d and the agent \d\./)).toBeVisible();
    await page.getByRole('button', { name: 'Next task' }).click();
    await expect.element(page.getByText('Task 2 of 8')).toBeVisible();
  });

  it.each([
    ['recorded text-house', 'fridge', /^You look in here: fridge\./],
    ['recorded alchemy', 'fire + air', /^You mix fire and air\. Out comes/],
  ])('works for %s too', async (agent, choice, told) => {
    await page.getByRole('combobox', { name: 'Tested' }).selectOptions(agent);
    await page.getByRole('button', { name: choice }).click();
    await expect.element(page.getByText(told)).toBeVisible();
  });
});

describe('the living agent', () => {
  it('lives on, shows every version of its notes with what changed, and brings one back', async () => {
    app.say(
      event(started()),
      event(iteration(1)),
      status({ state: 'paused', run: 'run-1', iteration: 1, restored: false }),
    );
    await page.getByRole('button', { name: 'Let it live on' }).click();
    expect(app.sent.at(-1)).toMatchObject({ type: 'live', run: 'run-1' });
    app.say({ type: 'agent', agent: AGENT }, status({ state: 'living', agent: 'agent-1' }));
    await expect.element(page.getByText('It has solved 1 of 2 tasks in one world of code lake, 50 %.')).toBeVisible();
    await expect.element(page.getByText('carried now')).toBeVisible();
    await page.getByRole('button', { name: 'Bring back version 1' }).click();
    expect(app.sent.at(-1)).toEqual({ type: 'restore-notes', agent: 'agent-1', version: 1 });
    await page.getByRole('button', { name: 'Pause its life' }).click();
    expect(app.sent.at(-1)).toEqual({ type: 'pause-living' });
  });

  it('says that there is none to live before anything is trained', async () => {
    await expect.element(page.getByRole('button', { name: 'Let it live on' })).toBeDisabled();
    await expect.element(page.getByText(/Train one first\.$/)).toBeVisible();
  });
});
