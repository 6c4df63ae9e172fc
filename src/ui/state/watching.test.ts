import { describe, expect, it } from 'vitest';
import { EVALUATION_WORLDS } from '../../environments/ids.ts';
import type { LifeRecord, NoteUse } from '../../learning/records.ts';
import { event, iteration, started } from '../testing/run-messages.ts';
import { scriptedLife, scriptedRecording } from '../testing/scripted-lives.ts';
import type { RunMessage } from './run-messages.ts';
import { reduceRun } from './run-reducer.ts';
import { initialRunState, type RunState } from './run-state.ts';
import { presentSeed, watchedLives } from './watching.ts';

const RECORDING = scriptedRecording();
const HOUSE = scriptedRecording('text-house/8x8');
const ROLLED = scriptedLife(`code-lake/4x4:${EVALUATION_WORLDS.first + 417}x4`);

function after(messages: readonly RunMessage[], state: RunState = initialRunState(false)): RunState {
  return messages.reduce(reduceRun, state);
}

function inRun(life: number, iterationOf = 1): LifeRecord {
  return { ...scriptedLife(`code-lake/4x4:${30 + life}x4`), iteration: iterationOf, life };
}

const watching = after([{ type: 'recording-loaded', recording: RECORDING }]);

describe('the lives of a run', () => {
  it('are all kept, oldest first, and one that is lived again replaces what was lost', () => {
    const [first, second, third] = [inRun(0), inRun(1), inRun(2, 2)];
    const again = { ...third, pack: 'code-lake/4x4:99x4' };
    const lives = [first, second, third, again].map((record) => event({ type: 'life', record }));
    const { run } = after([event(started()), ...lives]);
    expect(run?.lives).toEqual([first, second, again]);
  });
});

describe('another recorded agent', () => {
  const chosen = after([{ type: 'environment-chosen', environment: 'text-house', preset: 'text-house' }], watching);

  it('is what Play would train, and is shown as soon as it is here', () => {
    expect(chosen.setup.preset).toBe('text-house');
    expect(chosen.playback).toBe(watching.playback);
    const shown = after([{ type: 'recording-loaded', recording: HOUSE }], chosen);
    expect(shown.playback?.life.pack).toMatch(/^text-house/);
  });

  it('is not shown when it comes after yet another was chosen', () => {
    const back: RunMessage = { type: 'environment-chosen', environment: 'code-lake', preset: 'code-lake-light' };
    const late = after([back, { type: 'recording-loaded', recording: HOUSE }], chosen);
    expect(late.recording).toBe(RECORDING);
  });

  it('leaves the screen empty where it cannot be had', () => {
    const missing = after([{ type: 'recording-missing', environment: 'text-house', problem: 'gone' }], chosen);
    expect(missing).toMatchObject({ playback: null, recording: null, recordingProblem: 'gone' });
  });

  it('keeps the screen while a run goes on, until the visitor goes back to it', () => {
    const life = inRun(0);
    const away = after([
      event(started()),
      { type: 'environment-chosen', environment: 'code-lake', preset: 'code-lake' },
    ]);
    const shown = after(
      [{ type: 'recording-loaded', recording: RECORDING }, event({ type: 'life', record: life })],
      away,
    );
    expect(shown.playback?.source).toBe('recorded');
    expect(after([{ type: 'run-watched' }], shown).playback).toMatchObject({ source: 'run', life });
  });
});

describe('a new life', () => {
  const asked = after([{ type: 'life-asked', request: 5, seed: 417 }], watching);

  it('leaves what is on screen playing until it has been lived', () => {
    expect(asked.playback).toBe(watching.playback);
    expect(presentSeed(asked)).toBe(417);
    const half = after([{ type: 'life-progressed', request: 5, done: 3, total: 9 }], asked);
    expect(half.rolling).toMatchObject({ done: 3, total: 9 });
    const lived = after([{ type: 'life-lived', request: 5, life: ROLLED }], half);
    expect(lived).toMatchObject({ rolling: null, playback: { source: 'rolled', index: 0 } });
    expect(watchedLives(lived)[0].life).toBe(ROLLED);
    expect(presentSeed(lived)).toBe(417);
  });

  it('is of no interest once another was asked for', () => {
    const other = after([{ type: 'life-asked', request: 6, seed: 1 }], asked);
    const stale: RunMessage[] = [
      { type: 'life-progressed', request: 5, done: 1, total: 2 },
      { type: 'life-lived', request: 5, life: ROLLED },
      { type: 'life-given-up', request: 5 },
    ];
    expect(after(stale, other)).toEqual(other);
  });

  it('goes with the agent that lived it', () => {
    const lived = after([{ type: 'life-lived', request: 5, life: ROLLED }], asked);
    expect(after([event(started()), event(iteration(1))], lived).rolled).toEqual([]);
  });
});

describe('moving among lives', () => {
  it('goes to the next and the one before, and stops at either end', () => {
    const [first, second] = RECORDING.lives;
    const opened = after([{ type: 'life-chosen', life: first, task: 2 }], watching);
    expect(opened.playback?.stills[opened.playback.index]).toMatchObject({ kind: 'opening', position: 2 });
    const next = after([{ type: 'stepped', by: 'life', direction: 1 }], opened);
    expect(next).toMatchObject({ replaying: false, playback: { life: second, index: 0 } });
    const back = after([{ type: 'stepped', by: 'life', direction: -1 }], next);
    expect(back.playback?.life).toBe(first);
    expect(after([{ type: 'stepped', by: 'life', direction: -1 }], back)).toEqual(back);
  });

  it('steps from one rewriting to the next', () => {
    const opened = after([{ type: 'life-chosen', life: RECORDING.lives[0], task: 1 }], watching);
    const on = after([{ type: 'stepped', by: 'update', direction: 1 }], opened).playback;
    expect(on?.stills[on.index]).toMatchObject({ kind: 'writing', position: 1 });
    const back = after([{ type: 'stepped', by: 'update', direction: -1 }], opened).playback;
    expect(back?.stills[back.index]).toMatchObject({ kind: 'writing', position: 0 });
  });

  it('finds the move in which a note first made the difference', () => {
    const reader = RECORDING.lives[0];
    const state = after([{ type: 'life-chosen', life: reader, task: 0 }], watching);
    const stills = state.playback?.stills ?? [];
    const acted = stills.findIndex(
      (still) => still.kind === 'move' && still.last.used !== null && still.ending?.solved,
    );
    const still = stills[acted];
    if (still?.kind !== 'move' || !still.last.used) throw new Error('the reader acts on no note');
    const fact = [still.last.used.key, ...still.last.used.value];
    const use: NoteUse = { task: still.position, fact, writtenAfter: 0, acted: true, solvedWithout: false };
    const idle: NoteUse = { ...use, task: 0, solvedWithout: true };
    const known = { ...reader, uses: [idle, use] };
    const recording = { ...RECORDING, lives: [known] };
    const help = after([{ type: 'recording-loaded', recording }, { type: 'help-wanted' }]).playback;
    const found = help?.stills[help.index];
    expect(found?.kind === 'move' && found.position === use.task && found.last.used?.key === fact[0]).toBe(true);
    const helpless = { ...RECORDING, lives: [{ ...reader, uses: [] }] };
    const stays = after([{ type: 'recording-loaded', recording: helpless }]);
    expect(after([{ type: 'help-wanted' }], stays)).toBe(stays);
  });
});
