import { describe, expect, it } from 'vitest';
import type { LifeRecord, RunEvent } from '../../learning/records.ts';
import { madeUpEvaluation, scriptedLife, scriptedRecording } from '../testing/scripted-lives.ts';
import { AGENT, ENGINE, RECIPE, event, iteration, started, status } from '../testing/run-messages.ts';
import { initialRunState, type RunState } from './run-state.ts';
import type { RunMessage } from './run-messages.ts';
import { reduceRun } from './run-reducer.ts';

const RECORDING = scriptedRecording();
const LIFE = scriptedLife('code-lake/4x4:21x4');
const LATER_LIFE = scriptedLife('code-lake/4x4:22x4');

function after(messages: readonly RunMessage[], state: RunState = initialRunState(false)): RunState {
  return messages.reduce(reduceRun, state);
}

function lived(life: LifeRecord, task: number): RunMessage {
  return { type: 'lived', lived: { agent: 'agent-1', world: 'code-lake/4x4:17', task, life } };
}

const training = status({ state: 'training', run: 'run-1', phase: 'rollout' });
const life = (record: LifeRecord): RunMessage => event({ type: 'life', record });
const evaluation: RunEvent = { type: 'evaluation', record: madeUpEvaluation([0.3, 0.5], [0.3, 0.3]) };

describe('a run', () => {
  it('is what its events have told, live or as history', () => {
    const events = [started(), iteration(1), { type: 'life', record: LIFE } as const, evaluation, iteration(2)];
    const live = after(events.map(event)).run;
    expect(live?.iterations.map((record) => record.iteration)).toEqual([1, 2]);
    expect(live?.evaluation).toBe(evaluation.record);
    expect(live?.lives).toEqual([LIFE]);
    expect(after([{ type: 'history', run: 'run-1', events }]).run).toEqual(live);
  });

  it('forgets an iteration that is lived again after a resume', () => {
    const resumed: RunEvent = { type: 'resumed', run: 'run-1', iteration: 1, engine: ENGINE };
    const events = [started(), iteration(1), iteration(2, { loss: 1 }), resumed, iteration(2, { loss: 2 })];
    expect(after(events.map(event)).run?.iterations.map((record) => record.loss)).toEqual([0, 2]);
  });

  it('offers the next seed for the run after it, once', () => {
    const begun = after([event(started())]);
    expect(begun.setup.seed).toBe(8);
    const chosen = after([{ type: 'setup-chosen', setup: { ...begun.setup, seed: 99 } }, event(iteration(1))], begun);
    expect(chosen.setup.seed).toBe(99);
    expect(after([event(started('run-2', { ...RECIPE, seed: 0xffffffff }))]).setup.seed).toBe(0);
  });

  it('is gone when the last stored one was deleted, and stays while there is another', () => {
    const begun = after([event(started()), { type: 'agent', agent: AGENT }]);
    const idle = (latestRun: { run: string; recipe: typeof RECIPE; iteration: number; finished: boolean } | null) =>
      after([status({ state: 'idle', engine: ENGINE, latestRun })], begun);
    expect(idle(null)).toMatchObject({ run: null, agent: null });
    expect(idle({ run: 'run-1', recipe: RECIPE, iteration: 0, finished: false }).run?.id).toBe('run-1');
  });

  it('keeps its agent, and a new run begins without one', () => {
    const withAgent = after([event(started()), { type: 'agent', agent: AGENT }, event(iteration(1))]);
    expect(withAgent.agent).toBe(AGENT);
    expect(after([event(started('run-2'))], withAgent).agent).toBeNull();
  });
});

