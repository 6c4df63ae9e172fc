import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../worker/protocol.ts';
import { draftRecipe } from '../state/draft.ts';
import { parseRoute } from '../state/route.ts';
import { event, iteration, RECIPE, started, status } from '../testing/run-messages.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(() => {
  app = testApp();
});

const PAUSED = status({ state: 'paused', run: 'run-1', iteration: 1, restored: false });

function sent(type: Command['type']): readonly Command[] {
  return app.sent.filter((command) => command.type === type);
}

async function goTo(fragment: string): Promise<void> {
  await app.actions.page.arrive(parseRoute(fragment));
}

describe('editing a recipe', () => {
  it('never touches the run: nothing is sent until the visitor forks or restarts', () => {
    app.say(event(started()), event(iteration(1)), PAUSED);
    app.actions.train.change('credit', 'per-task');
    app.actions.train.change('learningRate', '0,003');
    expect(app.sent).toEqual([]);
    app.actions.train.fork();
    app.actions.train.restart();
    expect(app.sent).toEqual([
      { type: 'fork', run: 'run-1', changes: { credit: 'per-task', learningRate: 0.003 } },
      { type: 'start', recipe: { ...RECIPE, credit: 'per-task', learningRate: 0.003 } },
    ]);
  });

  it('is what is trained once more when a run has finished, with the next seed', () => {
    app.say(event(started()), event(iteration(1)), status({ state: 'finished', run: 'run-1', iteration: 1 }));
    app.actions.train.change('packs', '4');
    app.actions.train.trainAnother();
    expect(sent('start')).toMatchObject([{ recipe: { packs: 4, seed: RECIPE.seed + 1, tasks: RECIPE.tasks } }]);
  });

  it('is undone step by step', () => {
    app.actions.train.change('packs', '4');
    app.actions.train.change('seed', '99');
    app.actions.train.undo();
    app.actions.train.undo();
    expect(draftRecipe(app.run.state)).toMatchObject({ packs: 8, seed: 6 });
    expect(app.train.state.past).toEqual([]);
  });

  it('keeps a value that cannot be in its field and changes nothing', () => {
    app.actions.train.change('packs', 'many');
    expect(app.train.state.problem).toEqual({ key: 'packs', text: 'many' });
    expect(draftRecipe(app.run.state).packs).toBe(8);
    app.actions.train.change('packs', '4');
    expect(app.train.state.problem).toBeNull();
  });

  it('starts from another recipe with the seed that was there', () => {
    app.actions.train.change('seed', '99');
    app.actions.train.startFrom('text-house', { trainingNotes: 'erased' });
    expect(draftRecipe(app.run.state)).toMatchObject({
      environment: 'text-house/8x8',
      trainingNotes: 'erased',
      seed: 99,
    });
  });

  it('outlasts a pause: a run that is taken up again is no other run', () => {
    app.say(event(started()), event(iteration(1)), PAUSED);
    app.actions.train.change('packs', '4');
    app.say({ type: 'history', run: 'run-1', events: [started(), iteration(1)] });
    expect(app.run.state.setup.changes).toEqual({ packs: 4 });
    app.actions.train.undo();
    expect(app.run.state.setup.changes).toEqual({});
  });

  it('begins afresh with a new run', () => {
    app.actions.train.change('packs', '4');
    app.say(event(started('run-2')));
    expect(app.train.state.past).toEqual([]);
    expect(app.run.state.setup.changes).toEqual({});
  });
});

describe('a link with settings', () => {
  const LINK = '#train&v=1&preset=code-lake&packs=4&seed=7';

  it('becomes the draft and starts nothing', async () => {
    await goTo(LINK);
    expect(draftRecipe(app.run.state)).toMatchObject({ packs: 4, seed: 7 });
    expect(app.sent).toEqual([]);
  });

  it('is tried beside a run that is found later, not on it', async () => {
    await goTo(LINK);
    app.say({ type: 'history', run: 'run-1', events: [started(), iteration(1)] });
    expect(app.run.state.run?.recipe).toEqual(RECIPE);
    expect(app.run.state.setup.changes).toEqual({ packs: 4 });
  });

  it('is read once: going to another screen does not bring it back', async () => {
    await goTo(LINK);
    app.actions.train.change('packs', '2');
    await goTo('#lab&v=1&preset=code-lake&packs=4&seed=7');
    expect(draftRecipe(app.run.state).packs).toBe(2);
  });
});

describe('the credit', () => {
  it('is asked for once training rests and the screen is seen, and not again', async () => {
    app.say(event(started()), event(iteration(1)));
    await goTo('#train');
    expect(sent('read-credit')).toEqual([]);
    app.say(PAUSED);
    expect(sent('read-credit')).toMatchObject([{ run: 'run-1', group: 0, life: 0 }]);
    const [{ request }] = sent('read-credit') as readonly { request: number }[];
    app.say({ type: 'lab', request, answer: { kind: 'credit', credit: null } }, PAUSED);
    expect(sent('read-credit')).toHaveLength(1);
  });

  it('is asked for again for another life', async () => {
    await goTo('#train');
    app.say(event(started()), event(iteration(1)), PAUSED);
    const [{ request }] = sent('read-credit') as readonly { request: number }[];
    app.actions.train.showCredit({ group: 1, life: 3, place: 0 });
    expect(sent('read-credit')).toHaveLength(1);
    app.say({ type: 'lab', request, answer: { kind: 'credit', credit: null } });
    expect(sent('read-credit')).toMatchObject([{ life: 0 }, { group: 1, life: 3 }]);
  });

  it('is never asked for while it trains, nor of what another page load trained', async () => {
    await goTo('#train');
    app.say({ type: 'history', run: 'run-1', events: [started(), iteration(1)] }, PAUSED);
    app.say(status({ state: 'training', run: 'run-1', phase: 'rollout' }));
    expect(sent('read-credit')).toEqual([]);
  });

  it('says what went wrong and can be asked again', async () => {
    await goTo('#train');
    app.say(event(started()), event(iteration(1)), PAUSED);
    const [{ request }] = sent('read-credit') as readonly { request: number }[];
    const error = { kind: 'engine', message: 'It broke.', remedy: 'Try again.' } as const;
    app.say({ type: 'lab', request, answer: { kind: 'failed', error } });
    expect(app.train.state.credit.problem).toEqual(error);
    app.actions.train.askCreditAgain();
    expect(sent('read-credit')).toHaveLength(2);
  });
});
