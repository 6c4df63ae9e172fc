/**
 * Lives of scripted players as records, for tests and development: exact to the environments' rules, but made by no
 * trained agent. Nothing here ships.
 */

import { PURPOSE, RandomStream } from '../../core/random.ts';
import type { Turn } from '../../environments/environment.ts';
import { formatLevelId, formatPackId, parsePackId, type PackId } from '../../environments/ids.ts';
import { createActor, type Actor } from '../../environments/players/actors.ts';
import type { Author } from '../../environments/players/lives.ts';
import { writeNotes } from '../../environments/players/noters.ts';
import { TaskEnvironment } from '../../environments/task-environment.ts';
import { figuresOf } from '../../learning/figures.ts';
import { presets } from '../../learning/presets.ts';
import { noteQuestions } from '../../learning/note-uses.ts';
import type {
  EvaluationRecord,
  IterationRecord,
  LifeRecord,
  NoteUse,
  SolveRecord,
  UpdateRecord,
} from '../../learning/records.ts';
import { NOTE_BUDGET, noteQuality } from '../../policy/notes.ts';
import { RECORDING_VERSION, type Recording } from '../../runs/recording.ts';

/** A player that tries things out, writes down what is true and reads it: the habit that training should find. */
const READER: Author = { actor: 'recall', noter: 'merge' };

function play(environment: TaskEnvironment, actor: Actor): Pick<SolveRecord, 'turns' | 'reward' | 'outcome'> {
  const turns: Turn[] = [];
  let reward = 0;
  let outcome = '';
  while (!environment.done) {
    const turn = actor.act();
    const result = environment.step(turn);
    actor.see(turn, result.observation);
    turns.push(turn);
    reward += result.reward;
    outcome = result.info.outcome;
  }
  return { turns, reward, outcome };
}

/** Says which notes are read in a task, given those that were written. */
type Reading = (task: number, written: readonly string[]) => readonly string[];

function live(id: PackId, author: Author, seed: number, reading: Reading): readonly (SolveRecord | UpdateRecord)[] {
  const random = new RandomStream(seed, PURPOSE.players);
  const environment = new TaskEnvironment(formatLevelId(id));
  const episodes: (SolveRecord | UpdateRecord)[] = [];
  let written: readonly string[] = [];
  for (let task = 0; task < id.length; task++) {
    const { observation } = environment.reset({ world: id.world, task });
    const notes = reading(task, written);
    const actor = createActor(author.actor, id.environment, notes, observation, random);
    episodes.push({ kind: 'solve', notes, ...play(environment, actor) });
    if (task === id.length - 1) break;
    const situation = {
      environment: id.environment,
      oldNotes: notes,
      log: environment.logWords(),
      budget: NOTE_BUDGET,
    };
    written = writeNotes(author.noter, situation, random);
    const quality = noteQuality(environment, written);
    episodes.push({ kind: 'update', oldNotes: notes, written, notes: written, valid: true, ...quality });
  }
  return episodes;
}

/** One life of a scripted player in a pack such as `code-lake/4x4:17x4`, with what its notes caused. */
export function scriptedLife(pack: string, author: Author = READER, seed = 1, iteration = 0): LifeRecord {
  const id = parsePackId(pack);
  const episodes = live(id, author, seed, (_, written) => written);
  const life: LifeRecord = { pack: formatPackId(id), control: 'kept', iteration, life: 0, episodes };
  const uses = noteQuestions(life).map(({ rematch, use }): NoteUse => {
    const without = live({ ...id, length: use.task + 1 }, author, seed, (task, written) =>
      task === use.task ? rematch.notes : written,
    ).at(-1);
    return { ...use, solvedWithout: without?.kind === 'solve' && without.reward > 0 };
  });
  return { ...life, uses };
}

/** An iteration in which each task was solved by the given share of lives. */
function madeUpIteration(iteration: number, success: readonly number[]): IterationRecord {
  const updates = success.slice(1);
  return {
    iteration,
    lives: 128,
    success,
    coverage: updates.map((share) => share * 0.75),
    accuracy: updates,
    noteLength: updates.map((share) => share * 8),
    turns: success.map((share) => 6 - share * 2),
    repeats: success.map((share) => (1 - share) / 4),
    solveEntropy: 1,
    updateEntropy: 1.5,
    loss: 0,
    gradientNorm: 0.02,
    klToOld: 0.002,
    klToBase: 0,
    clippedShare: 0.01,
    tokensSeen: 30_000,
    tokensGenerated: 6_000,
    tokensTrained: 28_000,
    rolloutSeconds: 1,
    trainingSeconds: 0.5,
  };
}

/** An evaluation whose figures follow from the shares given, on `packs` packs. */
export function madeUpEvaluation(kept: readonly number[], erased: readonly number[], packs = 64): EvaluationRecord {
  const random = new RandomStream(7, PURPOSE.players);
  const draw = (shares: readonly number[]): number[][] =>
    Array.from({ length: packs }, () => shares.map((share) => (random.nextUniform() < share ? 1 : 0)));
  const outcomes = { kept: draw(kept), erased: draw(erased) };
  return {
    environment: 'code-lake/4x4',
    iteration: 60,
    packs,
    length: kept.length,
    outcomes,
    seconds: 1,
    ...figuresOf(outcomes),
  };
}

/** A recording as a tool would make it, with scripted lives in place of a trained agent's. */
export function scriptedRecording(level = 'code-lake/4x4'): Recording {
  return {
    format: 'waymark-recording',
    version: RECORDING_VERSION,
    recipe: { ...presets[0].recipe, environment: level },
    iterations: 60,
    engine: { name: 'onnx-native', detail: 'scripted' },
    lives: [3, 5, 8].map((world) => scriptedLife(`${level}:${world}x6`)),
    curve: Array.from({ length: 20 }, (_, index) =>
      madeUpIteration(
        3 * (index + 1),
        [0, 0.3, 0.4, 0.45].map((rise) => 0.15 + rise * (index / 19) ** 2),
      ),
    ),
    adapterHash: '0'.repeat(64),
    evaluation: madeUpEvaluation([0.31, 0.6, 0.7, 0.76, 0.77, 0.78], [0.31, 0.3, 0.33, 0.3, 0.31, 0.32], 200),
  };
}
