/** Protects what a link or a file looks like when it is opened: a claim, and a verdict only after a check. */

import { ContextProvider } from '@lit/context';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit';
import { html } from 'lit';
import type { CannotCheck, Verdict } from '../../runs/check/verdict.ts';
import type { Claim } from '../../worker/share-protocol.ts';
import { appContext } from '../app.ts';
import { agentClaim, fileClaim, FULLY, outcomeDifference, QUICKLY, receiptClaim, twoLives } from '../testing/given.ts';
import { event, started, status } from '../testing/run-messages.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './open-screen.ts';
import type { WmOpenScreen } from './open-screen.ts';

let app: TestApp;
let screen: WmOpenScreen;

/** Parts of the screen, through all shadow roots. */
function all(selector: string, root: ParentNode = screen.renderRoot): readonly HTMLElement[] {
  const inside = [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? all(selector, element.shadowRoot) : [],
  );
  return [...root.querySelectorAll<HTMLElement>(selector), ...inside];
}

/** Parts of one element, in its own shadow root. */
function inside(element: HTMLElement, selector: string): readonly HTMLElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

/** What can be read on the screen, shadow roots and all. */
function text(node: Node = screen.renderRoot): string {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLStyleElement) return '';
  const root = node instanceof Element ? (node.shadowRoot ?? node) : node;
  const children = root instanceof HTMLSlotElement ? root.assignedNodes() : [...root.childNodes];
  return children
    .map((child) => text(child))
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1');
}

function button(name: RegExp): HTMLButtonElement {
  const found = all('button').find((one) => name.test(text(one).trim()));
  if (!(found instanceof HTMLButtonElement)) throw new Error(`no button ${name}`);
  return found;
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await screen.updateComplete;
  await new Promise((resolve) => setTimeout(resolve));
}

async function show(claim: Claim | null): Promise<void> {
  if (claim) {
    const archive = new Uint8Array();
    const given =
      claim.kind === 'file'
        ? ({ kind: 'file', name: 'x.waymark', archive } as const)
        : ({ kind: 'link', payload: 'x' } as const);
    app.open.dispatch({ type: 'given', given });
    app.open.dispatch({ type: 'claimed', claim });
  }
  await settled();
}

async function conclude(verdict: Verdict): Promise<void> {
  app.open.dispatch({ type: 'checked', verdict });
  await settled();
}

