/** Protects the Train screen by hand and by keyboard: slots open and close, edits wait, credit can be walked. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import './app-shell.ts';
import './train-screen.ts';
import { parseRoute } from '../state/route.ts';
import { madeUpCredit } from '../testing/group-credit.ts';
import { event, iteration, started, status } from '../testing/run-messages.ts';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

async function show(fragment = '#train'): Promise<void> {
  app = testApp();
  await app.actions.page.arrive(parseRoute(fragment));
  render(html`<wm-app .app=${app}></wm-app>`);
}

const PAUSED = status({ state: 'paused', run: 'run-1', iteration: 1, restored: false });

function train(): void {
  app.say(event(started()), event(iteration(1)), PAUSED);
}

/** What has the focus, through all shadow roots. */
function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

afterEach(cleanup);

describe('the recipe', () => {
  beforeEach(() => show());

  it('opens a slot with what it means, and closes it with Escape, giving the focus back', async () => {
    const slot = page.getByRole('button', { name: 'Credit: every note before it' });
    await slot.click();
    await expect.element(page.getByText('Which rewards an episode is paid for')).toBeVisible();
    await expect.poll(() => focused()?.matches('input[type=radio]:checked')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Which rewards an episode is paid for')).not.toBeInTheDocument();
    await expect.poll(() => focused()).toBe(slot.element());
  });

  it('keeps what is being typed while training goes on', async () => {
    await page.getByRole('button', { name: 'Packs per iteration: 8 packs' }).click();
    const field = page.getByRole('textbox', { name: 'Packs per iteration' });
    await field.fill('12');
    app.say(event(started()), event(iteration(1)), event(iteration(2)));
    app.actions.train.openSetting('packs');
    await expect.element(field).toBeVisible();
    await field.fill('13');
    app.say(event(iteration(3)));
    await expect.element(page.getByText('Iteration 3 of 60')).toBeVisible();
    await expect.element(field).toHaveValue('13');
  });

  it('shows edits as changes that wait, with the reason where a fork is impossible', async () => {
    train();
    app.actions.train.change('loraRank', '2');
    await expect.element(page.getByText('Rank: 4 → 2')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Fork from here' })).toBeDisabled();
    await expect.element(page.getByText('An adapter of another shape cannot go on from this one.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Rank: 4 → 2')).not.toBeInTheDocument();
    expect(app.sent.filter(({ type }) => type === 'start' || type === 'fork')).toEqual([]);
  });
});

describe('a link with settings', () => {
  it('is said to have brought them, until a run starts', async () => {
    await show('#train&v=1&preset=code-lake&seed=9');
    await expect.element(page.getByText('This recipe came with a link.')).toBeVisible();
    await expect.element(page.getByText('As its preset, seed 9')).toBeVisible();
    expect(app.sent).toEqual([]);
    train();
    await expect.element(page.getByText('This recipe came with a link.')).not.toBeInTheDocument();
  });
});

describe('a class link', () => {
  it('takes settings out of reach and leaves their values to read', async () => {
    await show('#train&hide=rank,presets,metrics');
    await expect.element(page.getByRole('button', { name: /^Loss/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Rank/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Or start from' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('tab', { name: 'All curves' })).not.toBeInTheDocument();
  });
});

describe('what it has come to', () => {
  beforeEach(() => show());

  it('is the evaluation, not the training figures', async () => {
    train();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('before its first evaluation');
    app.say(event({ type: 'evaluation', record: madeUpEvaluation([0.3, 0.6, 0.7, 0.7], [0.3, 0.3, 0.3, 0.3], 300) }));
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/% at task 1, \d+ % by task 4\./);
  });

  it('shows who got the credit, to be walked by arrow keys', async () => {
    train();
    const asked = app.sent.find((command) => command.type === 'read-credit');
    if (asked?.type !== 'read-credit') throw new Error('nobody asked');
    app.say({ type: 'lab', request: asked.request, answer: { kind: 'credit', credit: madeUpCredit() } });
    const square = page.getByRole('gridcell', { name: 'Life 1, notes after task 1: +0.50, above its group' });
    await expect.element(square).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('50 → 62 %').first()).toBeVisible();
    await square.click();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect
      .element(page.getByRole('gridcell', { name: 'Life 2, task 2: −0.25, below its group' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('heading', { name: 'Life 2, task 2' })).toBeVisible();
    // The words of another life have to be asked for.
    await expect.element(page.getByText('Its words are being read.')).toBeVisible();
    expect(app.sent.filter(({ type }) => type === 'read-credit')).toMatchObject([{ life: 0 }, { life: 1 }]);
  });

  it('judges a run by thresholds that it states', async () => {
    train();
    await page.getByRole('tab', { name: 'Is it collapsing?' }).click();
    await expect.element(page.getByRole('heading', { name: 'Do its notes hold anything?' })).toBeVisible();
    await expect.element(page.getByText('Healthy: they hold 30 % of the facts, above 8 %.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'All curves' })).toHaveAttribute('aria-selected', 'true');
  });
});
