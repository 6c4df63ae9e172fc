/** Protects the library on screen: what stands there is what is stored, and everything can be done and undone. */

import { ContextProvider } from '@lit/context';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit';
import { html } from 'lit';
import type { LibraryAnswer, LibraryRun } from '../../worker/library-protocol.ts';
import type { Command } from '../../worker/protocol.ts';
import { appContext } from '../app.ts';
import { ENGINE, RECIPE } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedRecording } from '../testing/scripted-lives.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './library-screen.ts';
import type { WmLibraryScreen } from './library-screen.ts';

const NOW = Date.UTC(2026, 10, 30);

function storedRun(run: string, changes: Partial<LibraryRun> = {}): LibraryRun {
  return {
    run,
    title: null,
    recipe: RECIPE,
    engine: ENGINE,
    created: NOW,
    updated: NOW,
    parent: null,
    inherited: 0,
    iteration: 60,
    events: 70,
    finished: true,
    inUse: false,
    evaluation: madeUpEvaluation([0.3, 0.5, 0.6, 0.7], [0.3, 0.3, 0.3, 0.3], 200),
    ...changes,
  };
}

const OTTER = storedRun('otter-1');
const FORK = storedRun('heron-2', {
  parent: 'otter-1',
  inherited: 40,
  recipe: { ...RECIPE, groupSize: 16 },
  evaluation: null,
});

let app: TestApp;
let screen: WmLibraryScreen;

/** Parts of the screen, through all shadow roots. */
function all(selector: string, root: ParentNode = screen.renderRoot): readonly HTMLElement[] {
  const inside = [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? all(selector, element.shadowRoot) : [],
  );
  return [...root.querySelectorAll<HTMLElement>(selector), ...inside];
}

/** What can be read on the screen, shadow roots and all. */
function text(node: Node = screen.renderRoot): string {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLStyleElement) return '';
  const root = node instanceof Element ? (node.shadowRoot ?? node) : node;
  const children = root instanceof HTMLSlotElement ? root.assignedNodes() : [...root.childNodes];
  const parts = children.map((child) => text(child)).join(' ');
  return parts.replace(/\s+/g, ' ').replace(/ ([.,])/g, '$1');
}

function button(name: string): HTMLButtonElement {
  const found = all('button').find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name);
  if (!(found instanceof HTMLButtonElement)) throw new Error(`no button ${name}`);
  return found;
}

function lastSent<Type extends Command['type']>(type: Type): Extract<Command, { type: Type }> {
  const found = app.sent.findLast((command) => command.type === type);
  if (!found) throw new Error(`${type} was not sent`);
  return found as Extract<Command, { type: Type }>;
}

