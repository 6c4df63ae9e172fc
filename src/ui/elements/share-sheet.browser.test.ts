/** Protects the sheet for sharing on screen: what each way says before it is used, and what its buttons do. */

import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import type { AgentChoice, ShareAnswer } from '../../worker/share-protocol.ts';
import type { Command } from '../../worker/protocol.ts';
import type { RunSummary } from '../../runs/store.ts';
import { HOME } from '../state/route.ts';
import { fileClaim, madeUpReceipt } from '../testing/given.ts';
import { event, iteration, started, status } from '../testing/run-messages.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import '../screens/app-shell.ts';
import '../screens/train-screen.ts';
import './qr-view.ts';
import './share-ways.ts';

const LIFT = { mean: 0.42, low: 0.31, high: 0.52 };
const RECEIPT = madeUpReceipt();
const SUMMARY: RunSummary = { ...fileClaim().summary, run: 'otter-7', title: 'Long memory', iteration: 12 };
/** Too many characters for a QR code. */
const LONG = 'x'.repeat(3000);

let app: TestApp;

async function show(): Promise<void> {
  app = testApp();
  await app.actions.page.arrive({ ...HOME, screen: 'train' });
  render(html`<wm-app .app=${app}></wm-app>`);
}

beforeEach(show);
afterEach(cleanup);

function lastSent<Type extends Command['type']>(type: Type): Extract<Command, { type: Type }> {
  const found = app.sent.findLast((command) => command.type === type);
  if (!found) throw new Error(`${type} was not sent`);
  return found as Extract<Command, { type: Type }>;
}

/** How the run stands, when the sheet asks. */
async function tellRun(changes: Partial<RunSummary> = {}): Promise<void> {
  await expect.poll(() => app.sent.some(({ type }) => type === 'read-run')).toBe(true);
  const run = { ...SUMMARY, ...changes };
  const iterations = [event(iteration(1)), event(iteration(2))].flatMap(({ event: one }) =>
    one.type === 'iteration' ? [one.record] : [],
  );
  app.say({
    type: 'library',
    request: lastSent('read-run').request,
    answer: { kind: 'run', run, iterations, evaluations: [] },
  });
}

