import { beforeEach, describe, expect, it } from 'vitest';
import { EVALUATION_WORLDS, parseWorldId } from '../../environments/ids.ts';
import type { Command, WorkerMessage } from '../../worker/protocol.ts';
import { RunActions } from './run-actions.ts';
import { createRunStore, type RunStore } from '../state/run-reducer.ts';
import { AGENT, ENGINE, event, started, status } from '../testing/run-messages.ts';

let sent: Command[];
let say: (message: WorkerMessage) => void;
let store: RunStore;
let actions: RunActions;

beforeEach(() => {
  sent = [];
  store = createRunStore(false);
  actions = new RunActions(
    {
      send: (command) => void sent.push(command),
      subscribe: (listener) => {
        say = listener;
        return () => undefined;
      },
    },
    store,
  );
});

const idle = status({ state: 'idle', engine: ENGINE, latestRun: null });

describe('Play', () => {
  it('starts a run with the preset and seed chosen', () => {
    say(idle);
    store.dispatch({ type: 'setup-chosen', setup: { preset: 'text-house', seed: 41, changes: {} } });
    actions.bigButton();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ type: 'start', recipe: { environment: 'text-house/8x8', seed: 41 } });
  });

  it('pressed too early starts as soon as the engine is ready, once', () => {
    say(status({ state: 'loading', what: 'model' }));
    actions.bigButton();
    expect(sent).toEqual([]);
    say(idle);
    say(idle);
    expect(sent.map((command) => command.type)).toEqual(['start']);
  });

  it('pressed twice too early starts nothing', () => {
    actions.bigButton();
    actions.bigButton();
    say(idle);
    expect(sent).toEqual([]);
  });

  it('pauses, and resumes the run that was paused', () => {
    say(event(started()));
    say(status({ state: 'training', run: 'run-1', phase: 'training' }));
    actions.bigButton();
    say(status({ state: 'paused', run: 'run-1', iteration: 2, restored: false }));
    actions.bigButton();
    expect(sent).toEqual([{ type: 'pause' }, { type: 'resume', run: 'run-1' }]);
  });

  it('does nothing while another tab trains', () => {
    say(status({ state: 'watching', run: 'run-1' }));
    actions.bigButton();
    expect(sent).toEqual([]);
  });
});

describe('the living agent', () => {
  it('begins in a held-out world of the run’s own level', () => {
    say(event(started()));
    actions.liveOn();
    const [command] = sent;
    if (command.type !== 'live') throw new Error('expected to live');
    const { environment, level, world } = parseWorldId(command.world);
    expect(`${environment}/${level}`).toBe('code-lake/4x4');
    expect(world).toBeGreaterThanOrEqual(EVALUATION_WORLDS.first + 100_000);
    expect(world).toBeLessThan(EVALUATION_WORLDS.end);
  });

  it('goes on where it lives', () => {
    say(event(started()));
    say({ type: 'agent', agent: AGENT });
    actions.liveOn();
    expect(sent).toEqual([{ type: 'live', run: 'run-1', world: AGENT.world }]);
  });

  it('gets an earlier version of its notes back', () => {
    say({ type: 'agent', agent: AGENT });
    actions.restoreNotes(1);
    expect(sent).toEqual([{ type: 'restore-notes', agent: 'agent-1', version: 1 }]);
  });
});

describe('answers to named states', () => {
  it('start another seed, resume, or look again', () => {
    say(event(started()));
    say(status({ state: 'paused', run: 'run-1', iteration: 25, restored: true }));
    actions.answerNotice('resume');
    actions.answerNotice('another-seed');
    actions.answerNotice('open');
    expect(sent).toMatchObject([
      { type: 'resume', run: 'run-1' },
      { type: 'start', recipe: { seed: 8 } },
      { type: 'open' },
    ]);
  });
});

describe('the replay', () => {
  it('goes through the speeds and round again', () => {
    const speeds = Array.from({ length: 4 }, () => {
      actions.changeSpeed();
      return store.state.speed;
    });
    expect(speeds).toEqual([2, 4, 0.5, 1]);
  });
});
