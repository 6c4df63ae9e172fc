import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import type { Command } from '../../worker/protocol.ts';
import { AGENT, ENGINE, event, iteration, started, status } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedLife, scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './app-shell.ts';

let app: TestApp;
let say: TestApp['say'];
let sent: Command[];

beforeEach(() => {
  app = testApp();
  ({ say, sent } = app);
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
  render(html`<wm-app .app=${app}></wm-app>`);
});

afterEach(cleanup);

const idle = status({ state: 'idle', engine: ENGINE, latestRun: null });
const training = status({ state: 'training', run: 'run-1', phase: 'rollout' });

describe('the screen before anything is trained', () => {
  it('shows a recorded life and says so', async () => {
    await expect.element(page.getByText('Recorded life in code lake. Press Play to train your own.')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^A frozen lake/ })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^First task/);
  });

  it('starts the run that the visitor chose', async () => {
    say(idle);
    await page.getByRole('combobox', { name: 'Train in' }).selectOptions('alchemy');
    await userEvent.fill(page.getByRole('spinbutton', { name: 'seed' }), '12');
    await userEvent.keyboard('{Tab}');
    await page.getByRole('button', { name: /^Play train your own, seed 12/ }).click();
    expect(sent).toMatchObject([{ type: 'start', recipe: { environment: 'alchemy/4x6', seed: 12 } }]);
  });

  it('gives a seed that is none back', async () => {
    const seed = page.getByRole('spinbutton', { name: 'seed' });
    await userEvent.fill(seed, '-3');
    await userEvent.keyboard('{Tab}');
    await expect.element(seed).toHaveValue(1);
  });
});

describe('the screen while training', () => {
  beforeEach(() => say(idle, event(started()), training, event(iteration(1))));

  it('names iteration, speed and engine, and pauses', async () => {
    await expect.element(page.getByText('Iteration 1 of 60')).toBeVisible();
    await expect.element(page.getByText('It runs in this tab, on the CPU')).toBeVisible();
    await page.getByRole('button', { name: /^Pause loses nothing/ }).click();
    expect(sent).toEqual([{ type: 'pause' }]);
    await expect.element(page.getByRole('button', { name: /^Pause after this iteration/ })).toBeVisible();
  });

  it('says how a graphics device computes, and what it was replaced by when it fails', async () => {
    const paths = [{ part: 'products of few rows', chosen: 'wide', why: 'the fastest here' }];
    say({ type: 'engine', engine: { name: 'webgpu', detail: 'WebGPU, a made-up adapter' }, paths });
    await expect.element(page.getByText('It runs in this tab, on the GPU, through WebGPU.')).toBeVisible();
    await page.getByText('How this device computes').click();
    await expect.element(page.getByText('products of few rows: wide, the fastest here')).toBeVisible();
    const work = { kind: 'run', run: 'run-1', iteration: 1 } as const;
    say({ type: 'rescue', rescue: { kind: 'gpu-lost', message: 'Lost.', onto: 'new-device', work } });
    await expect.element(page.getByText('Going on from iteration 1 on a new device.')).toBeVisible();
    await page.getByRole('button', { name: 'All right' }).click();
    await expect.element(page.getByText('The graphics device was lost.')).not.toBeInTheDocument();
  });

  it('does not pass training off as an evaluation', async () => {
    await expect.element(page.getByText('No evaluation yet. The first comes after 5 iterations')).toBeVisible();
    say(event({ type: 'evaluation', record: madeUpEvaluation([0.3, 0.9], [0.3, 0.3]) }));
    await expect.element(page.getByRole('img', { name: /^Success by task in the life. Notes kept/ })).toBeVisible();
  });

  it('offers another seed to a run without readers', async () => {
    say(event({ type: 'condition', condition: { kind: 'no-readers', coverage: 0.05, iteration: 25 } }));
    await page.getByRole('button', { name: 'Try seed 8' }).click();
    expect(sent).toMatchObject([{ type: 'start', recipe: { seed: 8 } }]);
  });

  it('loads the curves when they are opened', async () => {
    await page.getByText('Training curves (not an evaluation)').click();
    await expect.element(page.getByRole('img', { name: /^Success by iteration/ })).toBeVisible();
    await page.getByText('The same as a table').last().click();
    await expect.element(page.getByRole('cell', { name: '4,000' })).toBeVisible();
  });
});

describe('the keyboard', () => {
  it('plays, steps and replays', async () => {
    say(idle);
    await userEvent.keyboard(' ');
    expect(sent).toMatchObject([{ type: 'start' }]);
    const before = app.run.state.playback?.index ?? 0;
    await userEvent.keyboard('l');
    expect(app.run.state.playback?.index).toBe(before + 1);
    await userEvent.keyboard('jk');
    expect(app.run.state).toMatchObject({ replaying: true, playback: { index: before } });
    await userEvent.keyboard('{Shift>}L{/Shift}');
    expect(app.run.state.playback?.stills[app.run.state.playback.index]).toMatchObject({
      kind: 'opening',
      position: 1,
    });
  });

  it('moves along the life with the arrow keys', async () => {
    const trail = page.getByRole('slider', { name: 'Where in the life' });
    (trail.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
    expect(app.run.state.playback?.index).toBe(2);
    await expect.element(trail).toHaveAttribute('aria-valuetext', 'Task 1 of 6, writing its notes');
    await userEvent.keyboard('{End}');
    await expect.element(trail).toHaveAttribute('aria-valuenow', String(app.run.state.playback?.stills.length));
  });

  it('types into the seed without playing, and leaves the space bar to buttons', async () => {
    say(idle);
    await userEvent.click(page.getByRole('spinbutton', { name: 'seed' }));
    await userEvent.keyboard('4s k');
    expect(sent).toEqual([]);
    (page.getByRole('button', { name: 'Light or dark' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(sent).toEqual([]);
    delete document.documentElement.dataset.theme;
    localStorage.clear();
  });

  it('lists its keys, and can be told to leave them alone', async () => {
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Single keys are shortcuts' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    const before = app.run.state.playback?.index;
    await userEvent.keyboard('l');
    expect(app.run.state.playback?.index).toBe(before);
    localStorage.clear();
  });
});

describe('the living agent', () => {
  it('lives on, shows every version of its notes and brings one back', async () => {
    say(
      idle,
      event(started()),
      event(iteration(1)),
      status({ state: 'paused', run: 'run-1', iteration: 1, restored: false }),
    );
    await page.getByRole('button', { name: 'Let it live on' }).click();
    expect(sent).toMatchObject([{ type: 'live', run: 'run-1' }]);
    say({ type: 'agent', agent: AGENT }, status({ state: 'living', agent: 'agent-1' }));
    await expect.element(page.getByText('carried now')).toBeVisible();
    await page.getByRole('button', { name: 'Bring back version 1' }).click();
    expect(sent[1]).toEqual({ type: 'restore-notes', agent: 'agent-1', version: 1 });
  });

  it('takes the screen while it lives', async () => {
    say(event(started()), { type: 'agent', agent: AGENT }, status({ state: 'living', agent: 'agent-1' }));
    const life = scriptedLife('code-lake/4x4:17x1');
    say({ type: 'lived', lived: { agent: 'agent-1', world: AGENT.world, task: 2, life } });
    await expect.element(page.getByText(/own life goes on in code lake/)).toBeVisible();
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('It lives on: 1 of 2 tasks solved.');
  });
});
