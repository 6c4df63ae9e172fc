/** Protects what the page knows about itself: arrivals, what a class link hides, and what is never remembered. */

import { describe, expect, it } from 'vitest';
import { colourScheme, firstPage, hidden, presentScreen, reducePage, type PageMessage } from './page-state.ts';
import { parseRoute } from './route.ts';

function after(...messages: readonly PageMessage[]) {
  return messages.reduce(reducePage, firstPage());
}

function went(fragment: string): PageMessage {
  return { type: 'went', route: parseRoute(fragment) };
}

describe('the page', () => {
  it('hides the controls that its address names, and shows them again where it names none', () => {
    const spared = after(went('#train&hide=seed,rank'));
    expect(hidden(spared, 'seed')).toBe(true);
    expect(hidden(spared, 'rank')).toBe(true);
    expect(hidden(spared, 'packs')).toBe(false);
    expect(hidden(reducePage(spared, went('#train')), 'seed')).toBe(false);
  });

  it('closes what is open over it when it goes elsewhere', () => {
    expect(after({ type: 'sheet-opened', sheet: 'keys' }, went('#train')).sheet).toBeNull();
    expect(
      after({ type: 'sheet-opened', sheet: 'keys' }, { type: 'projector-switched', projector: true }).sheet,
    ).toBeNull();
  });

  it('does not close one sheet for another that was open before', () => {
    const reopened = after({ type: 'sheet-opened', sheet: 'class-link' }, { type: 'sheet-opened', sheet: 'keys' });
    expect(reducePage(reopened, { type: 'sheet-closed', sheet: 'class-link' }).sheet).toBe('keys');
    expect(reducePage(reopened, { type: 'sheet-closed', sheet: 'keys' }).sheet).toBeNull();
  });

  it('counts how often a screen was tried, and forgets it when the screen or another one comes', () => {
    const missing: PageMessage = { type: 'screen-missing', route: parseRoute('#lab') };
    const twice = after(missing, missing);
    expect(twice.missing?.tries).toBe(2);
    expect(presentScreen(twice)).toBe('lab');
    expect(reducePage(twice, went('#lab')).missing).toBeNull();
    const other = reducePage(twice, { type: 'screen-missing', route: parseRoute('#train') });
    expect(other.missing?.tries).toBe(1);
  });

  it('is light or dark as the visitor wants, and as the system is where the visitor wants nothing', () => {
    const dark: PageMessage = { type: 'system-scheme-changed', dark: true };
    expect(colourScheme(after())).toBe('light');
    expect(colourScheme(after(dark))).toBe('dark');
    expect(colourScheme(after(dark, { type: 'theme-chosen', theme: 'light' }))).toBe('light');
    expect(colourScheme(after({ type: 'theme-chosen', theme: 'dark' }))).toBe('dark');
  });

  it('does not count projector mode among what is remembered', () => {
    const { preferences } = after({ type: 'projector-switched', projector: true });
    expect(Object.keys(preferences).sort()).toEqual(['shortcuts', 'theme']);
  });
});