/** Answers the last command of a type, and waits until the screen has taken it up. */
async function answer(
  type: 'list-runs' | 'rename-run' | 'delete-run' | 'undelete-run' | 'read-run' | 'purge-run',
  what: LibraryAnswer,
): Promise<void> {
  await expect.poll(() => app.sent.some((command) => command.type === type)).toBe(true);
  app.say({ type: 'library', request: lastSent(type).request, answer: what });
  await settled();
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  for (const row of all('wm-library-run'))
    await (row as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
  await screen.updateComplete;
}

async function show(runs: readonly LibraryRun[]): Promise<void> {
  app = testApp();
  app.run.dispatch({ type: 'recording-loaded', recording: scriptedRecording() });
  const place = document.createElement('div');
  document.body.append(place);
  new ContextProvider(place, { context: appContext, initialValue: app });
  render(html`<wm-library-screen></wm-library-screen>`, { container: place });
  const found = place.querySelector('wm-library-screen');
  if (!found) throw new Error('no screen');
  screen = found;
  await answer('list-runs', { kind: 'runs', runs, damaged: [] });
}

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('an empty library', () => {
  beforeEach(() => show([]));

  it('says what to do, and offers the recorded run to compare with', () => {
    expect(text()).toContain('No run of yours is kept here yet.');
    expect(text()).toContain('Train one');
    expect(text()).toContain('The recorded run');
    expect(all('button').some((one) => one.textContent.trim() === 'Open')).toBe(false);
  });
});

describe('the list', () => {
  beforeEach(() => show([OTTER, FORK]));

  it('names what each run found, with its interval and packs, and how it differs', () => {
    const { lift } = OTTER.evaluation ?? { lift: { mean: 0 } };
    expect(text()).toContain(`+${Math.round(lift.mean * 100)} points`);
    expect(text()).toContain('on 200 packs');
    expect(text()).toContain('Forked from otter-1 after 40 iterations');
    expect(text()).toContain('Lives per pack: 8 → 16');
    expect(text()).toContain('not evaluated');
  });

  it('opens a run on the page', () => {
    button('Open otter-1').click();
    expect(lastSent('open-run')).toEqual({ type: 'open-run', run: 'otter-1' });
    expect(app.shown).toContain('#watch');
  });

  it('renames a run, and says in place why a name is none', async () => {
    button('More for otter-1').click();
    await settled();
    button('Rename').click();
    await settled();
    const [input] = all('form input') as HTMLInputElement[];
    input.value = 'Long memory';
    input.form?.requestSubmit();
    await expect.poll(() => lastSent('rename-run')).toMatchObject({ run: 'otter-1', title: 'Long memory' });
    await answer('rename-run', { kind: 'done' });
    await answer('list-runs', { kind: 'runs', runs: [{ ...OTTER, title: 'Long memory' }, FORK], damaged: [] });
    await expect.poll(() => text()).toContain('Long memory');
    await app.actions.library.rename('otter-1', 'x'.repeat(61));
    await settled();
    expect(all('[role="alert"]').some((one) => one.textContent.includes('61 characters'))).toBe(true);
  });

  it('forks with what is typed, and refuses a fork that would train nothing', async () => {
    button('More for otter-1').click();
    await settled();
    button('Fork').click();
    await settled();
    const field = (name: string) => all(`[name="${name}"]`)[0] as HTMLInputElement;
    expect(field('iterations').value).toBe('120');
    field('iterations').value = '60';
    field('iterations').form?.requestSubmit();
    await settled();
    expect(app.sent.some(({ type }) => type === 'fork')).toBe(false);
    expect(text()).toContain('The fork would have nothing left to train.');
    field('iterations').value = '90';
    field('learningRate').value = '0.02';
    field('iterations').form?.requestSubmit();
    expect(lastSent('fork')).toMatchObject({ run: 'otter-1', changes: { iterations: 90, learningRate: 0.02 } });
    expect(app.shown).toContain('#train');
  });

  it('opens the sheet for sharing, which has its file', async () => {
    button('More for otter-1').click();
    await settled();
    button('Share').click();
    expect(app.page.state.sheet).toBe('share');
    expect(lastSent('read-run').run).toBe('otter-1');
  });

  it('saves tables and data', async () => {
    const table = app.actions.library.save('otter-1', 'evaluations');
    const evaluations = OTTER.evaluation ? [OTTER.evaluation] : [];
    await answer('read-run', { kind: 'run', run: OTTER, iterations: [], evaluations });
    await table;
    expect(app.saved.map(({ name }) => name)).toEqual(['otter-1-evaluations.csv']);
    expect(text()).toContain('otter-1-evaluations.csv was saved');
  });
});

describe('deleting', () => {
  beforeEach(() => show([OTTER, FORK]));

  async function deleteOtter(): Promise<void> {
    void app.actions.library.remove('otter-1', 'otter-1');
    await answer('delete-run', { kind: 'done' });
  }

  it('can be undone, and time stands still while the visitor is at it', async () => {
    await deleteOtter();
    expect(all('h3').map((heading) => heading.textContent.trim())).not.toContain('otter-1');
    const undo = button('Undo: have otter-1 back');
    undo.focus();
    app.timeIsUp();
    await settled();
    expect(app.sent.some(({ type }) => type === 'purge-run')).toBe(false);
    undo.click();
    await answer('undelete-run', { kind: 'done' });
    expect(all('wm-library-undo li')).toHaveLength(0);
  });

  it('is for good when the time is over', async () => {
    await deleteOtter();
    app.timeIsUp();
    await expect.poll(() => lastSent('purge-run')).toMatchObject({ run: 'otter-1' });
    await settled();
    expect(all('li button').some((one) => one.textContent.includes('Undo'))).toBe(false);
  });

  it('leaves a run that is at work where it is, and says why', async () => {
    void app.actions.library.remove('otter-1', 'otter-1');
    const error = { kind: 'busy', message: 'Run otter-1 is at work.', remedy: 'Pause it.' } as const;
    await answer('delete-run', { kind: 'failed', error });
    expect(text()).toContain('Run otter-1 is at work. Pause it.');
    expect(text()).toContain('Open');
  });
});

describe('comparing', () => {
  const other = storedRun('lynx-3', {
    recipe: { ...RECIPE, learningRate: 0.02 },
    evaluation: madeUpEvaluation([0.3, 0.3, 0.3, 0.3], [0.3, 0.3, 0.3, 0.3], 200),
  });

  beforeEach(() => show([OTTER, other]));

  it('lays Staircases over one another, with other marks and dashes, and lists only what differs', async () => {
    for (const box of all('input[type="checkbox"]').slice(0, 2)) box.click();
    await settled();
    const lines = all('wm-staircase-chart')[0]?.shadowRoot?.querySelectorAll('svg .line') ?? [];
    await expect
      .poll(() => all('svg.picture [data-series]').map((one) => one.dataset.series))
      .toEqual(['otter-1', 'lynx-3']);
    expect(new Set(all('svg.picture .line').map((line) => line.getAttribute('class'))).size).toBe(2);
    expect(lines.length).toBe(2);
    expect(text()).toContain('Step size');
    expect(all('table th[scope="row"]').map((cell) => cell.textContent.trim())).toContain('Step size');
    expect(text()).not.toContain('Adapter rank');
  });

  it('says what it cannot draw', async () => {
    await answer('list-runs', { kind: 'runs', runs: [OTTER, { ...other, evaluation: null }], damaged: [] });
    app.actions.library.compare('otter-1', true);
    app.actions.library.compare('lynx-3', true);
    app.actions.library.arrive();
    await answer('list-runs', { kind: 'runs', runs: [OTTER, { ...other, evaluation: null }], damaged: [] });
    await expect.poll(() => text()).toContain('Not evaluated yet, so not drawn: lynx-3.');
  });

  it('saves the picture', async () => {
    app.actions.library.compare('otter-1', true);
    app.actions.library.compare('lynx-3', true);
    await expect.poll(() => all('button').some((one) => one.textContent.trim() === 'Save as SVG')).toBe(true);
    button('Save as SVG').click();
    await expect.poll(() => app.saved.map(({ name }) => name)).toEqual(['waymark-staircase.svg']);
  });
});

describe('files and room', () => {
  beforeEach(() => show([OTTER]));

  it('shows what a dropped file claims, and keeps nothing of it yet', async () => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([new Uint8Array([80, 75])], 'otter-1.waymark'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
    await expect.poll(() => app.shown).toContain('#open');
    expect(lastSent('read-given').given).toEqual({ kind: 'file', archive: new Uint8Array([80, 75]) });
    expect(app.sent.some(({ type }) => type === 'keep-given')).toBe(false);
  });

  it('gives up waiting for a worker that has broken down, and asks the next one', async () => {
    const saving = app.actions.library.save('otter-1', 'data');
    const failure = { kind: 'engine', message: 'The training worker broke down.', remedy: 'Try again.' } as const;
    app.say({ type: 'status', status: { state: 'failed', ...failure } });
    await saving;
    await settled();
    expect(text()).toContain('The training worker broke down. Try again.');
    const asked = app.sent.length;
    app.say({ type: 'status', status: { state: 'idle', engine: ENGINE, latestRun: null } });
    expect(app.sent.slice(asked).map(({ type }) => type)).toContain('list-runs');
  });

  it('says how much room is used, and what a refusal to keep it means', async () => {
    await expect.poll(() => text()).toContain('2.1 MB of 10 GB used');
    button('Keep safe').click();
    await expect.poll(() => text()).toContain('would not promise');
  });
});
