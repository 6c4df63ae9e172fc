/** Protects what opening does: it runs nothing, stores nothing, disturbs nothing, until the visitor asks. */

import { beforeEach, describe, expect, it } from 'vitest';
import { presets } from '../../learning/presets.ts';
import { changeRecipe } from '../../learning/recipe.ts';
import type { ShareAnswer } from '../../worker/share-protocol.ts';
import type { Command } from '../../worker/protocol.ts';
import { parseRoute } from '../state/route.ts';
import { agentClaim, fileClaim, FULLY, madeUpReceipt, receiptClaim } from '../testing/given.ts';
import { event, iteration, started, status } from '../testing/run-messages.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(() => {
  app = testApp();
  app.links.set('receipt-1', { kind: 'receipt', receipt: madeUpReceipt() });
  app.links.set('receipt-2', { kind: 'receipt', receipt: madeUpReceipt({ iterations: 2 }) });
});

/** The visitor follows an address. */
async function follow(fragment: string): Promise<void> {
  await app.actions.page.arrive(parseRoute(fragment));
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
}

type Asked = Extract<Command, { request: number }>;

function asked(type: Command['type']): Asked {
  const found = app.sent.findLast((command) => command.type === type);
  if (!found || !('request' in found)) throw new Error(`${type} was not sent`);
  return found;
}

function answer(type: Command['type'], what: ShareAnswer): void {
  app.say({ type: 'share', request: asked(type).request, answer: what });
}

describe('a link in the address', () => {
  it('is read and shown, and nothing of it runs', async () => {
    await follow('#open=receipt-1');
    expect(app.sent.map(({ type }) => type)).toEqual(['read-given']);
    answer('read-given', { kind: 'claim', claim: receiptClaim() });
    expect(app.open.state).toMatchObject({ claim: { kind: 'receipt' }, check: { state: 'none' } });
    expect(app.shown).toEqual([]);
  });

  it('gives way to another one, and answers about the first come too late', async () => {
    await follow('#open=receipt-1');
    const { request } = asked('read-given');
    await follow('#open=receipt-2');
    app.say({ type: 'share', request, answer: { kind: 'claim', claim: receiptClaim() } });
    expect(app.open.state.claim).toBeNull();
    answer('read-given', { kind: 'claim', claim: receiptClaim({ iterations: 2 }) });
    expect(app.open.state.claim).toMatchObject({ receipt: { iterations: 2 } });
  });

  it('stays open, verdict and all, while the visitor looks at other screens', async () => {
    await follow('#open=receipt-1');
    answer('read-given', { kind: 'claim', claim: receiptClaim() });
    app.actions.open.check('full');
    answer('check-given', { kind: 'verdict', verdict: { kind: 'identical', checked: FULLY } });
    await follow('#library');
    await follow('#open=receipt-1');
    expect(app.open.state.check).toMatchObject({ state: 'checked' });
    expect(app.sent.filter(({ type }) => type === 'read-given')).toHaveLength(1);
    await follow('#open');
    expect(app.open.state.given).toBeNull();
  });

  it('that is damaged is said to be, and the address stays', async () => {
    await follow('#open=nonsense');
    expect(app.open.state.problem).toMatchObject({ kind: 'link-damaged' });
    expect([app.sent, app.shown]).toEqual([[], []]);
  });

  it('with a setup leads to the Train screen, where it waits to be started', async () => {
    const recipe = changeRecipe(presets[0].recipe, { seed: 9, packs: 3 });
    app.links.set('setup', { kind: 'setup', recipe });
    await follow('#open=setup&lang=ru');
    expect(app.shown).toEqual(['#train&v=1&preset=code-lake&packs=3&seed=9&lang=ru']);
    await follow(app.shown[0] ?? '');
    expect(app.train.state.linked?.recipe).toEqual(recipe);
    expect(app.sent).toEqual([]);
    expect(app.open.state.given).toBeNull();
  });
});

describe('what is pasted', () => {
  it('is found in whatever it was sent in', async () => {
    await app.actions.open.paste('Look: <https://waymark.example/#open=receipt-1>');
    expect(app.shown).toEqual(['#open=receipt-1']);
  });

  it('may be a link with its settings in plain sight', async () => {
    await app.actions.open.paste('https://waymark.example/#train&v=1&preset=code-lake&seed=9');
    expect(app.shown).toEqual(['#train&v=1&preset=code-lake&seed=9']);
  });

  it('may be none, which is said', async () => {
    await app.actions.open.paste('hello');
    expect(app.open.state.problem).toMatchObject({ kind: 'link-damaged' });
  });
});

