/** Protects what the lab asks of the worker, and that it takes only the answers to its own question. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { LabAnswer } from '../../worker/lab-protocol.ts';
import type { Command, WorkerMessage } from '../../worker/protocol.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { createLabStore, type LabStore } from '../state/lab-state.ts';
import { knownComparison, knownTrial, labAgent, labAgents, labWorld } from '../state/lab-view.ts';
import { createRunStore, type RunStore } from '../state/run-reducer.ts';
import { ENGINE, RECIPE, event, iteration, started, status } from '../testing/run-messages.ts';
import { madeUpEvaluation, scriptedLife, scriptedRecording } from '../testing/scripted-lives.ts';
import { LabActions } from './lab-actions.ts';

let sent: Command[];
let say: (message: WorkerMessage) => void;
let lab: LabStore;
let run: RunStore;
let actions: LabActions;

beforeEach(() => {
  sent = [];
  const listeners: ((message: WorkerMessage) => void)[] = [];
  say = (message) => listeners.forEach((listener) => listener(message));
  lab = createLabStore();
  run = createRunStore(true);
  const client = {
    send: (command: Command) => void sent.push(command),
    subscribe: (listener: (message: WorkerMessage) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  actions = new LabActions({ client, lab, run, recordings: (name) => Promise.resolve(scriptedRecording(name)) });
  listeners.push((message) => {
    if (message.type !== 'lab' && message.type !== 'library' && message.type !== 'share') run.dispatch(message);
  });
  say(status({ state: 'idle', engine: ENGINE, latestRun: null }));
});

/** The last question's number. */
function asked(): number {
  const last = sent.at(-1);
  if (!last || !('request' in last)) throw new Error('nothing was asked');
  return last.request;
}

function answer(answer: LabAnswer, request = asked()): void {
  say({ type: 'lab', request, answer });
}

const present = () => labAgent(lab.state, run.state);
const evaluation = madeUpEvaluation([0.3, 0.7, 0.7, 0.7], [0.3, 0.3, 0.3, 0.3]);

describe('a test of the notes', () => {
  it('asks for the controls that are switched on, and always for kept and erased', () => {
    actions.switchControl('shuffled', false);
    actions.switchControl('erased', false);
    actions.choosePacks(64);
    actions.testControls();
    expect(sent.at(-1)).toMatchObject({
      type: 'compare-controls',
      agent: { kind: 'recorded', recording: 'code-lake' },
      controls: ['kept', 'erased', 'oracle'],
      packs: 64,
      length: 8,
    });
  });

  it('keeps its result for the agent it was about, whichever is looked at since', () => {
    actions.testControls();
    answer({ kind: 'progress', done: 3, total: 12 });
    expect(lab.state.job).toMatchObject({ done: 3, total: 12 });
    const agent = present();
    answer({ kind: 'controls', evaluation, lives: [] });
    expect(lab.state.job).toBeNull();
    actions.chooseAgent('recorded alchemy');
    expect(knownComparison(lab.state, run.state, present())).toBeNull();
    expect(knownComparison(lab.state, run.state, agent)).toMatchObject({ origin: 'tested', evaluation });
  });

  it('ignores the answers to questions of others', () => {
    actions.testControls();
    answer({ kind: 'controls', evaluation, lives: [] }, asked() + 1);
    answer({ kind: 'cancelled' }, asked() + 1);
    expect(lab.state.job).not.toBeNull();
    expect(lab.state.comparisons.size).toBe(0);
  });

  it('is one at a time, and can be stopped', () => {
    actions.testControls();
    actions.testControls();
    expect(sent).toHaveLength(1);
    const request = asked();
    actions.bigButton();
    actions.bigButton();
    expect(sent.slice(1)).toEqual([{ type: 'cancel', request }]);
    answer({ kind: 'cancelled' }, request);
    expect(lab.state.job).toBeNull();
  });

  it('that fails says why and leaves what was known', () => {
    actions.testControls();
    answer({ kind: 'controls', evaluation, lives: [] });
    actions.testControls();
    answer({ kind: 'failed', error: { kind: 'engine', message: 'Out of luck.', remedy: 'Try again.' } });
    expect(lab.state).toMatchObject({ job: null, failure: { message: 'Out of luck.' } });
    expect(knownComparison(lab.state, run.state, present())?.origin).toBe('tested');
    actions.readFailure();
    expect(lab.state.failure).toBeNull();
  });

  it('ends with a worker that has failed', () => {
    actions.testControls();
    say(status({ state: 'failed', kind: 'engine', message: 'Gone.', remedy: '' }));
    expect(lab.state.job).toBeNull();
  });
});

