/** Listens to the keyboard for the whole page and does what the table of shortcuts says; everything else it leaves alone. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { App } from '../app.ts';
import { findShortcut } from './find-shortcut.ts';

/** What takes a key itself while it has the focus: a field takes letters, a button the space bar, a slider the arrows. */
const TAKES_LETTERS = 'input, select, textarea, [contenteditable], dialog';
const TAKES_SPACE = `${TAKES_LETTERS}, button, summary, a, [role="slider"], [role="option"], [role="gridcell"]`;
const TAKES_ARROWS = `${TAKES_LETTERS}, [role="slider"], [role="listbox"], [role="grid"], [role="radiogroup"], [role="tablist"]`;

function takers(key: string): string {
  if (key === ' ') return TAKES_SPACE;
  return key.startsWith('Arrow') ? TAKES_ARROWS : TAKES_LETTERS;
}

/** A letter of the Latin keyboard, also where that key writes another script's letter. */
function keyName({ key, code }: KeyboardEvent): string {
  const foreign = key.length === 1 && key > '~' && code.startsWith('Key');
  return (foreign ? code.slice('Key'.length) : key).toLowerCase();
}

/** The key pressed, as the table names it; null when the browser or the element that has the focus needs it. */
function freeKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return null;
  const selector = takers(event.key);
  if (event.composedPath().some((part) => part instanceof Element && part.matches(selector))) return null;
  const name = keyName(event);
  // Signs such as ? are typed with Shift on some keyboards and without on others.
  return event.shiftKey && /^[a-z]$|^arrow/.test(name) ? `shift+${name}` : name;
}

export class ShortcutKeys implements ReactiveController {
  readonly #app: () => App | null;

  constructor(host: ReactiveControllerHost, app: () => App | null) {
    this.#app = app;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const app = this.#app();
    const key = freeKey(event);
    const shortcut = app && key !== null ? findShortcut(key, app) : null;
    if (!app || !shortcut) return;
    event.preventDefault();
    shortcut.act(app);
  };
}
