import { describe, expect, it } from 'vitest';
import { findPreset } from '../../learning/presets.ts';
import { changeRecipe } from '../../learning/recipe.ts';
import { event, RECIPE, started } from '../testing/run-messages.ts';
import { draftRecipe, setupFor, setupRecipe } from './draft.ts';
import { reduceRun } from './run-reducer.ts';
import { initialRunState, type RunState } from './run-state.ts';

const fresh = initialRunState(true);
const running = reduceRun(fresh, event(started()));

function edited(state: RunState, changes: Parameters<typeof changeRecipe>[1]): RunState {
  return { ...state, setup: setupFor(state, changeRecipe(draftRecipe(state), changes)) };
}

describe('the draft', () => {
  it('is what Play will train, before there is a run', () => {
    const state = edited(fresh, { packs: 3, seed: 99 });
    expect(draftRecipe(state)).toEqual(changeRecipe(findPreset('code-lake-light').recipe, { packs: 3, seed: 99 }));
    expect(setupRecipe(state)).toEqual(draftRecipe(state));
    expect(state.setup.seed).toBe(99);
  });

  it('is the run’s own recipe with changes, beside a run, and the run keeps its recipe', () => {
    const state = edited(running, { packs: 3 });
    expect(draftRecipe(state)).toEqual({ ...RECIPE, packs: 3 });
    expect(state.setup.changes).toEqual({ packs: 3 });
    expect(state.run?.recipe).toEqual(RECIPE);
  });

  it('is of no change once a setting is put back', () => {
    expect(edited(edited(running, { packs: 3 }), { packs: RECIPE.packs }).setup.changes).toEqual({});
    expect(edited(edited(fresh, { packs: 3 }), { packs: draftRecipe(fresh).packs }).setup.changes).toEqual({});
  });

  it('begins afresh with every new run', () => {
    const state = reduceRun(edited(running, { packs: 3 }), event(started('run-2')));
    expect(state.setup.changes).toEqual({});
  });
});
