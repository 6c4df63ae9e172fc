/** Protects class links: what a teacher chooses is what the page that opens the link reads. */

import { describe, expect, it } from 'vitest';
import { classLinkFragment, FIRST_CLASS_LINK, reduceClassLink, type ClassLinkMessage } from './class-link-state.ts';
import { parseRoute } from './route.ts';
import { hiddenControls, parseSettings } from './settings-link.ts';

function after(...messages: readonly ClassLinkMessage[]) {
  return messages.reduce(reduceClassLink, FIRST_CLASS_LINK);
}

describe('a class link', () => {
  it('leads home with nothing else where nothing is chosen', () => {
    expect(classLinkFragment(after())).toBe('#watch');
  });

  it('is read back as what was chosen', () => {
    const state = after(
      { type: 'start-chosen', start: { screen: 'lesson', item: 'notes-help' } },
      { type: 'run-chosen', run: { preset: 'code-lake-light', changes: { credit: 'per-task' }, seed: 417 } },
      { type: 'control-ticked', name: 'seed', stays: false },
      { type: 'control-ticked', name: 'library', stays: false },
      { type: 'control-ticked', name: 'rank', stays: false },
      { type: 'control-ticked', name: 'rank', stays: true },
    );
    const route = parseRoute(classLinkFragment(state));
    expect(route).toMatchObject({ screen: 'lesson', item: 'notes-help' });
    expect([...hiddenControls(route.settings)].sort()).toEqual(['library', 'seed']);
    expect(parseSettings(route.settings)).toMatchObject({
      preset: 'code-lake-light',
      changes: { credit: 'per-task', seed: 417 },
    });
  });

  it('carries no settings where the page is to propose them', () => {
    const state = after({ type: 'control-ticked', name: 'seed', stays: false });
    expect(parseSettings(parseRoute(classLinkFragment(state)).settings)).toBeNull();
  });

  it('stays short with every lesson and several controls', () => {
    const hide = ['presets', 'other-settings', 'new-run', 'metrics', 'library', 'language'];
    const state = after(
      { type: 'start-chosen', start: { screen: 'lesson', item: 'curriculum' } },
      { type: 'run-chosen', run: { preset: 'code-lake-light', changes: {}, seed: 4294967295 } },
      ...hide.map((name): ClassLinkMessage => ({ type: 'control-ticked', name, stays: false })),
    );
    expect(classLinkFragment(state).length).toBeLessThanOrEqual(200);
  });

  it('forgets that it was copied as soon as it changes', () => {
    const copied = after({ type: 'copied', copied: 'done' });
    expect(copied.copied).toBe('done');
    expect(reduceClassLink(copied, { type: 'control-ticked', name: 'seed', stays: false }).copied).toBeNull();
  });
});
