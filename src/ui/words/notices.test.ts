import { describe, expect, it } from 'vitest';
import { notices } from './notices.ts';
import { initialRunState } from '../state/run-state.ts';
import type { RunMessage } from '../state/run-messages.ts';
import { reduceRun } from '../state/run-reducer.ts';
import { firstConditions } from '../state/conditions-state.ts';
import { ENGINE, RECIPE, event, iteration, started, status } from '../testing/run-messages.ts';

function shown(...messages: readonly RunMessage[]) {
  return notices(messages.reduce(reduceRun, initialRunState(false)), firstConditions());
}

const stored = { run: 'run-1', recipe: RECIPE, iteration: 23, finished: false };
const dead: RunMessage = event({ type: 'condition', condition: { kind: 'no-readers', coverage: 0.05, iteration: 25 } });

describe('named states', () => {
  it('are none when all is well', () => {
    expect(shown()).toEqual([]);
    expect(shown(event(started()), status({ state: 'finished', run: 'run-1', iteration: 60 }))).toEqual([]);
    expect(shown({ type: 'storage', storage: { state: 'kept' } })).toEqual([]);
  });

  it('say what was restored after a reload and offer to go on', () => {
    const [notice] = shown(status({ state: 'idle', engine: ENGINE, latestRun: stored }));
    expect(notice).toMatchObject({ title: 'Restored.', button: 'Resume', answer: { to: 'run', action: 'resume' } });
    expect(notice.sentence).toBe('It had trained 23 iterations; nothing before that is lost.');
    expect(shown(status({ state: 'paused', run: 'run-1', iteration: 1, restored: true }))[0].sentence).toBe(
      'It had trained 1 iteration; nothing before that is lost.',
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
      answer: { to: 'run', action: 'another-seed' },
    });
    expect(notice.sentence).toContain('After 1 iteration its notes hold 5 % of the facts');
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
      {
        icon: 'bolt',
        title: 'The graphics device was lost.',
        sentence: 'Going on from iteration 23 on a new device.',
        button: 'All right',
      },
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
        icon: 'memory',
        title: 'The graphics device has too little memory.',
        sentence: 'It runs on the CPU instead, which is slower. Reload the page to try the graphics device again.',
      },
    ]);
  });

  it('offer to take over what another tab trains', () => {
    expect(shown(status({ state: 'watching', run: 'run-1' }))).toMatchObject([
      { icon: 'eye', button: 'Take over', answer: { to: 'take-over', run: 'run-1' } },
    ]);
  });

  it('say whether the other tab had it before, or took it from here', () => {
    const title = (taken: { taken?: true }) => shown(status({ state: 'watching', run: 'run-1', ...taken }))[0].title;
    expect(title({})).toBe('Another tab trains this run.');
    expect(title({ taken: true })).toBe('Another tab took this run over.');
  });

  it('say that memory ran out', () => {
    const failure = { message: 'The engine found no memory.', remedy: 'Close other tabs.' };
    const [notice] = shown(status({ state: 'failed', kind: 'memory', ...failure }));
    expect(notice).toMatchObject({ icon: 'memory', title: 'It ran out of memory.', button: 'Try again' });
    expect(notice.sentence).toBe('The engine found no memory. Close other tabs.');
  });

  it('say that a run needs what this site does not have', () => {
    const lack = {
      kind: 'no-build',
      message: 'This site does not have that model.',
      remedy: 'Ask its maker.',
    } as const;
    expect(shown({ type: 'refused', ...lack })).toMatchObject([
      { icon: 'piece', title: 'This site lacks what the run needs.', button: 'All right' },
    ]);
    expect(shown(status({ state: 'failed', ...lack }))).toMatchObject([{ icon: 'piece', button: 'Try again' }]);
  });

  it('say what failed and what to do, the heaviest first, and no more than two', () => {
    const blocked: RunMessage = {
      type: 'storage',
      storage: { state: 'blocked', message: 'This browser keeps nothing.', remedy: 'Leave the private window.' },
    };
    const failed = status({ state: 'failed', kind: 'engine', message: 'It broke.', remedy: 'Close other tabs.' });
    const all = shown(blocked, event(started()), event(iteration(1)), dead, failed);
    expect(all.map((notice) => notice.title)).toEqual(['It cannot go on.', 'Nothing is kept.']);
    expect(all[0]).toMatchObject({ sentence: 'It broke. Close other tabs.', button: 'Try again' });
  });

  it('name what is damaged, which is no refusal', () => {
    const [notice] = shown({ type: 'damaged', message: 'Cannot read it.', remedy: 'The rest is there.' });
    expect(notice).toMatchObject({ title: 'Something stored cannot be read.', button: 'All right' });
    expect(notice.sentence).toBe('Cannot read it. The rest is there.');
  });

  it('pass on why a command was refused', () => {
    const [notice] = shown({ type: 'refused', kind: 'busy', message: 'Busy.', remedy: 'Pause it there.' });
    expect(notice).toMatchObject({ sentence: 'Busy. Pause it there.', answer: { to: 'run', action: 'read-refusal' } });
  });
});
