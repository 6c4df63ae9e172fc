/** Protects what the lab claims: a sentence says no more than its interval shows. */

import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../learning/figures.ts';
import type { EvaluationRecord } from '../../learning/records.ts';
import type { NoteTrial, TrialResult } from '../../worker/lab-protocol.ts';
import { labFigures } from './lab-figures.ts';
import { labFindings, labHeadline, trialFinding, verdict } from './lab-findings.ts';

const PACKS = 40;
const LENGTH = 8;

/** Outcomes in which `solved` of every ten packs solve each task after the first, and three of ten the first. */
function outcomes(solved: number): readonly (readonly number[])[] {
  return Array.from({ length: PACKS }, (_, pack) =>
    Array.from({ length: LENGTH }, (_, task) => (pack % 10 < (task === 0 ? 3 : solved) ? 1 : 0)),
  );
}

function evaluation(kept: number, erased: number, shuffled?: number, oracle?: number): EvaluationRecord {
  const all = {
    kept: outcomes(kept),
    erased: outcomes(erased),
    ...(shuffled === undefined ? {} : { shuffled: outcomes(shuffled) }),
    ...(oracle === undefined ? {} : { oracle: outcomes(oracle) }),
  };
  return {
    environment: 'code-lake/4x4',
    iteration: 60,
    packs: PACKS,
    length: LENGTH,
    outcomes: all,
    seconds: 1,
    ...figuresOf(all),
  };
}

describe('the figures of a test', () => {
  it('are means over the positions of the lift, paired by pack', () => {
    const { success, swapped, missing, erasedRise } = labFigures(evaluation(8, 3, 1, 9));
    expect(success.kept?.mean).toBeCloseTo(0.8);
    expect(success.shuffled?.mean).toBeCloseTo(0.1);
    expect(swapped?.mean).toBeCloseTo(-0.2);
    expect(missing?.mean).toBeCloseTo(0.1);
    expect(erasedRise?.mean).toBeCloseTo(0);
  });

  it('are missing where a control was not tested', () => {
    expect(labFigures(evaluation(8, 3))).toMatchObject({ swapped: null, missing: null });
  });
});

describe('what a test has found', () => {
  it('is named with its size where the interval shows it', () => {
    const titles = labFindings(evaluation(8, 3, 1, 10)).map(({ title }) => title);
    expect(titles).toEqual([
      'Its own notes are worth 50 points.',
      'Wrong notes are worse than none.',
      'All that is true would be worth 20 points more.',
    ]);
    expect(labHeadline(evaluation(8, 3))).toBe('Erase its notes and the staircase goes flat.');
  });

  it('is said to be nothing where the interval holds nought', () => {
    const [own, wrong] = labFindings(evaluation(3, 3, 3, 3));
    expect(own.title).toBe('Its own notes are worth nothing that this test can show.');
    expect(wrong.title).toBe('Wrong notes do neither good nor harm that this test can show.');
    expect(labHeadline(evaluation(3, 3))).toBe('Erase its notes and nothing changes that this test can show.');
  });

  it('calls no staircase flat that still rises without notes', () => {
    expect(labHeadline(evaluation(9, 6))).toBe('Erase its notes and it falls by 30 points.');
  });

  it('says when notes do harm', () => {
    expect(labFindings(evaluation(2, 6))[0].title).toBe('Its own notes cost it 40 points.');
  });

  it('goes by the ends of the interval and not by its middle', () => {
    expect(verdict({ mean: 0.1, low: -0.01, high: 0.2 })).toBe('unclear');
    expect(verdict({ mean: 0.1, low: 0.01, high: 0.2 })).toBe('more');
    expect(verdict({ mean: -0.1, low: -0.2, high: -0.01 })).toBe('less');
  });
});

describe('what a note did', () => {
  const result = (mean: number, low: number, high: number): TrialResult => {
    return { notes: [], outcomes: [], success: { mean: 0.5, low: 0.4, high: 0.6 }, gain: { mean, low, high } };
  };
  const trial = (yours: TrialResult): NoteTrial => {
    const none = result(0, 0, 0);
    return { world: '', tasks: [8, 9, 10], results: { none, yours, agents: result(0.4, 0.3, 0.5), truth: none } };
  };

  it('is told beside what its own notes did', () => {
    const { title, detail } = trialFinding(trial(result(0.31, 0.2, 0.42)));
    expect(title).toBe('Your note is worth 31 points.');
    expect(detail).toContain('on the same 3 tasks: +31, 95 % interval +20 to +42.');
    expect(detail).toContain('+40, 95 % interval +30 to +50.');
  });

  it('is not claimed where it cannot be told from nothing', () => {
    expect(trialFinding(trial(result(0.05, -0.1, 0.2))).title).toMatch(/no difference/);
    expect(trialFinding(trial(result(-0.2, -0.3, -0.1))).title).toBe('Your note costs it 20 points.');
  });
});
