/** Protects the library's order and what it remembers: forks under their parents, choices that outlive a new list. */

import { describe, expect, it } from 'vitest';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { ENGINE, RECIPE } from '../testing/run-messages.ts';
import { scriptedRecording } from '../testing/scripted-lives.ts';
import { EMPTY_LIBRARY, MOST_COMPARED, RECORDED, reduceLibrary, type LibraryState } from './library-state.ts';
import { comparedEntries, libraryEntries } from './library-view.ts';

function stored(run: string, parent: string | null = null): LibraryRun {
  const head = { run, parent, title: null, recipe: RECIPE, engine: ENGINE, created: 0, updated: 0 };
  return { ...head, inherited: 0, iteration: 1, events: 2, finished: false, inUse: false, evaluation: null };
}

function listed(...runs: readonly LibraryRun[]): LibraryState {
  return reduceLibrary(EMPTY_LIBRARY, { type: 'listed', runs, damaged: [] });
}

describe('the list', () => {
  it('sets forks under their parents, whatever was worked on last', () => {
    const runs = [stored('c', 'b'), stored('d'), stored('b', 'a'), stored('a'), stored('e', 'a')];
    const entries = libraryEntries(listed(...runs), null);
    expect(entries.map(({ key, depth }) => [key, depth])).toEqual([
      ['d', 0],
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['e', 1],
    ]);
    expect(entries.find(({ key }) => key === 'c')?.parent?.run).toBe('b');
  });

  it('keeps a fork whose parent is gone', () => {
    expect(libraryEntries(listed(stored('b', 'gone')), null)).toMatchObject([{ key: 'b', depth: 0, parent: null }]);
  });

  it('ends with the run that the site ships, to compare with', () => {
    const entries = libraryEntries(listed(stored('a')), scriptedRecording());
    expect(entries.map(({ key }) => key)).toEqual(['a', RECORDED]);
    expect(entries[1]).toMatchObject({ run: null, iteration: 60 });
  });
});

describe('the comparison', () => {
  const three = listed(stored('a'), stored('b'), stored('c'));

  it('is in the order of choice, so that no run changes its mark when another is listed first', () => {
    let state = reduceLibrary(three, { type: 'compared', run: 'c', compared: true });
    state = reduceLibrary(state, { type: 'compared', run: 'a', compared: true });
    const entries = libraryEntries(state, null);
    expect(comparedEntries(state, entries).map(({ key }) => key)).toEqual(['c', 'a']);
  });

  it('holds as many as can be told apart, and no more', () => {
    const runs = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = runs.reduce(
      (state, run) => reduceLibrary(state, { type: 'compared', run, compared: true }),
      listed(...runs.map((run) => stored(run))),
    );
    expect(all.compared).toEqual(runs.slice(0, MOST_COMPARED));
  });

  it('lets go of a run that is deleted, and keeps the others and the recorded one', () => {
    const chosen = ['a', RECORDED, 'b'].reduce(
      (state, run) => reduceLibrary(state, { type: 'compared', run, compared: true }),
      three,
    );
    const after = reduceLibrary(chosen, { type: 'deleted', run: 'a', name: 'a' });
    expect(after.compared).toEqual([RECORDED, 'b']);
    expect(after.deleted).toEqual([{ run: 'a', name: 'a' }]);
    expect(after.runs?.map(({ run }) => run)).toEqual(['b', 'c']);
  });
});
