/** Protects the named states of the page itself: each is said when it holds, in one sentence, and only as often as it should. */

import { describe, expect, it } from 'vitest';
import type { WaymarkErrorKind } from '../../core/errors.ts';
import {
  firstConditions,
  reduceConditions,
  type Condition,
  type ConditionsMessage,
} from '../state/conditions-state.ts';
import type { RunMessage } from '../state/run-messages.ts';
import { reduceRun } from '../state/run-reducer.ts';
import { initialRunState } from '../state/run-state.ts';
import { event, iteration, started, status } from '../testing/run-messages.ts';
import { notices } from './notices.ts';

const TRAINING = status({ state: 'training', run: 'run-1', phase: 'rollout' });
const PAUSED = status({ state: 'paused', run: 'run-1', iteration: 1, restored: false });
const WORK: readonly RunMessage[] = [event(started()), event(iteration(1)), PAUSED];

function shown(run: readonly RunMessage[], ...conditions: readonly ConditionsMessage[]) {
  return notices(run.reduce(reduceRun, initialRunState(false)), conditions.reduce(reduceConditions, firstConditions()));
}

function read(condition: Condition): ConditionsMessage {
  return { type: 'read', condition };
}

describe('a link', () => {
  it.each<[WaymarkErrorKind, string, string]>([
    ['link-damaged', 'The link is damaged.', 'chain'],
    ['link-too-large', 'The link is too large.', 'scale'],
    ['link-newer', 'The link is from a newer Waymark.', 'clock'],
    ['no-build', 'This site lacks what the link needs.', 'piece'],
  ])('with %s is named, says why, and can be put aside', (kind, title, icon) => {
    const link: ConditionsMessage = { type: 'link', problem: { kind, message: 'Why.', remedy: 'What to do.' } };
    expect(shown([], link)).toMatchObject([
      { icon, title, sentence: 'Why. What to do.', button: 'Go on without', answer: { to: 'read', condition: 'link' } },
    ]);
    expect(shown([], link, read('link'))).toEqual([]);
    expect(shown([], link, { type: 'link', problem: null })).toEqual([]);
  });
});

describe('storage', () => {
  const blocked: RunMessage = {
    type: 'storage',
    storage: { state: 'blocked', message: 'This browser keeps nothing.', remedy: 'Save a file before you leave.' },
  };

  it('that is blocked is said until it is read; where there is work, the way out is a file', () => {
    expect(shown([blocked])).toMatchObject([
      {
        icon: 'box',
        title: 'Nothing is kept.',
        sentence: 'This browser keeps nothing. Save a file before you leave.',
        button: 'Go on without',
      },
    ]);
    expect(shown([blocked, ...WORK])).toMatchObject([
      { button: 'Save a file', answer: { to: 'screen', screen: 'library' } },
    ]);
    expect(shown([blocked], read('storage-blocked'))).toEqual([]);
  });

  it('is nearly full from nine tenths on', () => {
    const space = (usage: number): ConditionsMessage => ({ type: 'space', space: { usage, quota: 1000 } });
    expect(shown([], space(899))).toEqual([]);
    expect(shown([], space(900))).toMatchObject([
      { icon: 'full', title: 'Storage is nearly full.', button: 'Make room', answer: { screen: 'library' } },
    ]);
    expect(shown([], space(900), space(100))).toEqual([]);
    expect(shown([], space(900), read('storage-full'))).toEqual([]);
  });

  it('that may be cleared is said at rest, and only where there is something to lose', () => {
    const refused: ConditionsMessage = { type: 'persistence', persistent: false };
    expect(shown([], refused)).toEqual([]);
    expect(shown([...WORK, TRAINING], refused, read('no-webgpu'))).toEqual([]);
    expect(shown(WORK, refused)).toMatchObject([
      { icon: 'lock', title: 'This browser does not promise to keep your runs.', button: 'Save a file' },
    ]);
    expect(shown(WORK, refused, { type: 'persistence', persistent: true })).toEqual([]);
    expect(shown(WORK, refused, read('not-persistent'))).toEqual([]);
  });
});

