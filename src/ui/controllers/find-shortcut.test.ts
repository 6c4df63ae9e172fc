/** Protects the table of keys: each key has one meaning at a time, and yields to class links and to the visitor. */

import { describe, expect, it } from 'vitest';
import { parseRoute, SCREENS } from '../state/route.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { findShortcut, groupActs } from './find-shortcut.ts';
import { SHORTCUTS } from './shortcuts.ts';

async function at(fragment: string): Promise<TestApp> {
  const app = testApp();
  await app.actions.page.arrive(parseRoute(fragment));
  return app;
}

describe('keys', () => {
  it('have one meaning at a time on every screen', async () => {
    for (const screen of [...SCREENS, 'lesson=notes-help', 'lesson=credit']) {
      for (const projector of [false, true]) {
        const app = await at(`#${screen}`);
        if (projector) app.actions.page.switchProjector();
        const keys = SHORTCUTS.filter((group) => groupActs(group, app)).flatMap(({ shortcuts }) =>
          shortcuts.map(({ key }) => key),
        );
        expect(new Set(keys).size, `${screen} ${keys.join(' ')}`).toBe(keys.length);
      }
    }
  });

  it('go to the screens', async () => {
    const app = await at('#watch');
    for (const key of ['1', '2', '3', '4']) findShortcut(key, app)?.act(app);
    expect(app.shown).toEqual(['#watch', '#train', '#lab', '#library']);
  });

  it('go where a class link leads, and nowhere that it takes away', async () => {
    const app = await at('#watch&hide=library,projector');
    expect(findShortcut('4', app)).toBeNull();
    expect(findShortcut('p', app)).toBeNull();
    expect(findShortcut('3', app)).not.toBeNull();
  });

  it('do nothing where single keys are switched off, except those that write nothing', async () => {
    const app = await at('#watch');
    app.actions.page.switchProjector();
    app.actions.page.switchShortcuts(false);
    expect(findShortcut('p', app)).toBeNull();
    expect(findShortcut('?', app)).toBeNull();
    findShortcut('escape', app)?.act(app);
    expect(app.page.state.projector).toBe(false);
  });

  it('scroll and move cursors as ever outside projector mode', async () => {
    const app = await at('#watch');
    for (const key of ['arrowleft', 'arrowright', 'escape']) expect(findShortcut(key, app), key).toBeNull();
  });

  it('act on the screen under a lesson’s page, and in a room turn its pages', async () => {
    const app = await at('#lesson=notes-help');
    expect(findShortcut('k', app)).not.toBeNull();
    app.actions.page.switchProjector();
    findShortcut('arrowright', app)?.act(app);
    await expect.poll(() => app.lesson.state.progress['notes-help']?.page).toBe(1);
    findShortcut('arrowleft', app)?.act(app);
    await expect.poll(() => app.lesson.state.progress['notes-help']?.page).toBe(0);
  });
});
