/** Protects what is made ready to be shared: it belongs to one run as far as that is trained, and to nothing else. */

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../runs/store.ts';
import type { AgentChoice } from '../../worker/share-protocol.ts';
import { RECIPE, storedRun } from '../testing/run-messages.ts';
import {
  allPayloads,
  linkedPayload,
  NOTHING_SHARED,
  presentWork,
  reduceShare,
  type ShareState,
  type ShareStateMessage,
  type Subject,
} from './share-state.ts';

const LIFT = { mean: 0.4, low: 0.3, high: 0.5 };

function subject(changes: Partial<RunSummary> = {}): Subject {
  const run = storedRun({ iteration: 12, events: 20, finished: false, ...changes });
  return { recipe: run.recipe, run, iterations: [] };
}

function choice(bits: AgentChoice['bits'], payload: string): AgentChoice {
  return { bits, payload, lift: LIFT, kept: bits / 8 };
}

const FILE_MADE: ShareStateMessage = {
  type: 'made',
  ready: {
    file: {
      state: 'ready',
      made: { name: 'otter-7.waymark', archive: new Uint8Array(3), agents: 1, unreceipted: null, omitted: [] },
    },
  },
};
const AGENT_MADE: ShareStateMessage = {
  type: 'made',
  ready: {
    agent: {
      state: 'ready',
      made: { lift: LIFT, choices: [choice(3, 'three'), choice(4, 'four')], proposed: 1, chosen: 1 },
    },
  },
};
const KNOWN: ShareStateMessage = { type: 'subject-known', subject: subject() };
const SETUP_WRITTEN: ShareStateMessage = { type: 'setup-written', recipe: { ...RECIPE }, payload: 'setup' };

function after(...messages: readonly ShareStateMessage[]): ShareState {
  return messages.reduce(reduceShare, NOTHING_SHARED);
}

describe('what was made of a run', () => {
  it('holds while the run is not trained further, also when it is looked up again', () => {
    const state = after(KNOWN, SETUP_WRITTEN, FILE_MADE, { type: 'run-wanted', run: 'otter-7' }, KNOWN);
    expect(state.ways.file.state).toBe('ready');
    expect(state.setup).toBe('setup');
    expect(state.looking).toBeNull();
  });

  it('is gone when the run was trained further; its setup stays what it was', () => {
    const further: ShareStateMessage = { type: 'subject-known', subject: subject({ iteration: 13 }) };
    const state = after(KNOWN, SETUP_WRITTEN, FILE_MADE, AGENT_MADE, further);
    expect(state.ways.file.state).toBe('idle');
    expect(state.ways.agent.state).toBe('idle');
    expect(state.setup).toBe('setup');
  });

  it('is gone when another run is wanted, setup and all', () => {
    const state = after(KNOWN, SETUP_WRITTEN, FILE_MADE, { type: 'run-wanted', run: 'heron-2' });
    expect(state).toEqual({ ...NOTHING_SHARED, looking: 'heron-2' });
  });

  it('does not take the setup of another recipe for its own', () => {
    const late: ShareStateMessage = { type: 'setup-written', recipe: { ...RECIPE, seed: 99 }, payload: 'other' };
    expect(after(KNOWN, late).setup).toBeNull();
  });
});

describe('the choice of bits', () => {
  it('is the one proposed until the visitor takes another, and the link follows it', () => {
    const state = after(KNOWN, AGENT_MADE);
    expect(linkedPayload(state, 'agent')).toBe('four');
    const other = reduceShare(state, { type: 'bits-chosen', chosen: 0 });
    expect(linkedPayload(other, 'agent')).toBe('three');
    expect(other.ways.agent).toMatchObject({ made: { proposed: 1, chosen: 0 } });
    expect(reduceShare(other, { type: 'bits-chosen', chosen: 7 })).toBe(other);
  });

  it('forgets that the former link was copied', () => {
    const copied = after(KNOWN, AGENT_MADE, { type: 'passed', passed: { way: 'agent', how: 'copied' } });
    expect(reduceShare(copied, { type: 'bits-chosen', chosen: 0 }).passed).toBeNull();
  });

  it('tells of every link that may be copied', () => {
    expect(allPayloads(after(KNOWN, SETUP_WRITTEN, AGENT_MADE))).toEqual(['setup', 'three', 'four']);
  });
});

describe('living agents in the file', () => {
  it('make a file that is ready another one', () => {
    const state = after(KNOWN, FILE_MADE, { type: 'agents-ticked', withAgents: false });
    expect(state.withAgents).toBe(false);
    expect(state.ways.file.state).toBe('idle');
  });
});

describe('what is being made', () => {
  const ASKED: ShareStateMessage = { type: 'asked', way: 'receipt', request: 5, interrupts: 'training' };

  it('is one thing, with how far it is', () => {
    const begun = after(KNOWN, ASKED);
    expect(presentWork(begun)).toMatchObject({ way: 'receipt', request: 5, cancelling: false });
    const half: ShareStateMessage = { type: 'progressed', way: 'receipt', phase: 'evaluating', done: 512, total: 1024 };
    const state = reduceShare(begun, half);
    expect(state.ways.receipt).toMatchObject({ phase: 'evaluating', done: 512, total: 1024 });
    expect(presentWork(reduceShare(state, { type: 'cancel-asked', way: 'receipt' }))?.cancelling).toBe(true);
    expect(presentWork(reduceShare(state, { type: 'ended', way: 'receipt' }))).toBeNull();
  });

  it('stays away when it was given up: late progress makes nothing of it', () => {
    const ended = after(KNOWN, ASKED, { type: 'ended', way: 'receipt' });
    const late: ShareStateMessage = { type: 'progressed', way: 'receipt', phase: 'packing', done: 1, total: 2 };
    expect(reduceShare(ended, late)).toBe(ended);
  });

  it('remembers what it interrupted until that goes on', () => {
    const failure = { message: 'No.', remedy: 'Wait.' };
    const state = after(KNOWN, ASKED, { type: 'failed', way: 'receipt', failure });
    expect(state.interrupted).toBe('training');
    expect(state.ways.receipt).toEqual({ state: 'failed', failure });
    const again: ShareStateMessage = { type: 'asked', way: 'file', request: 6, interrupts: null };
    expect(reduceShare(state, again).interrupted).toBe('training');
    expect(reduceShare(state, { type: 'gone-on' }).interrupted).toBeNull();
  });
});
