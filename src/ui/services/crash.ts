/**
 * What nobody expected: an error that reached the window. Instead of a page that is blank or half drawn, the visitor gets
 * a screen with the ways out. Stands first in main.ts, so that it hears of what breaks while the page is put together.
 */

import '../elements/crash-screen.ts';
import type { CrashAnswer } from '../elements/crash-screen.ts';

/** Not failures: browsers report these when a layout needs another round. */
const HARMLESS = 'ResizeObserver loop';

/** What was thrown, for whoever is told of it; null for what is none of the page's. */
function describe(thrown: unknown): string | null {
  if (thrown instanceof Error) return thrown.stack ?? `${thrown.name}: ${thrown.message}`;
  // Extensions of the browser throw things here that say nothing.
  return typeof thrown === 'string' ? thrown : null;
}

/** Carries out what the visitor wants. `page` is what the screen stands in for. */
function answer(screen: HTMLElement, page: readonly Element[], wanted: CrashAnswer): void {
  if (wanted === 'go-on') {
    screen.replaceWith(...page);
    return;
  }
  if (wanted === 'library') location.hash = 'library';
  location.reload();
}

function show(detail: string): void {
  if (document.querySelector('wm-crash-screen')) return;
  const page = [...document.querySelectorAll('body > wm-app, body > .start')];
  for (const part of page) part.remove();
  const screen = Object.assign(document.createElement('wm-crash-screen'), { detail });
  screen.addEventListener('answer', (event) => answer(screen, page, (event as CustomEvent<CrashAnswer>).detail));
  document.body.append(screen);
}

addEventListener('error', ({ error, message }) => {
  const detail = message.startsWith(HARMLESS) ? null : describe(error);
  if (detail !== null) show(detail);
});
addEventListener('unhandledrejection', ({ reason }) => {
  const detail = describe(reason);
  if (detail !== null) show(detail);
});
