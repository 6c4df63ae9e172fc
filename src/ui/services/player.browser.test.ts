import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player, readingTime } from './player.ts';
import { createRunStore, type RunStore } from '../state/run-reducer.ts';
import { scriptedRecording } from '../testing/scripted-lives.ts';

const RECORDING = scriptedRecording();
let store: RunStore;

function start(still: boolean): void {
  store = createRunStore(still);
  new Player(store);
  store.dispatch({ type: 'recording-loaded', recording: RECORDING });
}

function index(): number | undefined {
  return store.state.playback?.index;
}

function timeNow(): number {
  const { playback } = store.state;
  if (!playback) throw new Error('nothing plays');
  return readingTime(playback.stills[playback.index]);
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the player', () => {
  it('turns a page when it has been read, and not before', () => {
    start(false);
    vi.advanceTimersByTime(timeNow() - 1);
    expect(index()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(index()).toBe(1);
  });

  it('goes on from the last still to the next life', () => {
    start(false);
    const stills = store.state.playback?.stills ?? [];
    const whole = stills.reduce((sum, still) => sum + readingTime(still), 0);
    vi.advanceTimersByTime(whole);
    expect(store.state.playback?.life).toBe(RECORDING.lives[1]);
    expect(index()).toBe(0);
  });

  it('is twice as fast at speed 2', () => {
    start(false);
    store.dispatch({ type: 'speed-chosen', speed: 2 });
    vi.advanceTimersByTime(timeNow() / 2);
    expect(index()).toBe(1);
  });

  it('stops where the visitor steps, until it is told to go on', () => {
    start(false);
    store.dispatch({ type: 'stepped', by: 'still', direction: 1 });
    vi.advanceTimersByTime(60_000);
    expect(index()).toBe(1);
    store.dispatch({ type: 'replay-switched', replaying: true });
    vi.advanceTimersByTime(timeNow());
    expect(index()).toBe(2);
  });

  it('plays nothing for visitors who want no motion', () => {
    start(true);
    const first = index();
    vi.advanceTimersByTime(60_000);
    expect(index()).toBe(first);
  });

  it('gives new notes the time that their words need', () => {
    start(false);
    const stills = store.state.playback?.stills ?? [];
    const [few, many] = stills
      .filter((still) => still.kind === 'writing')
      .sort((one, other) => one.notes.length - other.notes.length)
      .filter((_, position, all) => position === 0 || position === all.length - 1);
    expect(readingTime(many) - readingTime(few)).toBe(70 * (many.notes.length - few.notes.length));
  });
});
