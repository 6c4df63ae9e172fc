/**
 * What nobody expected: an error that reached the window. Instead of a page that is blank or half drawn, the visitor gets
 * a screen with the ways out. Stands first in main.ts, so that it hears of what breaks while the page is put together.
 */

import '../elements/crash-screen.ts';
import type { CrashAnswer } from '../elements/crash-screen.ts';

/** Not failures: browsers report these when a layout needs another round. */
const HARMLESS = /^ResizeObserver loop/;

/** The failure in words, for whoever is told of it; null for what is none of the page's. */
function describe(error: unknown, message: string): string | null {
  if (HARMLESS.test(message)) return null;
  // Extensions of the browser throw things here that say nothing.
  if (error === null || error === undefined) return null;
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
}

function answer(screen: HTMLElement, wanted: CrashAnswer): void {
  if (wanted === 'go-on') {
    screen.remove();
    for (const hidden of document.querySelectorAll<HTMLElement>('body > wm-app')) hidden.hidden = false;
    return;
  }
  if (wanted === 'library') location.hash = 'library';
  location.reload();
}

function show(detail: string): void {
  if (document.querySelector('wm-crash-screen')) return;
  for (const page of document.querySelectorAll<HTMLElement>('body > wm-app, body > .start')) page.hidden = true;
  const screen = Object.assign(document.createElement('wm-crash-screen'), { detail });
  screen.addEventListener('answer', (event) => answer(screen, (event as CustomEvent<CrashAnswer>).detail));
  document.body.append(screen);
}

addEventListener('error', ({ error, message }) => {
  const detail = describe(error, message);
  if (detail !== null) show(detail);
});
addEventListener('unhandledrejection', ({ reason }) => {
  const detail = describe(reason, '');
  if (detail !== null) show(detail);
});
