/** Protects going from screen to screen: links keep settings, the latest wish counts, and a failure has a way out. */

import { describe, expect, it } from 'vitest';
import { createPageStore } from '../state/page-state.ts';
import { parseRoute, type ScreenName } from '../state/route.ts';
import { PageActions } from './page-actions.ts';

/** Page actions whose screens load when the test says so. */
function setUp() {
  const shown: string[] = [];
  const waiting = new Map<ScreenName, { resolve: () => void; reject: () => void }>();
  const store = createPageStore();
  const address = {
    show: (fragment: string) => void shown.push(fragment),
    replace: (fragment: string) => void shown.push(fragment),
    whole: (fragment: string) => fragment,
    reload: () => void shown.push('reload'),
  };
  const actions = new PageActions(
    store,
    address,
    (screen) =>
      new Promise((resolve, reject) => {
        waiting.set(screen, { resolve, reject: () => reject(new Error('offline')) });
      }),
  );
  return { store, actions, shown, waiting };
}

describe('going to a screen', () => {
  it('keeps the settings of the address in every link', async () => {
    const { actions, waiting } = setUp();
    const arrival = actions.arrive(parseRoute('#train&hide=seed'));
    waiting.get('train')?.resolve();
    await arrival;
    expect(actions.linkTo('lab')).toBe('#lab&hide=seed');
    expect(actions.linkTo('watch')).toBe('#watch&hide=seed');
    expect(actions.linkTo('lesson', 'credit')).toBe('#lesson=credit&hide=seed');
  });

  it('leads home by an address that is not empty, so that the browser keeps its place', () => {
    const { actions, shown } = setUp();
    actions.go('watch');
    expect(shown).toEqual(['#watch']);
  });

  it('shows the screen before until the next one is there', async () => {
    const { store, actions, waiting } = setUp();
    const arrival = actions.arrive(parseRoute('#train'));
    expect(store.state).toMatchObject({ coming: 'train', route: { screen: 'watch' } });
    waiting.get('train')?.resolve();
    await arrival;
    expect(store.state).toMatchObject({ coming: null, route: { screen: 'train' } });
  });

  it('follows the latest wish, whichever screen loads last', async () => {
    const { store, actions, waiting } = setUp();
    const slow = actions.arrive(parseRoute('#train'));
    const fast = actions.arrive(parseRoute('#lab'));
    waiting.get('lab')?.resolve();
    await fast;
    waiting.get('train')?.resolve();
    await slow;
    expect(store.state.route.screen).toBe('lab');
  });

  it('names a screen that does not load, tries again, and then reloads the page', async () => {
    const { store, actions, waiting, shown } = setUp();
    const first = actions.arrive(parseRoute('#train'));
    waiting.get('train')?.reject();
    await first;
    expect(store.state).toMatchObject({ missing: { tries: 1 }, route: { screen: 'watch' } });
    actions.tryAgain();
    waiting.get('train')?.reject();
    await expect.poll(() => store.state.missing?.tries).toBe(2);
    actions.tryAgain();
    expect(shown).toEqual(['reload']);
  });
});
