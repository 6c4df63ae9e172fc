/** Protects what is known of a link or a file: of the one that is open, and of no other. */

import { describe, expect, it } from 'vitest';
import { agentClaim, fileClaim, QUICKLY, receiptClaim } from '../testing/given.ts';
import { NOTHING_OPEN, reduceOpen, type NamedGiven, type OpenMessage, type OpenState } from './open-state.ts';
import { canBeKept, checkDepths, checkSeconds, isInked, obstacleOf, presentVerdict } from './open-view.ts';
import { receiptMarks } from './receipt-marks.ts';

const LINK: NamedGiven = { kind: 'link', payload: 'one' };

function after(...messages: readonly OpenMessage[]): OpenState {
  return messages.reduce(reduceOpen, NOTHING_OPEN);
}

const CLAIMED: readonly OpenMessage[] = [
  { type: 'given', given: LINK },
  { type: 'claimed', claim: agentClaim() },
];
const ASKED: OpenMessage = { type: 'check-asked', request: 1, depth: 'quick', interrupts: true };
const IDENTICAL: OpenMessage = { type: 'checked', verdict: { kind: 'identical', checked: QUICKLY } };

describe('what is open', () => {
  it('forgets claim and verdict of what was open before, and keeps the files that wait', () => {
    const file = new File([], 'x.waymark');
    const state = after(
      ...CLAIMED,
      IDENTICAL,
      { type: 'queued', waiting: [file] },
      { type: 'given', given: { ...LINK } },
    );
    expect(state).toMatchObject({ claim: null, check: { state: 'none' }, keep: { state: 'none' }, waiting: [file] });
  });

  it('is in pencil until every bit that was looked at is as claimed', () => {
    expect(isInked(after(...CLAIMED))).toBe(false);
    expect(isInked(after(...CLAIMED, ASKED))).toBe(false);
    expect(isInked(after(...CLAIMED, IDENTICAL))).toBe(true);
    const interval = { mean: 0.4, low: 0.3, high: 0.5 };
    const agrees = { kind: 'agrees', checked: QUICKLY, claimed: interval, found: interval } as const;
    expect(isInked(after(...CLAIMED, { type: 'checked', verdict: agrees }))).toBe(false);
  });

  it('takes progress only while a check is under way, and a stopped check leaves no verdict', () => {
    const progress: OpenMessage = { type: 'check-progressed', phase: 'evaluating', done: 3, total: 16 };
    expect(after(...CLAIMED, progress).check).toEqual({ state: 'none' });
    expect(after(...CLAIMED, ASKED, progress).check).toMatchObject({ phase: 'evaluating', done: 3, total: 16 });
    expect(presentVerdict(after(...CLAIMED, ASKED, progress, { type: 'check-stopped' }))).toBeNull();
  });

  it('remembers that training was paused for a check until it goes on', () => {
    expect(after(...CLAIMED, ASKED, IDENTICAL).interrupted).toBe(true);
    expect(after(...CLAIMED, ASKED, IDENTICAL, { type: 'gone-on' }).interrupted).toBe(false);
  });
});

describe('the checks of a claim', () => {
  it('are a quick and a full one where the agent is there, and training again where it is not', () => {
    expect(checkDepths(agentClaim())).toEqual(['quick', 'full']);
    expect(checkDepths(fileClaim())).toEqual(['quick', 'full']);
    expect(checkDepths(receiptClaim())).toEqual(['full']);
    expect(canBeKept(receiptClaim())).toBe(false);
  });

  it('are none where nothing can be computed again, and the reason is known beforehand', () => {
    expect(obstacleOf(receiptClaim({ inherited: 20 }))).toEqual({ why: 'inherited', inherited: 20 });
    expect(obstacleOf(agentClaim({ inherited: 20 }))).toBeNull();
    expect(obstacleOf(agentClaim({ computation: 999 }))).toMatchObject({ why: 'computation', claimed: 999 });
    const old = fileClaim({ receipt: null, lift: null });
    expect(checkDepths(old)).toEqual([]);
    const state = after({ type: 'given', given: LINK }, { type: 'claimed', claim: old });
    expect(presentVerdict(state)).toEqual({ kind: 'cannot-check', reason: { why: 'no-receipt' } });
  });

  it('take longer the more is computed again', () => {
    expect(checkSeconds(agentClaim(), 'quick')).toBeLessThan(checkSeconds(agentClaim(), 'full'));
    expect(checkSeconds(agentClaim(), 'full')).toBeLessThan(checkSeconds(receiptClaim(), 'full'));
    expect(checkSeconds(receiptClaim({ iterations: 2 }), 'full')).toBeLessThan(checkSeconds(receiptClaim(), 'full'));
    // Trained elsewhere, a file is not trained again.
    const { receipt } = receiptClaim({ origin: 'webgpu' });
    expect(checkSeconds(fileClaim({ receipt }), 'full')).toBe(checkSeconds(agentClaim(), 'full'));
  });
});

describe('the marks on a receipt', () => {
  it('say no more than was looked at', () => {
    expect(receiptMarks(agentClaim(), null).size).toBe(0);
    const quick = receiptMarks(agentClaim(), { kind: 'identical', checked: QUICKLY });
    expect(Object.fromEntries(quick)).toMatchObject({
      outcomes: 'part',
      lives: 'unseen',
      'evaluation-lives': 'unseen',
    });
  });

  it('name what differs', () => {
    const marks = receiptMarks(receiptClaim(), {
      kind: 'differs',
      checked: QUICKLY,
      differences: [{ part: 'iteration', iteration: 3 }, { part: 'adapter' }],
      total: 2,
      lifts: null,
    });
    expect(Object.fromEntries(marks)).toEqual({ lives: 'differs', adapter: 'differs' });
  });
});
