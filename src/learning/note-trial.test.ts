import { expect, test } from 'vitest';
import { TaskEnvironment } from '../environments/task-environment.ts';
import { tryNotes, type TrialSettings } from './note-trial.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine } from './testing/scripted-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';

const SETTINGS: TrialSettings = {
  world: 'alchemy/4x6:17',
  tasks: 60,
  notes: [],
  temperature: 1,
  noteRule: 'lenient-cut',
  onPlayed: () => undefined,
};

function tried(changes: Partial<TrialSettings>, engine = new ScriptedEngine(alchemist)) {
  return tryNotes({ engine, tokenizer: testTokenizer }, { ...SETTINGS, ...changes });
}

/** What is true in the world, as words. */
function truth(): readonly string[] {
  const environment = new TaskEnvironment('alchemy/4x6');
  environment.reset({ world: 17, task: 0 });
  return environment.facts().flatMap(({ key, value }) => [key, ...value]);
}

test('true notes, whoever writes them, are worth to an agent that reads what it cannot find out by trying', async () => {
  const { results } = await tried({ notes: truth() });
  expect(results.truth.success.mean).toBe(1);
  expect(results.yours).toEqual(results.truth);
  // Two tries at six pairs.
  expect(results.none.success.mean).toBeGreaterThan(0.15);
  expect(results.none.success.mean).toBeLessThan(0.55);
  expect(results.truth.gain.low).toBeGreaterThan(0.3);
  // After eight tasks it has seen all pairs or nearly all.
  expect(results.agents.success.mean).toBeGreaterThan(0.9);
});

test('the same notes give the same results, down to the task', async () => {
  const { results } = await tried({ notes: [] });
  expect(results.yours).toEqual(results.none);
});

test('every note meets the same tasks on the same random numbers', async () => {
  const engine = new ScriptedEngine(alchemist);
  const { tasks } = await tried({ tasks: 3 }, engine);
  expect(tasks).toEqual([8, 9, 10]);
  const trial = engine.opened.at(-1);
  const streams = [0, 1, 2].map((life) => ({ iteration: 0, life, episode: 0 }));
  expect(trial?.rows.map(({ stream }) => stream)).toEqual([...streams, ...streams, ...streams, ...streams]);
  expect(engine.opened.slice(0, -1)).toHaveLength(16);
});

test('a note about a world there is not cannot be tried', async () => {
  await expect(tried({ world: 'alchemy' })).rejects.toMatchObject({ kind: 'bad-id' });
});
