import { describe, expect, it } from 'vitest';
import { reduceRun } from '../state/run-reducer.ts';
import { initialRunState, type RunState } from '../state/run-state.ts';
import { event, iteration, started, status } from '../testing/run-messages.ts';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import { cost, liftWords, trainCaption, trainHeadline } from './train-findings.ts';

function after(...messages: Parameters<typeof reduceRun>[1][]): RunState {
  return messages.reduce(reduceRun, initialRunState(true));
}

const TRAINING = status({ state: 'training', run: 'run-1', phase: 'rollout' });
const learned = event({
  type: 'evaluation',
  record: madeUpEvaluation([0.32, 0.5, 0.6, 0.64], [0.3, 0.3, 0.3, 0.29], 400),
});
const flat = event({ type: 'evaluation', record: madeUpEvaluation([0.3, 0.3, 0.3, 0.3], [0.3, 0.3, 0.3, 0.3], 40) });

describe('the headline', () => {
  it('is the finding of the latest evaluation, with its counts below', () => {
    const state = after(event(started()), event(iteration(1)), learned);
    expect(trainHeadline(state)).toMatch(/^3\d % at task 1, 6\d % by task 4\.$/);
    expect(trainCaption(state)).toMatch(
      /^Notes erased: \d+ %\. Measured after 60 iterations, on 400 packs of 4 tasks it never trained on\.$/,
    );
  });

  it('claims nothing that the interval does not', () => {
    const state = after(event(started()), event(iteration(1)), flat);
    expect(trainHeadline(state)).toMatch(/^Not learned yet:/);
    const { evaluation } = state.run ?? { evaluation: null };
    expect(evaluation && liftWords(evaluation)).toMatch(/^No lift yet: the interval from .+ holds 0\.$/);
  });

  it('never shows training figures in place of an evaluation', () => {
    expect(trainHeadline(after(event(started()), event(iteration(1)), TRAINING))).toBe(
      'It is learning; nothing is evaluated yet.',
    );
    expect(trainHeadline(after())).toBe('Nothing is trained yet.');
  });
});

describe('the cost line', () => {
  it('says how far, how long, how fast, where and how safe', () => {
    const state = after(event(started()), event(iteration(1)), event(iteration(2)), TRAINING);
    expect(cost(state, 1000, 21_000)).toEqual({
      done: 2,
      total: 60,
      // 58 iterations of 2 seconds, 64 lives in each.
      facts: ['Iteration 2 of 60', 'about 2 mins left', '32 lives/s', 'runs on the CPU', 'saved about 20 secs ago'],
    });
  });

  it('is silent about what it does not know', () => {
    expect(cost(after(), null, 0)).toBeNull();
    expect(cost(after(event(started())), null, 0)?.facts).toEqual(['Iteration 0 of 60', 'runs on the CPU']);
  });
});