describe('the life on screen', () => {
  it('is the recorded one at first, playing', () => {
    const state = after([{ type: 'recording-loaded', recording: RECORDING }]);
    expect(state.playback).toMatchObject({ source: 'recorded', index: 0 });
    expect(state.playback?.life).toBe(RECORDING.lives[0]);
    expect(state.replaying).toBe(true);
  });

  it('stands at the first rewriting for visitors who want no motion', () => {
    const state = after([{ type: 'recording-loaded', recording: RECORDING }], initialRunState(true));
    expect(state.replaying).toBe(false);
    expect(state.playback?.stills[state.playback.index].kind).toBe('writing');
  });

  it('gives way to training, and is watched to its end before the next', () => {
    const first = after([{ type: 'recording-loaded', recording: RECORDING }, event(started()), training, life(LIFE)]);
    expect(first.playback?.life).toBe(LIFE);
    const newer = after([{ type: 'replay-advanced' }, life(LATER_LIFE)], first);
    expect(newer.playback).toMatchObject({ life: LIFE, index: 1 });
    const atEnd = after([{ type: 'still-chosen', index: 1000 }, { type: 'replay-advanced' }], newer);
    expect(atEnd.playback).toMatchObject({ life: LATER_LIFE, index: 0 });
  });

  it('is replaced at once when another run begins', () => {
    const first = after([event(started()), training, life(LIFE)]);
    const second = after([event(started('run-2')), life(LATER_LIFE)], first);
    expect(second.playback?.life).toBe(LATER_LIFE);
  });

  it('goes round the recorded lives', () => {
    let state = after([{ type: 'recording-loaded', recording: RECORDING }]);
    const seen = [];
    for (let index = 0; index < RECORDING.lives.length; index++) {
      seen.push(state.playback?.life);
      state = after([{ type: 'still-chosen', index: 1000 }, { type: 'replay-advanced' }], state);
    }
    expect(seen).toEqual(RECORDING.lives);
    expect(state.playback?.life).toBe(RECORDING.lives[0]);
  });

  it('is the agent’s own while it lives, and training’s again when training goes on', () => {
    const own = scriptedLife('code-lake/4x4:17x1');
    const trained = after([event(started()), training, life(LIFE), { type: 'agent', agent: AGENT }]);
    const living = after([status({ state: 'living', agent: 'agent-1' }), lived(own, 2)], trained);
    expect(living.playback).toMatchObject({ source: 'lived', life: own });
    expect(after([training, life(LATER_LIFE)], living).playback).toMatchObject({ source: 'run', life: LATER_LIFE });
  });

  it('is not taken by what an agent lived before a reload', () => {
    const state = after([event(started()), life(LIFE), { type: 'agent', agent: AGENT }, lived(LATER_LIFE, 0)]);
    expect(state.playback?.life).toBe(LIFE);
    expect(state.lived?.life).toBe(LATER_LIFE);
  });
});

describe('stepping by hand', () => {
  const state = after([{ type: 'recording-loaded', recording: RECORDING }]);

  it('stops the replay and stays within the life', () => {
    const back = after([{ type: 'stepped', by: 'still', direction: -1 }], state);
    expect(back).toMatchObject({ replaying: false, playback: { index: 0 } });
    const on = after([{ type: 'stepped', by: 'still', direction: 1 }], state);
    expect(on.playback?.index).toBe(1);
    const last = (state.playback?.stills.length ?? 0) - 1;
    expect(after([{ type: 'still-chosen', index: 1000 }], state).playback?.index).toBe(last);
  });

  it('goes to the beginning of tasks', () => {
    const second = after([{ type: 'stepped', by: 'task', direction: 1 }], state).playback;
    expect(second?.stills[second.index]).toMatchObject({ kind: 'opening', position: 1 });
    const inSecond = after([{ type: 'still-chosen', index: (second?.index ?? 0) + 1 }], state);
    const back = after([{ type: 'stepped', by: 'task', direction: -1 }], inSecond).playback;
    expect(back?.index).toBe(second?.index);
  });
});

describe('what the worker answers', () => {
  it('keeps the engine’s name', () => {
    expect(after([status({ state: 'idle', engine: ENGINE, latestRun: null })]).engine).toBe(ENGINE);
  });

  it('shows a refusal until it is read, and gives up waiting to play', () => {
    const refused: RunMessage = { type: 'refused', kind: 'busy', message: 'No.', remedy: 'Wait.' };
    const state = after([{ type: 'play-wanted', wanted: true }, refused]);
    expect(state).toMatchObject({ playWanted: false, refusal: { message: 'No.' } });
    expect(after([{ type: 'refusal-read' }], state).refusal).toBeNull();
  });

  it('shows what could not be read, and goes on waiting to play', () => {
    const damaged: RunMessage = { type: 'damaged', message: 'Cannot read it.', remedy: 'Go on.' };
    const state = after([{ type: 'play-wanted', wanted: true }, damaged]);
    expect(state).toMatchObject({ playWanted: true, refusal: { message: 'Cannot read it.' } });
    expect(after([{ type: 'refusal-read' }], state).refusal).toBeNull();
  });

  it('is pausing from the press until it has paused', () => {
    const asked = after([training, { type: 'pause-asked' }, training]);
    expect(asked.pausing).toBe(true);
    const paused = status({ state: 'paused', run: 'run-1', iteration: 3, restored: false });
    expect(after([paused], asked).pausing).toBe(false);
  });
});
