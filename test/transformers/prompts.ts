/** Prompts as an agent meets them: solves and updates in every environment, with notes from a first task. */

import { PURPOSE, RandomStream } from '../../src/core/random.ts';
import { evaluationWorld } from '../../src/environments/ids.ts';
import { createActor } from '../../src/environments/players/actors.ts';
import { playTask } from '../../src/environments/players/lives.ts';
import { writeNotes } from '../../src/environments/players/noters.ts';
import { environmentNames } from '../../src/environments/registry.ts';
import { TaskEnvironment } from '../../src/environments/task-environment.ts';
import { NOTE_BUDGET } from '../../src/policy/notes.ts';
import { solvePrompt, updatePrompt } from '../../src/policy/prompts.ts';

/** The first `count` of an endless list that goes through environments and kinds of episode in turn. */
export function realisticPrompts(count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, index) => {
    const name = environmentNames[index % environmentNames.length];
    const kind = Math.floor(index / environmentNames.length) % 2 === 0 ? 'solve' : 'update';
    return secondEpisode(name, kind, index);
  });
}

/** What comes after a scripted player's first task in the evaluation world with that index, and its notes on it. */
function secondEpisode(name: string, kind: 'solve' | 'update', index: number): readonly string[] {
  const random = new RandomStream(index, PURPOSE.players);
  const environment = new TaskEnvironment(name);
  const play = (task: number, notes: readonly string[]): number => {
    const { observation } = environment.reset({ world: evaluationWorld(index), task });
    return playTask(environment, createActor('recall', name, notes, observation, random)).reward;
  };
  play(0, []);
  const situation = { environment: name, oldNotes: [], log: environment.logWords(), budget: NOTE_BUDGET };
  const notes = writeNotes('merge', situation, random);
  if (kind === 'solve') {
    environment.reset({ world: evaluationWorld(index), task: 1 });
    return solvePrompt(environment.word, notes, environment.openingWords());
  }
  const reward = play(1, notes);
  return updatePrompt(environment.word, notes, environment.logWords(), reward > 0);
}
