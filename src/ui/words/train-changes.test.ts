import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../learning/recipe.ts';
import { reduceRun } from '../state/run-reducer.ts';
import { initialRunState, type RunState } from '../state/run-state.ts';
import { event, iteration, RECIPE, started, status } from '../testing/run-messages.ts';
import { changeLines, forkObstacle } from './train-changes.ts';

function edited(changes: Partial<Recipe>, ...messages: Parameters<typeof reduceRun>[1][]): RunState {
  const state = messages.reduce(reduceRun, initialRunState(true));
  return { ...state, setup: { ...state.setup, changes } };
}

const RUNNING = [event(started()), event(iteration(1))] as const;

describe('changes in words', () => {
  it('name each setting with what it was and what it will be', () => {
    expect(changeLines(RECIPE, { groupSize: 16, credit: 'per-task', redWeight: true })).toEqual([
      'Lives per pack: 8 → 16',
      'Credit: every note before it → only its own task',
      'Adaptive weight: off → on',
    ]);
  });
});

describe('forking', () => {
  it('goes on with whatever leaves the adapter its shape', () => {
    expect(forkObstacle(edited({ credit: 'per-task', learningRate: 0.001 }, ...RUNNING))).toBeNull();
  });

  it('is not offered where it could not go on, and says why', () => {
    expect(forkObstacle(edited({}))).toContain('no run to fork');
    expect(forkObstacle(edited({}, event(started())))).toContain('before its first iteration');
    expect(forkObstacle(edited({ loraRank: 2 }, ...RUNNING))).toContain('of another shape');
    expect(forkObstacle(edited({ iterations: 1 }, ...RUNNING))).toContain('has trained 1 iteration already');
    expect(forkObstacle(edited({}, ...RUNNING, status({ state: 'watching', run: 'run-1' })))).toContain('Another tab');
  });
});
