/** Protects what is said of a link or a file: a claim is never said to be more than a claim. */

import { describe, expect, it } from 'vitest';
import { NOTHING_OPEN, type OpenState } from '../state/open-state.ts';
import { agentClaim, fileClaim, FULLY, QUICKLY, receiptClaim } from '../testing/given.ts';
import {
  checkableWords,
  givenName,
  keepPromise,
  keptWords,
  nextCheck,
  openHeadline,
  outcomeCounts,
  recipeWords,
  trainingWords,
} from './open-words.ts';

const GIVEN = { kind: 'link', payload: 'x' } as const;
const OPEN: OpenState = { ...NOTHING_OPEN, given: GIVEN, claim: agentClaim() };

describe('the heading', () => {
  it('says that a claim is one until it has been checked', () => {
    expect(openHeadline(NOTHING_OPEN)).toBe('Open what somebody gave you.');
    expect(openHeadline({ ...NOTHING_OPEN, given: GIVEN })).toBe('Reading what you were given.');
    expect(openHeadline(OPEN)).toMatch(/^Claimed: \+\d+ points from its notes\. Not checked\.$/);
    const after = (checked: typeof FULLY) =>
      openHeadline({ ...OPEN, check: { state: 'checked', verdict: { kind: 'identical', checked } } });
    expect(after(FULLY)).toMatch(/^\+\d+ points from its notes: computed again here, identical\.$/);
    // A quarter of the packs is not the claim.
    expect(after(QUICKLY)).toMatch(/^\+\d+ points are claimed\. What was computed here is identical\.$/);
  });

  it('says what cannot be opened, and what claims nothing', () => {
    const problem = { kind: 'link-damaged', message: '', remedy: '' } as const;
    expect(openHeadline({ ...NOTHING_OPEN, given: GIVEN, problem })).toBe('This link cannot be opened.');
    expect(openHeadline({ ...OPEN, claim: fileClaim({ receipt: null, lift: null }) })).toContain('claims nothing');
  });
});

describe('a claim in words', () => {
  it('names the run as its sender does', () => {
    expect(givenName(GIVEN, fileClaim())).toBe('<img src=x onerror=alert(1)> otter');
    expect(givenName(GIVEN, agentClaim())).toBe('An agent, in a link');
  });

  it('tells the recipe by what is changed from its preset, and how far training came', () => {
    const { summary, changes } = recipeWords(agentClaim());
    expect(summary).toContain('code lake, seed 7');
    expect(changes).toContain('Packs per iteration: 16 → 8');
    expect(trainingWords(agentClaim({ iterations: 20, inherited: 5 }))).toBe(
      '20 of 60 iterations, 5 of them in another run',
    );
  });

  it('counts what was solved', () => {
    const evaluation = {
      kept: [
        [1, 1],
        [0, 1],
      ],
      erased: [
        [0, 0],
        [0, 1],
      ],
    };
    expect(outcomeCounts(evaluation)).toBe('3 of 4 tasks solved with notes kept, 1 with them erased');
  });

  it('says what a check can and what it cannot compute again', () => {
    expect(checkableWords(agentClaim()).join(' ')).toContain('Not how it was trained');
    expect(checkableWords(receiptClaim()).join(' ')).toContain('every bit must be the same');
    expect(checkableWords(receiptClaim({ origin: 'webgpu' })).join(' ')).toContain('agree within their intervals');
    expect(checkableWords(fileClaim()).join(' ')).toContain('trained again');
    expect(checkableWords(fileClaim({ lives: false })).join(' ')).not.toContain('trained again');
  });
});

describe('what can be done', () => {
  it('is the quick check first, then the full one, then that again', () => {
    expect(nextCheck(OPEN)).toMatchObject({ depth: 'quick', label: 'Check it' });
    const quick = { state: 'checked', verdict: { kind: 'identical', checked: QUICKLY } } as const;
    expect(nextCheck({ ...OPEN, check: quick })).toMatchObject({ depth: 'full', label: 'Check it all' });
    const full = { state: 'checked', verdict: { kind: 'identical', checked: FULLY } } as const;
    expect(nextCheck({ ...OPEN, check: full })).toMatchObject({ depth: 'full', label: 'Check it again' });
    expect(nextCheck({ ...OPEN, claim: fileClaim({ receipt: null }) })).toBeNull();
  });

  it('is to keep it, under a name that is said before and after', () => {
    expect(keepPromise(fileClaim({ summary: { ...fileClaim().summary, title: null } }))).toContain('as otter-7');
    expect(keptWords('heron-3', null)).toBe('It stands in the library as heron-3.');
    expect(keptWords('heron-3', 'otter-7')).toContain('The name otter-7 is taken here');
  });
});