describe('files', () => {
  const file = (name: string): File => new File([name], `${name}.waymark`);

  it('are shown one after the other, and kept only when asked', async () => {
    await app.actions.open.openFiles([file('one'), file('two')]);
    expect(app.shown).toEqual(['#open']);
    await follow('#open');
    expect(asked('read-given')).toMatchObject({ given: { archive: new TextEncoder().encode('one') } });
    answer('read-given', { kind: 'claim', claim: fileClaim() });
    app.actions.open.keep();
    answer('keep-given', { kind: 'stored', run: 'heron-3', renamed: 'otter-7' });
    expect(app.open.state.keep).toEqual({ state: 'kept', run: 'heron-3', renamed: 'otter-7' });
    app.actions.open.keep();
    expect(app.sent.filter(({ type }) => type === 'keep-given')).toHaveLength(1);
    await app.actions.open.openNext();
    expect(asked('read-given')).toMatchObject({ given: { archive: new TextEncoder().encode('two') } });
    expect(app.open.state).toMatchObject({ waiting: [], keep: { state: 'none' } });
  });

  it('that cannot be read are said to be so', async () => {
    await app.actions.open.openFiles([file('one')]);
    const error = { kind: 'bad-file', message: 'This is not the file of a run.', remedy: 'Ask again.' } as const;
    answer('read-given', { kind: 'failed', error });
    expect(app.open.state.problem).toEqual(error);
  });
});

describe('a check', () => {
  beforeEach(async () => {
    app.say(event(started()), event(iteration(1)), status({ state: 'training', run: 'run-1', phase: 'rollout' }));
    await follow('#open=receipt-1');
    answer('read-given', { kind: 'claim', claim: agentClaim() });
  });

  it('begins only when asked for, draws its part, and tells how far it is', () => {
    expect(app.sent.map(({ type }) => type)).toEqual(['read-given']);
    app.actions.open.check('quick');
    expect(asked('check-given')).toMatchObject({ depth: 'quick', draw: 417, given: { payload: 'receipt-1' } });
    app.actions.open.check('full');
    expect(app.sent.filter(({ type }) => type === 'check-given')).toHaveLength(1);
    answer('check-given', { kind: 'progress', phase: 'evaluating', done: 3, total: 16 });
    expect(app.open.state).toMatchObject({ check: { phase: 'evaluating', done: 3, total: 16 }, interrupted: true });
  });

  it('can be stopped, and leaves no verdict then', () => {
    app.actions.open.check('full');
    app.actions.open.stopCheck();
    expect(app.sent.at(-1)).toEqual({ type: 'cancel-share', request: asked('check-given').request });
    answer('check-given', { kind: 'cancelled' });
    expect(app.open.state.check).toEqual({ state: 'none' });
  });

  it('is stopped when something else is opened in its place', async () => {
    app.actions.open.check('full');
    const { request } = asked('check-given');
    await follow('#open=receipt-2');
    expect(app.sent).toContainEqual({ type: 'cancel-share', request });
    app.say({ type: 'share', request, answer: { kind: 'verdict', verdict: { kind: 'identical', checked: FULLY } } });
    expect(app.open.state.check).toEqual({ state: 'none' });
  });

  it('that breaks down is no verdict', () => {
    app.actions.open.check('full');
    app.say(status({ state: 'failed', kind: 'memory', message: 'No memory left.', remedy: 'Close other tabs.' }));
    expect(app.open.state.check).toMatchObject({ state: 'failed', problem: { kind: 'memory' } });
  });

  it('hands training back', () => {
    app.actions.open.check('full');
    answer('check-given', { kind: 'verdict', verdict: { kind: 'identical', checked: FULLY } });
    app.actions.open.goOn();
    expect(app.sent.at(-1)).toEqual({ type: 'resume', run: 'run-1' });
  });

  it('can be followed by training by the same recipe', () => {
    app.actions.open.trainByIt();
    expect(app.shown.at(-1)).toMatch(/^#train&v=1&preset=code-lake/);
  });
});
