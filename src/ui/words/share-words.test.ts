/** Protects what is promised of a link: no more than its receiver can check, and why something is not offered. */

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../runs/store.ts';
import type { Subject } from '../state/share-state.ts';
import { iteration, RECIPE, storedRun } from '../testing/run-messages.ts';
import { bitsVerdict, checks, refusal, spokenProgress, subjectWords } from './share-words.ts';

function subject(changes: Partial<RunSummary> = {}): Subject {
  const run = storedRun(changes);
  const iterations = Array.from({ length: 60 }, (_, index) => iteration(index + 1)).flatMap((event) =>
    event.type === 'iteration' ? [event.record] : [],
  );
  return { recipe: RECIPE, run, iterations };
}

describe('what a receipt promises', () => {
  it('is the same outcomes after training again, with how long that took', () => {
    expect(checks('receipt', subject(), null)).toMatch(/train again, about 2 mins? if as fast as here: every outcome/);
  });

  it('is only that intervals overlap where a graphics device trained, at any time', () => {
    const device = { name: 'webgpu', detail: '' } as const;
    expect(checks('receipt', subject({ engine: device }), null)).toContain('intervals overlap');
    expect(checks('receipt', subject(), 'mixed')).toContain('intervals overlap');
    expect(checks('receipt', subject(), 'mixed')).not.toContain('every outcome must');
  });

  it('is nothing for runs that nobody could train again, and says why', () => {
    expect(refusal('receipt', subject({ inherited: 40 }))).toContain('40 iterations of another run');
    expect(refusal('agent', subject({ inherited: 40 }))).toBeNull();
    expect(refusal('file', subject({ inherited: 40 }))).toBeNull();
    expect(checks('file', subject({ inherited: 40 }), null)).not.toContain('train again');
  });
});

describe('what is not offered', () => {
  it('is a claim where nothing is trained, but never the setup', () => {
    const fresh = subject({ iteration: 0 });
    expect(refusal('receipt', fresh)).toContain('Nothing is trained yet');
    expect(refusal('agent', fresh)).toContain('Nothing is trained yet');
    expect(refusal('file', fresh)).toBeNull();
    const draft: Subject = { recipe: RECIPE, run: null, iterations: [] };
    expect(refusal('setup', draft)).toBeNull();
    expect(refusal('file', draft)).toContain('no run yet');
    expect(subjectWords(draft)).toContain('Nothing has been trained');
  });
});

describe('the choice of bits', () => {
  const choices = [
    { bits: 2, kept: 0.5 },
    { bits: 4, kept: 0.97 },
  ];

  it('says which are the fewest that keep enough, and that the visitor took others', () => {
    expect(bitsVerdict({ choices, proposed: 1, chosen: 1 })).toBe('4 bits are the fewest that keep 95 % of the lift.');
    expect(bitsVerdict({ choices, proposed: 1, chosen: 0 })).toContain('You have chosen otherwise.');
  });

  it('does not pretend where none keeps enough, or there is nothing to keep', () => {
    expect(bitsVerdict({ choices: choices.slice(0, 1), proposed: 0, chosen: 0 })).toContain('No choice keeps 95 %');
    expect(bitsVerdict({ choices: [{ bits: 4, kept: null }], proposed: 0, chosen: 0 })).toContain('no lift');
  });
});

describe('progress for those who listen', () => {
  it('is told in quarters', () => {
    const making = { state: 'making', request: 1, phase: 'evaluating', total: 1024, cancelling: false } as const;
    expect(spokenProgress({ ...making, done: 260 })).toBe(spokenProgress({ ...making, done: 500 }));
    expect(spokenProgress({ ...making, done: 520 })).toContain('50 %');
  });
});
