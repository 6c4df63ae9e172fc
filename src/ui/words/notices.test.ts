import { describe, expect, it } from 'vitest';
import { notices } from './notices.ts';
import { initialRunState } from '../state/run-state.ts';
import type { RunMessage } from '../state/run-messages.ts';
import { reduceRun } from '../state/run-reducer.ts';
import { ENGINE, RECIPE, event, iteration, started, status } from '../testing/run-messages.ts';

function shown(...messages: readonly RunMessage[]) {
  return notices(messages.reduce(reduceRun, initialRunState(false)));
}

const stored = { run: 'run-1', recipe: RECIPE, iteration: 23, finished: false };
const dead: RunMessage = event({ type: 'condition', condition: { kind: 'no-readers', coverage: 0.05, iteration: 25 } });
const blocked: RunMessage = {
  type: 'storage',
  storage: { state: 'blocked', message: 'This browser keeps nothing.', remedy: 'Leave the private window.' },
};

describe('named states', () => {
  it('are none when all is well', () => {
    expect(shown()).toEqual([]);
    expect(shown(event(started()), status({ state: 'training', run: 'run-1', phase: 'rollout' }))).toEqual([]);
    expect(shown({ type: 'storage', storage: { state: 'kept' } })).toEqual([]);
  });

  it('say what was restored after a reload and offer to go on', () => {
    const [notice] = shown(status({ state: 'idle', engine: ENGINE, latestRun: stored }));
    expect(notice).toMatchObject({ title: 'Restored.', button: 'Resume', action: 'resume' });
    expect(notice.sentence).toContain('It had trained 23 iterations');
    expect(shown(status({ state: 'paused', run: 'run-1', iteration: 1, restored: true }))[0].sentence).toContain(
      'It had trained 1 iteration;',
    );
  });

  it('do not call a pause or a finished run restored', () => {
    expect(shown(status({ state: 'paused', run: 'run-1', iteration: 23, restored: false }))).toEqual([]);
    const finished = { ...stored, finished: true };
    expect(shown(status({ state: 'idle', engine: ENGINE, latestRun: finished }))).toEqual([]);
  });

  it('say that nobody reads, so nobody writes, and offer another seed', () => {
    const [notice] = shown(event(started()), event(iteration(1)), dead);
    expect(notice).toMatchObject({
      title: 'Nobody reads, so nobody writes.',
      button: 'Try seed 8',
      action: 'another-seed',
    });
    expect(notice.sentence).toContain('5 % of the facts');
  });

  it('take a dead run back when its notes turn out to help', () => {
    const lift = { mean: 0.3, low: 0.1, high: 0.5 };
    const alive: RunMessage = event({ type: 'condition', condition: { kind: 'visible-lift', iteration: 40, lift } });
    expect(shown(event(started()), dead, alive)).toEqual([]);
  });

  it('say what a graphics device that failed was replaced by, until that is read', () => {
    const lost = { kind: 'gpu-lost', message: 'Lost.', onto: 'new-device' } as const;
    const onRun: RunMessage = {
      type: 'rescue',
      rescue: { ...lost, work: { kind: 'run', run: 'run-1', iteration: 23 } },
    };
    expect(shown(onRun)).toMatchObject([
      { title: 'The graphics device was lost.', sentence: 'Going on from iteration 23 on a new device.' },
    ]);
    expect(shown(onRun, { type: 'rescue-read' })).toEqual([]);
    const onAgent: RunMessage = { type: 'rescue', rescue: { ...lost, work: { kind: 'agent', agent: 'agent-1' } } };
    expect(shown(onAgent)[0].sentence).toBe('It lives on from its last stored episode on a new device.');
    const givenUp: RunMessage = {
      type: 'rescue',
      rescue: { kind: 'gpu-memory', message: 'Too much.', onto: 'portable', work: null },
    };
    expect(shown(onRun, givenUp)).toMatchObject([
      {
        title: 'The graphics device has too little memory.',
        sentence: 'It runs on the CPU instead, which is slower. Reload the page to try the graphics device again.',
      },
    ]);
  });

  it('say that another tab trains', () => {
    expect(shown(status({ state: 'watching', run: 'run-1' }))[0]).toMatchObject({ action: 'open' });
  });

  it('say that nothing is kept until the visitor knows', () => {
    const [notice] = shown(blocked);
    expect(notice).toMatchObject({ title: 'Nothing is kept.', action: 'read-storage' });
    expect(notice.sentence).toBe('This browser keeps nothing. Leave the private window.');
    expect(shown(blocked, { type: 'storage-read' })).toEqual([]);
  });

  it('say what failed and what to do, and put the heaviest first', () => {
    const failed = status({ state: 'failed', kind: 'engine', message: 'Out of memory.', remedy: 'Close other tabs.' });
    const all = shown(blocked, failed);
    expect(all.map((notice) => notice.title)).toEqual(['It cannot go on.', 'Nothing is kept.']);
    expect(all[0]).toMatchObject({ sentence: 'Out of memory. Close other tabs.', button: 'Try again', action: 'open' });
  });

  it('pass on why a command was refused', () => {
    const [notice] = shown({ type: 'refused', kind: 'busy', message: 'Busy.', remedy: 'Pause it there.' });
    expect(notice).toMatchObject({ sentence: 'Busy. Pause it there.', action: 'read-refusal' });
  });
});