beforeEach(() => {
  app = testApp();
  const place = document.createElement('div');
  document.body.append(place);
  new ContextProvider(place, { context: appContext, initialValue: app });
  render(html`<wm-open-screen></wm-open-screen>`, { container: place });
  const found = place.querySelector('wm-open-screen');
  if (!found) throw new Error('no screen');
  screen = found;
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('before anything is open', () => {
  it('takes a pasted link', async () => {
    await show(null);
    const [field] = all('textarea') as HTMLTextAreaElement[];
    field.value = 'https://waymark.example/#open=abc-1';
    field.form?.requestSubmit();
    await expect.poll(() => app.shown).toEqual(['#open=abc-1']);
  });

  it('says that what was pasted is no link, and leaves it to be mended', async () => {
    await show(null);
    const [field] = all('textarea') as HTMLTextAreaElement[];
    field.value = 'hello';
    field.form?.requestSubmit();
    await expect.poll(() => text()).toContain('There is no link of Waymark in this.');
    expect(field.value).toBe('hello');
  });

  it('takes a dropped file, and covers the page while one is held over it', async () => {
    await show(null);
    const dropped = new DataTransfer();
    dropped.items.add(new File(['?'], 'x.waymark'));
    document.dispatchEvent(new DragEvent('dragover', { dataTransfer: dropped, cancelable: true }));
    await settled();
    expect(all('.over')).toHaveLength(1);
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
    await expect.poll(() => app.sent.map(({ type }) => type)).toEqual(['read-given']);
    await settled();
    expect(all('.over')).toHaveLength(0);
  });
});

describe('a claim', () => {
  it('is in pencil: by word and by dotted lines, not by colour alone', async () => {
    await show(agentClaim());
    expect(text()).toContain('Unverified');
    expect(all('figure.pencil')).toHaveLength(1);
    expect(all('.line.dotted')).toHaveLength(2);
    expect(all('.gap')).toHaveLength(0);
    expect(all('[data-verdict]')).toHaveLength(0);
    expect(text()).toContain('It does not say who made it.');
    expect(app.sent).toEqual([]);
  });

  it('tells the recipe by its changes, the training, and what each check takes', async () => {
    await show(agentClaim());
    expect(text()).toContain('Packs per iteration: 16 → 8');
    expect(text()).toContain('60 of 60 iterations');
    expect(text(button(/^Check it/))).toMatch(/16 of 64 packs, about/);
    expect(text(button(/^Full check/)).trim()).toMatch(/^Full check, about/);
  });

  it('of a receipt has one check, and its recipe can be trained', async () => {
    await show(receiptClaim());
    expect(text(button(/^Check it/))).toContain('all of it');
    expect(all('button').some((one) => /Full check|Keep it/.test(text(one)))).toBe(false);
    button(/^Train by its recipe/).click();
    expect(app.shown.at(-1)).toMatch(/^#train&v=1/);
  });

  it('shows names and notes of others as plain text, folded', async () => {
    await show(fileClaim());
    expect(all('img')).toHaveLength(0);
    expect(text()).toContain('<img src=x onerror=alert(1)> otter');
    expect(text()).toContain('b3 left <b>up</b> b4');
    expect(
      all('details')
        .filter((one) => text(one).includes('<b>up</b>'))
        .map((one) => one.hasAttribute('open')),
    ).toEqual([false]);
  });

  it('is kept when asked, under a name that is said', async () => {
    await show(fileClaim());
    button(/^Keep it/).click();
    const { request } = app.sent.find((one) => one.type === 'keep-given') ?? {};
    if (request === undefined) throw new Error('not asked');
    app.say({ type: 'share', request, answer: { kind: 'stored', run: 'heron-3', renamed: 'otter-7' } });
    await settled();
    expect(text()).toContain('The name otter-7 is taken here, so it stands in the library as heron-3.');
    expect(all('a').some((one) => one.getAttribute('href') === '#library')).toBe(true);
  });

  it('without a receipt cannot be checked, which is said at once', async () => {
    await show(fileClaim({ receipt: null, lift: null, lives: false }));
    expect(text()).toContain('Cannot check.');
    expect(all('button').some((one) => text(one).startsWith('Check it'))).toBe(false);
    expect(button(/^Keep it/).disabled).toBe(false);
  });
});

describe('a check', () => {
  it('is warned of where something trains, and begins with the button', async () => {
    app.say(event(started()), status({ state: 'training', run: 'run-1', phase: 'rollout' }));
    await show(agentClaim());
    expect(text()).toContain('A check pauses your training');
    button(/^Check it/).click();
    await settled();
    expect(app.sent.map(({ type }) => type)).toEqual(['check-given']);
    app.open.dispatch({ type: 'check-progressed', phase: 'evaluating', done: 12, total: 64 });
    await settled();
    expect(text()).toContain('Living its packs again');
    expect(text()).toContain('task 12 of 64');
    expect(all('progress')[0]?.getAttribute('value')).toBe('12');
    button(/^Stop/).click();
    expect(app.sent.at(-1)?.type).toBe('cancel-share');
  });

  it('that has paused training offers to go on with it', async () => {
    app.say(event(started()), status({ state: 'training', run: 'run-1', phase: 'rollout' }));
    await show(agentClaim());
    app.actions.open.check('quick');
    app.say(status({ state: 'paused', run: 'run-1', iteration: 3, restored: false }));
    await conclude({ kind: 'identical', checked: QUICKLY });
    button(/^Go on training/).click();
    expect(app.sent.at(-1)).toEqual({ type: 'resume', run: 'run-1' });
  });

  it('that finds it identical inks the claim', async () => {
    await show(agentClaim());
    await conclude({ kind: 'identical', checked: FULLY });
    expect(all('[data-verdict]').map((one) => one.dataset.verdict)).toEqual(['identical']);
    expect(all('figure.pencil')).toHaveLength(0);
    expect(all('.gap').length).toBeGreaterThan(0);
    expect(text()).not.toContain('Unverified');
    expect(text()).toContain('64 packs lived again');
    expect(all('[role="status"]').some((one) => text(one).includes('Checked here: identical.'))).toBe(true);
  });

  it('that looked at a part says so', async () => {
    await show(agentClaim());
    await conclude({ kind: 'identical', checked: QUICKLY });
    expect(text()).toContain('Checked here in part: 16 of 64 packs, identical');
    expect(text(button(/^Check it all/))).toContain('all of it');
  });

  it('that agrees within tolerance leaves the claim in pencil, with both lifts', async () => {
    await show(receiptClaim({ origin: 'webgpu' }));
    const claimed = { mean: 0.46, low: 0.4, high: 0.52 };
    await conclude({ kind: 'agrees', checked: FULLY, claimed, found: { mean: 0.43, low: 0.36, high: 0.5 } });
    expect(all('figure.pencil')).toHaveLength(1);
    expect(text()).toContain('Claimed +46 points (40 to 52), found +43 (36 to 50)');
  });

  const reasons: readonly CannotCheck[] = [
    { why: 'computation', claimed: 9, here: 1 },
    { why: 'base', base: 'waymark-0123abcd' },
    { why: 'inherited', inherited: 3 },
  ];
  it.each(reasons)('that cannot be made says why: %o', async (reason) => {
    await show(agentClaim());
    await conclude({ kind: 'cannot-check', reason });
    expect(all('[data-verdict]').map((one) => one.dataset.verdict)).toEqual(['cannot-check']);
    expect(all('figure.pencil')).toHaveLength(1);
  });

  it('that breaks down is no verdict', async () => {
    await show(agentClaim());
    const problem = { kind: 'memory', message: 'No memory left.', remedy: 'Close other tabs.' } as const;
    app.open.dispatch({ type: 'check-failed', problem });
    await settled();
    expect(all('[role="alert"]').some((one) => text(one).includes('No memory left. Close other tabs.'))).toBe(true);
    expect(all('[data-verdict]')).toHaveLength(0);
    expect(text(button(/^Check it/))).toContain('16 of 64');
  });
});

describe('a difference', () => {
  const { claimed, found } = twoLives();

  it('of lives opens both side by side where they part', async () => {
    await show(fileClaim());
    const life = { part: 'life', iteration: 3, control: 'kept', life: 11, position: 2, episode: 'solve' } as const;
    const difference = { ...life, claimedLife: claimed, foundLife: found };
    await conclude({ kind: 'differs', checked: FULLY, differences: [difference], total: 1, lifts: null });
    expect(text()).toContain('Differs: iteration 3, life 12, task 2.');
    expect(
      all('wm-verdict-life')
        .flatMap((one) => inside(one, 'h3'))
        .map((one) => one.textContent.trim()),
    ).toEqual(['Claimed', 'Found here']);
    expect(all('wm-lake')).toHaveLength(2);
    const before = text(all('wm-verdict-lives')[0]);
    button(/^On$/).click();
    await settled();
    expect(text(all('wm-verdict-lives')[0])).not.toBe(before);
  });

  it('of an outcome without the life that was claimed shows the bare claim beside what was found', async () => {
    await show(agentClaim());
    const difference = outcomeDifference({ foundLife: found });
    await conclude({ kind: 'differs', checked: FULLY, differences: [difference], total: 1, lifts: null });
    expect(text()).toContain('Claimed: solved');
    expect(text()).toContain('No more than this is said of it');
    expect(text()).toContain('Found here: failed');
    expect(all('wm-lake')).toHaveLength(1);
  });

  it('of outcomes alone is marked among all of them by a shape, and listed in a table', async () => {
    await show(receiptClaim());
    const differences = [outcomeDifference(), outcomeDifference({ control: 'erased', pack: 40, position: 8 })];
    await conclude({ kind: 'differs', checked: FULLY, differences, total: 2, lifts: null });
    expect(all('svg.block')).toHaveLength(8);
    expect(all('svg.block .cross')).toHaveLength(2);
    expect(
      all('svg.block')
        .map((one) => one.getAttribute('aria-label'))
        .filter((one) => one?.includes('1 outcome differs')),
    ).toHaveLength(2);
    expect(
      all('wm-verdict-outcomes')
        .flatMap((one) => inside(one, 'tbody tr'))
        .map((row) => text(row).trim()),
    ).toEqual(['notes kept 13 5 solved failed', 'notes erased 41 8 solved failed']);
    expect(all('wm-verdict-lives')).toHaveLength(0);
  });

  it('among several is chosen by its place', async () => {
    await show(agentClaim());
    const differences = [outcomeDifference({ foundLife: found }), outcomeDifference({ pack: 14, foundLife: found })];
    await conclude({ kind: 'differs', checked: FULLY, differences, total: 9, lifts: null });
    expect(text()).toContain('The first 2 of 9 differences');
    button(/^pack 15/i).click();
    await settled();
    expect(text(inside(all('wm-verdict-lives')[0], 'h2')[0]).trim()).toBe('pack 15, task 5, notes kept');
  });
});
