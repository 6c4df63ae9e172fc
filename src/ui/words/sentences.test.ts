import { describe, expect, it } from 'vitest';
import { reduceRun } from '../state/run-reducer.ts';
import { initialRunState, type RunState } from '../state/run-state.ts';
import type { RunMessage } from '../state/run-messages.ts';
import { bigButton, finding, headline, progress, provenance, worth } from './sentences.ts';
import { AGENT, ENGINE, event, iteration, started, status } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedRecording } from '../testing/scripted-lives.ts';
import type { EvaluationRecord } from '../../learning/records.ts';

function after(...messages: readonly RunMessage[]): RunState {
  return messages.reduce(reduceRun, initialRunState(false));
}

function evaluated(changes: Partial<EvaluationRecord> = {}): EvaluationRecord {
  return {
    ...madeUpEvaluation([0.3, 0.5], [0.3, 0.3]),
    success: { kept: [0.312, 0.6, 0.78], erased: [0.31, 0.3, 0.33] },
    lift: { mean: 0.41, low: 0.34, high: 0.47 },
    liftPositions: [3],
    ...changes,
  };
}

const recording: RunMessage = { type: 'recording-loaded', recording: scriptedRecording() };
const training = status({ state: 'training', run: 'run-1', phase: 'rollout' });
const paused = status({ state: 'paused', run: 'run-1', iteration: 2, restored: false });

describe('the finding', () => {
  it('gives first, last and control in percent', () => {
    expect(finding(evaluated())).toBe('First task 31 %, last task 78 %; with notes erased 33 %.');
  });

  it('does not call a rise without its interval above 0 a finding', () => {
    const flat = evaluated({ lift: { mean: 0.05, low: -0.02, high: 0.12 } });
    expect(finding(flat)).toBe('Not learned yet: first task 31 %, last task 78 %.');
    expect(worth(flat).meaning).toBe('points: its notes are worth nothing yet');
  });

  it('names its number, where it is measured, and its interval', () => {
    expect(worth(evaluated())).toEqual({
      number: '+41',
      meaning: 'points is what its notes are worth',
      detail: 'from task 3 on; 95 % interval 34 to 47',
    });
  });

  it('says whose evaluation it is, on what, and what held out means on the lake', () => {
    const text = provenance(evaluated({ packs: 64, length: 4, iteration: 20 }), false);
    expect(text).toContain('Measured after 20 iterations. 64 packs of 4 tasks it never trained on');
    expect(text).toContain('all 24 button codes were met in training');
    expect(provenance(evaluated({ environment: 'alchemy/4x6' }), true)).toMatch(/^The recorded run, after 60/);
    expect(provenance(evaluated({ environment: 'alchemy/4x6' }), true)).not.toContain('24');
  });
});

describe('the headline', () => {
  it('is the recorded finding before anything is trained', () => {
    const state = after(recording);
    expect(headline(state)).toMatch(/^First task \d+ %, last task \d+ %; with notes erased \d+ %\.$/);
  });

  it('never shows the recorded finding for a run of one’s own', () => {
    const state = after(recording, event(started()), training, event(iteration(1)), event(iteration(2)));
    expect(headline(state)).toBe('It is learning: 2 of 60 iterations, no evaluation yet.');
    const resting = after(recording, event(started()), event(iteration(1)), event(iteration(2)), paused);
    expect(headline(resting)).toBe('Paused after 2 of 60 iterations, before its first evaluation.');
  });

  it('is the latest evaluation once there is one', () => {
    const evaluation = event({ type: 'evaluation', record: evaluated() });
    expect(headline(after(recording, event(started()), evaluation))).toBe(finding(evaluated()));
  });

  it('tells of the living agent while it lives', () => {
    const living = status({ state: 'living', agent: 'agent-1' });
    expect(headline(after(event(started()), { type: 'agent', agent: AGENT }, living))).toBe(
      'It lives on: 1 of 2 tasks solved.',
    );
  });

  it('stands without a recording', () => {
    const state = after({ type: 'recording-missing', environment: 'code-lake', problem: 'gone' });
    expect(headline(state)).toBe('An agent learns to write notes that it can use.');
  });
});

describe('progress', () => {
  it('is unknown before a run', () => {
    expect(progress(after(recording))).toBeNull();
  });

  it('counts iterations, estimates the time left, and names the speed', () => {
    const state = after(event(started()), training, event(iteration(1)), event(iteration(2)));
    expect(progress(state)).toEqual({
      done: 2,
      total: 60,
      facts: ['Iteration 2 of 60', 'living', 'about 2 mins left', '4,000 tokens/s'],
    });
  });

  it('estimates nothing while nothing goes on', () => {
    const facts = progress(after(event(started()), event(iteration(1)), paused))?.facts;
    expect(facts).toEqual(['Iteration 1 of 60', '4,000 tokens/s']);
  });
});

describe('the big button', () => {
  const stored = { run: 'run-1', recipe: scriptedRecording().recipe, iteration: 23, finished: false };

  it.each([
    ['waits for the engine', [], 'wait', 'play'],
    ['starts when nothing is stored', [status({ state: 'idle', engine: ENGINE, latestRun: null })], 'start', 'play'],
    ['resumes what is stored', [status({ state: 'idle', engine: ENGINE, latestRun: stored })], 'resume', 'play'],
    [
      'starts anew after a finished run',
      [status({ state: 'idle', engine: ENGINE, latestRun: { ...stored, finished: true } })],
      'start',
      'play',
    ],
    ['pauses training', [training], 'pause', 'pause'],
    ['resumes what is paused', [paused], 'resume', 'play'],
    ['pauses a life', [status({ state: 'living', agent: 'agent-1' })], 'pause-living', 'pause'],
    ['does nothing where another tab trains', [status({ state: 'watching', run: 'run-1' })], 'none', 'play'],
  ] as const)('%s', (_, messages, action, icon) => {
    expect(bigButton(after(...messages))).toMatchObject({ action, icon });
  });

  it('says that it waits, and that it is pausing', () => {
    expect(bigButton(after({ type: 'play-wanted', wanted: true })).hint).toBe('starts when the model is loaded');
    expect(bigButton(after(training, { type: 'pause-asked' })).hint).toBe('after this iteration');
  });
});
