/** Protects the page around its screens: what keys do, where the focus goes, what a class link takes away. */

import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { findShortcut } from '../controllers/find-shortcut.ts';
import { parseRoute, SCREENS } from '../state/route.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './app-shell.ts';
import type { WmApp } from './app-shell.ts';
import './bench-screen.ts';
import './lab-screen.ts';
import './lesson-screen.ts';
import './library-screen.ts';
import './train-screen.ts';

afterEach(() => {
  cleanup();
  scrollTo(0, 0);
});

async function show(app: TestApp): Promise<WmApp> {
  const { container } = render(html`<wm-app .app=${app}></wm-app>`);
  const shell = container.querySelector('wm-app');
  if (!shell) throw new Error('no page');
  await settled(shell);
  return shell;
}

async function settled(shell: WmApp): Promise<void> {
  await shell.updateComplete;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

async function goTo(shell: WmApp, app: TestApp, fragment: string): Promise<void> {
  await app.actions.page.arrive(parseRoute(fragment));
  await settled(shell);
}

function part(shell: WmApp, ...path: readonly string[]): Element | null {
  let found: Element | null = shell;
  for (const selector of path) found = found?.shadowRoot?.querySelector(selector) ?? null;
  return found;
}

function press(key: string, shiftKey = false): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, composed: true }));
}

/** Everything that a key could have changed. */
function traces({ page, run, lab, lesson, sent, shown, copied }: TestApp): readonly unknown[] {
  return [page.state, run.state, lab.state, lesson.state, sent.length, shown.length, copied.length];
}

const NAMED_KEYS = ['Enter', 'Escape', 'Tab', 'Delete', 'Backspace', 'Home', 'End', 'PageUp', 'PageDown', 'F1'];
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

describe('keys', () => {
  it.each(SCREENS)('do nothing on the screen “%s” that the sheet of keys does not say', async (screen) => {
    const app = testApp();
    const shell = await show(app);
    await goTo(shell, app, `#${screen}`);
    for (const key of [...PRINTABLE, ...NAMED_KEYS, ...ARROWS]) {
      for (const shift of [false, true]) {
        const letter = /^[a-z]$|^arrow/.test(key.toLowerCase());
        const name = `${shift && letter ? 'shift+' : ''}${key.toLowerCase()}`;
        if (findShortcut(name, app)) continue;
        const before = traces(app);
        press(key, shift);
        expect(traces(app), `${shift ? 'Shift ' : ''}${key}`).toEqual(before);
      }
    }
  });

  it('open the sheet that lists them, and act no more while it is open', async () => {
    const app = testApp();
    const shell = await show(app);
    press('?');
    await settled(shell);
    const dialog = part(shell, 'wm-keys-sheet', 'wm-sheet', 'dialog') as HTMLDialogElement;
    expect(dialog.open).toBe(true);
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true, composed: true }));
    expect(app.page.state.projector).toBe(false);
    dialog.close();
    await settled(shell);
    expect(app.page.state.sheet).toBeNull();
  });

  it('are found where another script is typed', async () => {
    const app = testApp();
    await show(app);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'з', code: 'KeyP', bubbles: true }));
    expect(app.page.state.projector).toBe(true);
  });

  it('belong to the field that is typed in', async () => {
    const app = testApp();
    const shell = await show(app);
    await goTo(shell, app, '#watch');
    const field = document.createElement('input');
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
    field.remove();
    expect(app.page.state.projector).toBe(false);
  });
});

describe('coming to a screen', () => {
  it('moves the focus to its heading, and leaves it alone on the page’s first one', async () => {
    const app = testApp();
    const shell = await show(app);
    expect(document.activeElement).toBe(document.body);
    await goTo(shell, app, '#library');
    expect(part(shell, 'wm-library-screen')?.shadowRoot?.activeElement?.localName).toBe('h1');
  });

  it('marks its tab', async () => {
    const app = testApp();
    const shell = await show(app);
    await goTo(shell, app, '#train');
    expect(part(shell, 'wm-header', '[aria-current="page"]')?.textContent).toBe('Train');
  });

  it('that does not load says so and offers another attempt', async () => {
    const app = testApp();
    const shell = await show(app);
    app.page.dispatch({ type: 'screen-missing', route: parseRoute('#lab') });
    await settled(shell);
    expect(part(shell, 'wm-missing-screen', 'h1')?.textContent).toContain('“Notes lab” did not load.');
    (part(shell, 'wm-missing-screen', 'button') as HTMLButtonElement).click();
    await settled(shell);
    expect(app.page.state).toMatchObject({ missing: null, route: { screen: 'lab' } });
  });
});

describe('a class link', () => {
  it('takes tabs and tools away', async () => {
    const app = testApp();
    const shell = await show(app);
    await goTo(shell, app, '#train&hide=library,projector,language');
    const header = part(shell, 'wm-header')?.shadowRoot;
    const tabs = [...(header?.querySelectorAll('nav a') ?? [])].map((tab) => tab.textContent);
    expect(tabs).toEqual(['Watch', 'Train', 'Notes lab']);
    expect(header?.textContent).not.toContain('Projector');
    expect(part(shell, 'wm-header', 'wm-menu', '.language')).toBeNull();
  });

  it('is made in a dialog, shown with its length, and copied', async () => {
    const app = testApp();
    const shell = await show(app);
    app.actions.page.openSheet('class-link');
    await settled(shell);
    const form = part(shell, 'wm-class-link')?.shadowRoot;
    const label = [...(form?.querySelectorAll('.ticks label') ?? [])].find((one) =>
      one.textContent.includes('The library'),
    );
    label?.querySelector('input')?.click();
    await settled(shell);
    const link = 'https://waymark.example/#watch&hide=library';
    expect(form?.querySelector('textarea')?.value).toBe(link);
    expect(form?.querySelector('.link label')?.textContent).toContain(`${link.length} characters`);
    form?.querySelector<HTMLButtonElement>('.copy button')?.click();
    await settled(shell);
    expect(app.copied).toEqual([link]);
    expect(form?.querySelector('[role="status"]')?.textContent).toContain('Copied.');
  });
});

describe('projector mode', () => {
  it('takes what is pressed away, says how to leave, and is left by Esc', async () => {
    const app = testApp();
    const shell = await show(app);
    press('p');
    await settled(shell);
    expect(part(shell, 'wm-header')?.shadowRoot?.textContent).toContain('P or Esc leaves it');
    expect(part(shell, 'wm-header', '.tools')).toBeNull();
    press('Escape');
    await settled(shell);
    expect(part(shell, 'wm-header', '.tools')).not.toBeNull();
  });
});