/** Opens the sheet for a stored run. */
async function open(changes: Partial<RunSummary> = {}): Promise<void> {
  void app.actions.share.open('otter-7');
  await tellRun(changes);
  await expect.element(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
}

/** Answers the last thing that was to be made; what is final is followed by a look at the run. */
async function answer(type: 'make-receipt' | 'make-agent' | 'make-file', what: ShareAnswer): Promise<void> {
  const asked = app.sent.length;
  app.say({ type: 'share', request: lastSent(type).request, answer: what });
  if (!['receipt', 'agent', 'file'].includes(what.kind)) return;
  await expect.poll(() => app.sent.length).toBeGreaterThan(asked);
  await tellRun();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Also in a shadow tree, where the document knows only the host. */
function hasFocus(name: string): boolean {
  return button(name).query()?.matches(':focus') ?? false;
}

function choice(bits: AgentChoice['bits'], kept: number, payload: string): AgentChoice {
  const adapter = {
    settings: { rank: 1, alpha: 2, targets: ['q_proj'] as const },
    bits,
    scales: new Uint16Array(2),
    values: new Int8Array(8),
  };
  app.links.set(payload, { kind: 'agent', receipt: RECEIPT, adapter, trained: 'f'.repeat(32) });
  return { bits, payload, lift: { mean: 0.4 * kept, low: 0.3 * kept, high: 0.5 * kept }, kept };
}

describe('without a run', () => {
  it('shares the recipe that is being edited, and says why there is no more', async () => {
    await button('Share').click();
    await expect.element(page.getByRole('dialog', { name: 'Share this recipe' })).toBeVisible();
    await button('Copy the setup link').click();
    await expect.element(page.getByText('Copied.')).toBeVisible();
    expect(app.copied).toEqual(['https://waymark.example/#open=setup-0']);
    expect([...app.links.values()]).toMatchObject([{ kind: 'setup', recipe: { seed: 6 } }]);
    expect(page.getByText('There is no run yet.', { exact: false }).elements()).toHaveLength(3);
    await expect.element(button('Make the receipt')).not.toBeInTheDocument();
  });

  it('turns to the stored run where the worker tells of it only now', async () => {
    await button('Share').click();
    await expect.element(page.getByRole('dialog', { name: 'Share this recipe' })).toBeVisible();
    app.say({ type: 'history', run: 'otter-7', events: [started('otter-7')] });
    await tellRun();
    await expect.element(page.getByRole('dialog', { name: /Long memory/ })).toBeVisible();
    await expect.element(button('Make the link')).toBeVisible();
  });

  it('stays closed, where it was closed, when the worker tells of a stored run', async () => {
    await button('Share').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Share this recipe' })).not.toBeInTheDocument();
    app.say({ type: 'history', run: 'otter-7', events: [started('otter-7')] });
    await expect.element(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    expect(app.sent.some(({ type }) => type === 'read-run')).toBe(false);
  });
});

describe('a setup', () => {
  it('says how long it is before it is copied, and all that it holds', async () => {
    await open();
    const length = 'https://waymark.example/#open=setup-0'.length;
    await expect.element(page.getByText(`${length} characters`)).toBeVisible();
    await expect.element(page.getByText(/nothing of who made them/)).toBeVisible();
    await page.getByText('All that it holds').first().click();
    await expect.element(page.getByText(/For code lake/).first()).toBeVisible();
    expect(app.copied).toEqual([]);
  });

  it('stands selected where copying is refused', async () => {
    await open();
    app.share.dispatch({ type: 'passed', passed: { way: 'setup', how: 'refused' } });
    const link = page.getByRole('textbox', { name: 'The link' });
    await expect.element(link).toHaveValue('https://waymark.example/#open=setup-0');
    const area = link.element() as HTMLTextAreaElement;
    expect(area.selectionEnd - area.selectionStart).toBe(area.value.length);
  });

  it('is passed on by the system, and shown as a QR code that Escape takes away', async () => {
    await open();
    await button('Share the setup link').click();
    expect(app.handedOver).toEqual(['https://waymark.example/#open=setup-0']);
    await button('QR code of the setup link').click();
    const view = page.getByRole('dialog', { name: 'Scan for the recipe of Long memory' });
    await expect.element(view).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^QR code of a link to this page/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(view).not.toBeInTheDocument();
    await expect.poll(() => hasFocus('QR code of the setup link')).toBe(true);
    await expect.element(page.getByRole('dialog', { name: 'Share Long memory' })).toBeVisible();
  });
});

describe('a receipt', () => {
  it('is made with progress, by one button that keeps the focus, and then claims with its interval', async () => {
    await open();
    await button('Make the receipt').click();
    await answer('make-receipt', { kind: 'progress', phase: 'evaluating', done: 410, total: 1024 });
    await expect.element(page.getByText('The agent lives the packs of the receipt: 40 %.')).toBeVisible();
    await expect.element(button('Make the link')).toBeDisabled();
    await expect.poll(() => hasFocus('Cancel: Receipt')).toBe(true);
    app.links.set('r', { kind: 'receipt', receipt: RECEIPT });
    await answer('make-receipt', { kind: 'receipt', receipt: RECEIPT, lift: LIFT, payload: 'r' });
    await expect.element(page.getByText(/^It claims a lift of \+42, 95 % interval \+31 to \+52/)).toBeVisible();
    await expect.poll(() => hasFocus('Copy the receipt link')).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => app.copied).toEqual(['https://waymark.example/#open=r']);
  });

  it('can be stopped, and closing the sheet stops it too', async () => {
    await open();
    await button('Make the receipt').click();
    await button('Cancel: Receipt').click();
    const { request } = lastSent('make-receipt');
    expect(lastSent('cancel-share')).toEqual({ type: 'cancel-share', request });
    await answer('make-receipt', { kind: 'cancelled' });
    await expect.element(button('Make the receipt')).toBeEnabled();
    await button('Make the receipt').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => lastSent('cancel-share').request).toBe(lastSent('make-receipt').request);
  });

  it('that cannot be made says why and what to do, and can be tried again', async () => {
    await open();
    await button('Make the receipt').click();
    const error = { kind: 'memory', message: 'There is no room.', remedy: 'Close other tabs.' } as const;
    await answer('make-receipt', { kind: 'failed', error });
    await expect.element(page.getByRole('alert').getByText('There is no room.')).toBeVisible();
    await expect.element(button('Make the receipt')).toBeEnabled();
  });

  it('gives up with a worker that has broken down', async () => {
    await open();
    await button('Make the receipt').click();
    app.say(status({ state: 'failed', kind: 'engine', message: 'The worker broke down.', remedy: 'Try again.' }));
    await expect.element(page.getByRole('alert').getByText('The worker broke down.')).toBeVisible();
  });

  it('is not offered for what nobody could train again', async () => {
    await open({ inherited: 5 });
    await expect.element(page.getByText(/goes on from 5 iterations of another run/)).toBeVisible();
    await expect.element(button('Make the receipt')).not.toBeInTheDocument();
    await expect.element(button('Make the link')).toBeEnabled();
  });
});

describe('an agent', () => {
  it('shows what each number of bits keeps, and copies the link of the one taken', async () => {
    await open();
    await button('Make the link').click();
    const choices = [choice(3, 0.8, 'three'), choice(4, 0.97, 'four'), choice(8, 1, LONG)];
    await answer('make-agent', { kind: 'agent', lift: LIFT, choices, chosen: 1 });
    const taken = page.getByRole('radio', { name: '4 bits: 34 characters, keeps 97 %' });
    await expect.element(taken).toBeChecked();
    await button('Copy the agent link').click();
    await page.getByRole('radio', { name: /^3 bits/ }).click();
    await expect.element(page.getByText(/You have chosen otherwise/)).toBeVisible();
    await button('Copy the agent link').click();
    expect(app.copied).toEqual(['https://waymark.example/#open=four', 'https://waymark.example/#open=three']);
    await expect.element(button('QR code of the agent link')).toBeVisible();
    await page.getByRole('radio', { name: /^8 bits/ }).click();
    await expect.element(page.getByText(/^Too long for a QR code: it has 3,030 characters/)).toBeVisible();
    await expect.element(button('QR code of the agent link')).not.toBeInTheDocument();
  });
});

describe('a file', () => {
  it('says its size before it is saved, and leaves living agents out where they are not ticked', async () => {
    await open();
    await page.getByRole('checkbox', { name: 'with its living agents and their notes' }).click();
    await button('Make the file').click();
    expect(lastSent('make-file')).toMatchObject({ run: 'otter-7', agents: false });
    const archive = new Uint8Array(1_234_567);
    await answer('make-file', {
      kind: 'file',
      name: 'otter-7.waymark',
      archive,
      agents: 1,
      unreceipted: null,
      omitted: [],
    });
    await expect.element(page.getByText('1.2 MB')).toBeVisible();
    await button('Save the file').click();
    expect(app.saved.map(({ name }) => name)).toEqual(['otter-7.waymark']);
    await page.getByRole('checkbox', { name: 'with its living agents and their notes' }).click();
    await expect.element(button('Make the file')).toBeVisible();
  });

  it('says what it lacks: a receipt that could not be computed, and what can no longer be read', async () => {
    await open();
    await button('Make the file').click();
    await answer('make-file', {
      kind: 'file',
      name: 'otter-7.waymark',
      archive: new Uint8Array(3),
      agents: 0,
      unreceipted: 'No network.',
      omitted: ['the lives of iteration 2 of run otter-7', 'evaluation 1 of run otter-7'],
    });
    await expect.element(page.getByText(/no receipt, so what it claims cannot be checked. No network.$/)).toBeVisible();
    const lacking = /which the file lacks: the lives of iteration 2 of run otter-7 and evaluation 1 of run otter-7.$/;
    await expect.element(page.getByText(lacking)).toBeVisible();
    await expect.element(button('Save the file')).toBeVisible();
  });
});

describe('training that was going on', () => {
  it('is said to pause, and is resumed by one press', async () => {
    app.say({ type: 'history', run: 'otter-7', events: [started('otter-7'), iteration(1)] });
    app.say(status({ state: 'training', run: 'otter-7', phase: 'rollout' }));
    await open();
    await expect.element(page.getByText(/Training pauses while something is made/)).toBeVisible();
    await button('Make the receipt').click();
    app.say(status({ state: 'paused', run: 'otter-7', iteration: 12, restored: false }));
    await button('Resume training').click();
    expect(lastSent('resume')).toEqual({ type: 'resume', run: 'otter-7' });
    await expect.element(button('Resume training')).not.toBeInTheDocument();
  });
});

describe('a class link', () => {
  it('is shown as a QR code too', async () => {
    app.actions.page.openSheet('class-link');
    await button('QR code').click();
    await expect.element(page.getByRole('dialog', { name: 'Scan to begin' })).toBeVisible();
    await expect.element(page.getByText('https://waymark.example/#watch').last()).toBeVisible();
  });
});

it('says that sharing is not to be had where its code cannot be fetched', async () => {
  app.share.dispatch({ type: 'code-missing' });
  app.actions.page.openSheet('share');
  await expect.element(page.getByText('The code for sharing did not load.')).toBeVisible();
});
