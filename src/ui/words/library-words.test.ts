/** Protects what the library claims: no figure without its interval and count, no comparison without its caveats. */

import { describe, expect, it } from 'vitest';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { EMPTY_LIBRARY } from '../state/library-state.ts';
import type { LibraryEntry } from '../state/library-view.ts';
import { ENGINE, RECIPE } from '../testing/run-messages.ts';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import {
  comparisonCaveat,
  entryFacts,
  forkWords,
  keepingWords,
  libraryHeadline,
  liftWords,
  originWords,
  size,
} from './library-words.ts';

const EVALUATION = {
  ...madeUpEvaluation([0.3, 0.6, 0.7, 0.8], [0.3, 0.3, 0.3, 0.3], 200),
  lift: { mean: 0.462, low: 0.401, high: 0.518 },
};

function entry(name: string, changes: Partial<LibraryRun> = {}, parent: LibraryRun | null = null): LibraryEntry {
  const head = {
    run: name,
    title: null,
    recipe: RECIPE,
    engine: ENGINE,
    created: 0,
    updated: Date.UTC(2026, 10, 30, 12),
  };
  const rest = { parent: null, inherited: 0, iteration: 40, events: 50, finished: false, inUse: false };
  const run: LibraryRun = { ...head, ...rest, evaluation: EVALUATION, ...changes };
  const { recipe, iteration, evaluation } = run;
  return { key: name, run, recipe, iteration, evaluation, depth: 0, parent };
}

describe('a run', () => {
  it('says what its notes are worth with interval and packs, or that nobody has looked', () => {
    expect(liftWords(EVALUATION)).toBe('+46 points, 40 to 52, on 200 packs');
    expect(liftWords({ ...EVALUATION, packs: 1, lift: { mean: -0.02, low: -0.1, high: 0.05 } })).toBe(
      '−2 points, −10 to 5, on 1 pack',
    );
    expect(liftWords(null)).toBe('not evaluated');
  });

  it('says how far it is and whether it is at work', () => {
    expect(entryFacts(entry('otter-1'))).toEqual(['code lake', '40 of 60 iterations', '30 Nov 2026']);
    expect(entryFacts(entry('otter-1', { finished: true, inUse: true }))).toEqual([
      'code lake',
      '40 iterations',
      '30 Nov 2026',
      'at work now',
    ]);
  });

  it('names where a fork comes from, and with what it began', () => {
    const parent = entry('otter-1', { title: 'Long memory' }).run;
    const fork = (inherited: number) => originWords(entry('heron-2', { parent: 'otter-1', inherited }, parent));
    expect(fork(40)).toBe('Forked from Long memory after 40 iterations');
    expect(fork(0)).toBe('Forked from Long memory, from the beginning');
    expect(originWords(entry('heron-2', { parent: 'gone-1', inherited: 1 }))).toBe(
      'Forked from a run that is not here, after 1 iteration',
    );
    expect(originWords(entry('otter-1'))).toBeNull();
  });

  it('says what a fork of it will begin with', () => {
    expect(forkWords(entry('otter-1'), 60)).toContain('It goes on from iteration 40, for 20 more iterations.');
    expect(forkWords(entry('otter-1'), 40)).toContain('give the fork more');
    expect(forkWords(entry('otter-1'), Number.NaN)).toContain('give the fork more');
  });
});

describe('the heading', () => {
  const state = { ...EMPTY_LIBRARY, runs: [] };

  it('is the finding where two are compared, and how many there are otherwise', () => {
    const other = entry('heron-2', { evaluation: { ...EVALUATION, lift: { mean: 0.15, low: 0.1, high: 0.2 } } });
    expect(libraryHeadline(state, [entry('otter-1'), other])).toBe(
      'What notes are worth: otter-1 +46 points, heron-2 +15.',
    );
    expect(libraryHeadline(state, [entry('otter-1')])).toBe('No run of yours is kept here yet.');
    expect(libraryHeadline(state, [entry('otter-1'), entry('heron-2', { evaluation: null })])).toBe(
      'No run of yours is kept here yet.',
    );
  });

  it('is followed by what makes a comparison doubtful', () => {
    const house = entry('heron-2', { evaluation: { ...EVALUATION, environment: 'text-house/8x8' } });
    expect(comparisonCaveat([entry('otter-1'), house])).toContain('different worlds');
    const few = entry('heron-2', { evaluation: { ...EVALUATION, packs: 48 } });
    expect(comparisonCaveat([entry('otter-1'), few])).toContain('different numbers of packs');
    expect(comparisonCaveat([entry('otter-1'), entry('heron-2')])).toBe('');
  });
});

describe('room', () => {
  it('is told in units that people know', () => {
    expect([0, 106_000, 2_140_000, 10_000_000_000].map(size)).toEqual(['0 kB', '110 kB', '2.1 MB', '10 GB']);
  });

  it('is safe, not safe, or refused to be', () => {
    expect(keepingWords({ ...EMPTY_LIBRARY, persistent: true })).toContain('Kept safe');
    expect(keepingWords({ ...EMPTY_LIBRARY, persistent: false })).toContain('may clear it');
    expect(keepingWords({ ...EMPTY_LIBRARY, persistent: false, refused: true })).toContain('save the ones that matter');
  });
});