describe('the agent that is tested', () => {
  const stored: LibraryRun = {
    run: 'run-9',
    recipe: { ...RECIPE, environment: 'alchemy/4x6', seed: 5 },
    engine: ENGINE,
    title: 'otter',
    iteration: 12,
    events: 20,
    finished: false,
    updated: 0,
    evaluation,
    inUse: false,
    deletedAt: null,
  } as unknown as LibraryRun;

  it('is the run on the page once it has trained, then stored runs, then those of the site', () => {
    actions.arrive();
    say({ type: 'library', request: asked(), answer: { kind: 'runs', runs: [stored], damaged: [] } });
    expect(present().key).toBe('run run-9');
    expect(knownComparison(lab.state, run.state, present())?.origin).toBe('run');
    say(event(started()));
    expect(present().key).toBe('run run-9');
    say(event(iteration(1)));
    expect(labAgents(lab.state, run.state).map(({ key }) => key)).toEqual([
      'run run-1',
      'run run-9',
      'recorded code-lake',
      'recorded text-house',
      'recorded alchemy',
    ]);
  });

  it('comes with its recording where the site ships it', async () => {
    actions.chooseAgent('recorded text-house');
    await Promise.resolve();
    await Promise.resolve();
    const known = knownComparison(lab.state, run.state, present());
    expect(known?.origin).toBe('recorded');
  });
});

describe('a note', () => {
  it('is tried in the world chosen', () => {
    actions.chooseWorld(7);
    actions.writeNote('down b1  up b4');
    actions.bigButton();
    const world = labWorld(lab.state, present());
    expect(sent.at(-1)).toMatchObject({ type: 'try-notes', world, notes: ['down', 'b1', 'up', 'b4'], tasks: 64 });
    expect(world).toMatch(/^code-lake\/4x4:/);
  });

  it('that cannot be read is not tried: the button tests the switches', () => {
    actions.writeNote('down blue ');
    actions.bigButton();
    expect(sent.at(-1)).toMatchObject({ type: 'compare-controls' });
  });

  it('is forgotten by no world, but its result belongs to one', () => {
    actions.writeNote('down b1 ');
    actions.testNote();
    const result = { notes: ['down', 'b1'], outcomes: [1], success: evaluation.lift, gain: evaluation.lift };
    const results = { none: result, yours: result, agents: result, truth: result };
    answer({ kind: 'trial', trial: { world: labWorld(lab.state, present()), tasks: [8], results } });
    expect(knownTrial(lab.state, present())).not.toBeNull();
    actions.rollWorld();
    expect(lab.state.note).toBe('down b1 ');
    expect(knownTrial(lab.state, present())).toBeNull();
  });

  it('is undone word by word', () => {
    for (const text of ['d', 'do', 'down', 'down ', 'down b', 'down b1']) actions.writeNote(text);
    actions.undoNote();
    expect(lab.state.note).toBe('down ');
    actions.undoNote();
    expect(lab.state.note).toBe('');
    actions.undoNote();
    expect(lab.state.note).toBe('');
  });

  it('can be had back after it was emptied', () => {
    actions.writeNote('down b1 ');
    actions.writeNote('');
    actions.undoNote();
    expect(lab.state.note).toBe('down b1 ');
  });
});

describe('playing', () => {
  it('takes turns until the task is over, and compares with the agent on the same pack', () => {
    for (let turn = 0; turn < 30; turn++) actions.takeTurn(['hm', 'b1']);
    const [turns] = lab.state.play.tasks;
    expect(turns.length).toBeLessThan(15);
    actions.nextTask();
    expect(lab.state.play.tasks).toHaveLength(2);
    actions.letAgentPlay();
    const pack = `${labWorld(lab.state, present())}x8`;
    expect(sent.at(-1)).toMatchObject({ type: 'live-pack', pack });
    answer({ kind: 'life', life: scriptedLife(pack) });
    expect(lab.state.lives.size).toBe(1);
  });

  it('begins anew in another world, with the truth hidden again', () => {
    actions.takeTurn(['hm', 'b1']);
    actions.revealTruth(true);
    actions.chooseWorld(418);
    expect(lab.state).toMatchObject({ revealed: false, play: { tasks: [[]] } });
  });

  it('refuses worlds that there are not', () => {
    for (const world of [-1, 0.5, Number.NaN, 10_000]) actions.chooseWorld(world);
    expect(lab.state.world).toBe(417);
  });
});
