import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { EVALUATION_WORLDS } from '../../environments/ids.ts';
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

/** A world that no training draws, by the number that the die shows. */
function heldOut(seed: number): string {
  return `code-lake/4x4:${EVALUATION_WORLDS.first + seed}x4`;
}

describe('the screen before anything is trained', () => {
  it('shows a recorded life and says so', async () => {
    await expect.element(page.getByText(/^Recorded life in .*Press Play to train your own\.$/s)).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^A frozen lake/ })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  it('shows another recorded agent, and would train where that one was trained', async () => {
    say(idle);
    await page.getByRole('combobox', { name: 'Whose life to watch' }).selectOptions('alchemy');
    await expect.element(page.getByRole('img', { name: /bench/ })).toBeVisible();
    await page.getByRole('button', { name: /^Play train your own/ }).click();
    expect(sent).toMatchObject([{ type: 'start', recipe: { environment: 'alchemy/4x6' } }]);
  });

  it('goes on playing while a new life is lived, then shows it', async () => {
    const world = page.getByRole('spinbutton', { name: 'Number of the world' });
    await userEvent.fill(world, '417');
    await userEvent.keyboard('{Tab}');
    expect(sent).toMatchObject([{ type: 'live-pack', agent: { kind: 'recorded', recording: 'code-lake' } }]);
    const [command] = sent;
    if (command.type !== 'live-pack') throw new Error('no life was asked for');
    expect(command.pack).toBe(`code-lake/4x4:${EVALUATION_WORLDS.first + 417}x8`);
    const { request } = command;
    say({ type: 'lab', request, answer: { kind: 'progress', done: 3, total: 20 } });
    await expect.element(page.getByText('It lives in world 417: 3 of 20 tasks played.')).toBeVisible();
    await expect.element(page.getByText(/^Recorded life/)).toBeVisible();
    say({ type: 'lab', request, answer: { kind: 'life', life: scriptedLife(heldOut(417)) } });
    await expect.element(page.getByText(/^A new life of the recorded agent/)).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Life in world 417' }).first()).toBeVisible();
  });

  it('names the reason when a new life cannot be lived', async () => {
    await page.getByRole('button', { name: 'Have it live in another world (D)' }).click();
    const [command] = sent;
    if (command.type !== 'live-pack') throw new Error('no life was asked for');
    const error = { kind: 'engine', message: 'The engine stopped.', remedy: 'Reload the page.' } as const;
    say({ type: 'lab', request: command.request, answer: { kind: 'failed', error } });
    await expect.element(page.getByText(/The engine stopped\./)).toBeVisible();
    expect(app.run.state.rolling).toBeNull();
  });

  it('gives a number of no world back', async () => {
    const world = page.getByRole('spinbutton', { name: 'Number of the world' });
    await userEvent.fill(world, '-3');
    await userEvent.keyboard('{Tab}');
    expect(sent).toEqual([]);
    expect(app.run.state.rolling).toBeNull();
  });
});

describe('the lives', () => {
  const grid = (): HTMLElement => page.getByRole('grid').element() as HTMLElement;

  it('are chosen with the arrow keys, spoken of, and opened', async () => {
    const before = app.run.state.playback?.life;
    grid().focus();
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}');
    await expect.element(page.getByRole('gridcell', { selected: true })).toHaveAccessibleName(/task 2: /);
    expect(app.run.state.playback?.life).toBe(before);
    await userEvent.keyboard('{Enter}');
    const { playback } = app.run.state;
    expect(playback?.life).not.toBe(before);
    expect(playback?.stills[playback.index]).toMatchObject({ kind: 'opening', position: 1 });
  });

  it('draws bold arcs only to tasks that come out differently without the note', async () => {
    const life = scriptedLife(heldOut(3));
    const use = { fact: ['left', 'b4'], writtenAfter: 0, acted: true };
    const solved = life.episodes.flatMap((one) => (one.kind === 'solve' ? [one.reward > 0] : []));
    const uses = [
      { ...use, task: 1, solvedWithout: !solved[1] },
      { ...use, task: 3, solvedWithout: solved[3] },
    ];
    app.run.dispatch({ type: 'recording-loaded', recording: { ...scriptedRecording(), lives: [{ ...life, uses }] } });
    const arcs = (): readonly string[] =>
      [...(grid().getRootNode() as ShadowRoot).querySelectorAll('.arc')].map((arc) => arc.getAttribute('class') ?? '');
    grid().focus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    await expect.poll(arcs).toEqual([expect.stringMatching(/cause.*told/)]);
    await userEvent.keyboard('{End}');
    await expect.poll(arcs).toEqual([expect.stringMatching(/cause\s*$/), expect.stringMatching(/^arc\s+told/)]);
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
    await expect.element(page.getByRole('img', { name: /^Success by task in the life. notes kept/ })).toBeVisible();
  });

  it('offers another seed to a run without readers', async () => {
    say(event({ type: 'condition', condition: { kind: 'no-readers', coverage: 0.05, iteration: 25 } }));
    await page.getByRole('button', { name: 'Try seed 8' }).click();
    expect(sent).toMatchObject([{ type: 'start', recipe: { seed: 8 } }]);
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
    await userEvent.click(page.getByRole('spinbutton', { name: 'Number of the world' }));
    await userEvent.keyboard('4s k');
    expect(sent).toEqual([]);
    (page.getByRole('button', { name: 'Light or dark' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(sent.filter(({ type }) => type === 'start')).toEqual([]);
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
  it('takes the screen while it lives', async () => {
    say(event(started()), { type: 'agent', agent: AGENT }, status({ state: 'living', agent: 'agent-1' }));
    const life = scriptedLife('code-lake/4x4:17x1');
    say({ type: 'lived', lived: { agent: 'agent-1', world: AGENT.world, task: 2, life } });
    await expect.element(page.getByText(/own life goes on in/)).toBeVisible();
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('It lives on: 1 of 2 tasks solved.');
  });
});