describe('an update', () => {
  const ready: ConditionsMessage = { type: 'update-ready' };

  it('is offered at rest', () => {
    expect(shown([], ready)).toMatchObject([
      { icon: 'arrow', title: 'Update ready.', button: 'Reload with it', answer: { to: 'update' } },
    ]);
  });

  it('never reloads in mid-run: it can only be put off until the agent rests', () => {
    const busy = [event(started()), TRAINING];
    expect(shown(busy, ready, read('no-webgpu'))).toMatchObject([
      { title: 'Update ready (after this run).', button: 'Later', answer: { to: 'read', condition: 'update-later' } },
    ]);
    expect(shown(busy, ready, read('no-webgpu'), read('update-later'))).toEqual([]);
    expect(shown([...busy, PAUSED], ready, read('update-later'))).toMatchObject([{ button: 'Reload with it' }]);
  });
});

describe('a tab that was hidden', () => {
  const hidden: ConditionsMessage = { type: 'hidden', run: 'run-1', lives: 128 };

  it('says how many lives its run trained on meanwhile', () => {
    expect(shown([], hidden)).toEqual([]);
    expect(shown([], hidden, { type: 'shown', run: 'run-1', lives: 384 })).toMatchObject([
      { icon: 'moon', sentence: 'It trained on 256 lives meanwhile.', button: 'All right' },
    ]);
    expect(shown([], hidden, { type: 'shown', run: 'run-1', lives: 129 })[0].sentence).toBe(
      'It trained on 1 life meanwhile.',
    );
  });

  it('says nothing where nothing happened, or another run began', () => {
    expect(shown([], hidden, { type: 'shown', run: 'run-1', lives: 128 })).toEqual([]);
    expect(shown([], hidden, { type: 'shown', run: 'run-2', lives: 384 })).toEqual([]);
  });
});

describe('the network', () => {
  const gone: ConditionsMessage = { type: 'connection', online: false };

  it('is missed, until it is back, in words that are true of what is kept', () => {
    expect(shown([], gone)).toMatchObject([{ icon: 'cloud', title: 'You are offline.', button: 'All right' }]);
    expect(shown([], gone)[0].sentence).toContain('need the network');
    expect(shown([], gone, { type: 'site-kept' })[0].sentence).toContain('works without a network');
    expect(shown([], gone, read('offline'))).toEqual([]);
    expect(shown([], gone, { type: 'connection', online: true })).toEqual([]);
    expect(shown([], gone, read('offline'), { type: 'connection', online: true }, gone)).toHaveLength(1);
  });
});

describe('the device', () => {
  const trains = (name: 'onnx-wasm' | 'webgpu', detail: string): readonly RunMessage[] => [
    event(started()),
    TRAINING,
    { type: 'engine', engine: { name, detail }, paths: [] },
  ];

  it('is named once where it is slow, when training begins', () => {
    const cpu = trains('onnx-wasm', 'ONNX Runtime 1.30, WASM, 1 worker');
    expect(shown(cpu)).toMatchObject([{ icon: 'chip', title: 'It trains on the CPU.', button: 'All right' }]);
    expect(shown(cpu, read('no-webgpu'))).toEqual([]);
    expect(shown([...cpu, PAUSED])).toEqual([]);
  });

  it('is told from a real one where it is made of software', () => {
    for (const detail of ['WebGPU, google swiftshader', 'WebGPU, llvmpipe', 'WebGPU, Microsoft Basic Render Driver']) {
      expect(shown(trains('webgpu', detail)), detail).toMatchObject([
        { icon: 'drawn-chip', title: 'It trains on a graphics device made of software.' },
      ]);
    }
    expect(shown(trains('webgpu', 'WebGPU, nvidia ampere'))).toEqual([]);
    expect(shown(trains('webgpu', 'WebGPU, google swiftshader'), read('software-adapter'))).toEqual([]);
  });
});
