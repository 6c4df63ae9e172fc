/**
 * Plays episodes, many side by side: each is one context of its own, and all contexts of a batch grow in lockstep,
 * so that the engine always works on many rows at once.
 */

import type { TaskEnvironment } from '../environments/task-environment.ts';
import type { Engine, Generated, RowStream, SamplingSettings } from '../engines/engine.ts';
import { noteQuality, parseNotes, UPDATE_TOKENS, type NoteRule } from '../policy/notes.ts';
import { solvePrompt, updatePrompt } from '../policy/prompts.ts';
import type { WordTokenizer } from '../policy/tokenizer.ts';
import { END } from '../policy/vocabulary.ts';
import type { SolveRecord, UpdateRecord } from './records.ts';

/** What plays: the model, and the words its tokens stand for. */
export interface Player {
  readonly engine: Engine;
  readonly tokenizer: WordTokenizer;
}

/** One context as the policy saw and continued it: what training needs of an episode. */
export interface Context {
  readonly tokens: number[];
  /** Indices into `tokens` of generated tokens. */
  readonly positions: number[];
  /** Of the generated tokens, nats. */
  readonly logProbs: number[];
  /** Sum over generated tokens of the entropy of their distribution, nats. */
  entropy: number;
}

export interface SolveTask {
  /** Just reset to the task. Played to its end. */
  readonly environment: TaskEnvironment;
  readonly notes: readonly string[];
  readonly stream: RowStream;
}

export interface PlayedSolve {
  readonly record: SolveRecord;
  readonly context: Context;
}

export interface UpdateTask {
  /** Its task just played to the end. */
  readonly environment: TaskEnvironment;
  readonly oldNotes: readonly string[];
  readonly solved: boolean;
  readonly stream: RowStream;
}

export interface WrittenUpdate {
  readonly record: UpdateRecord;
  /** What the format costs: 0, or a positive number. */
  readonly penalty: number;
  readonly context: Context;
}

function openContext(prompt: readonly number[]): Context {
  return { tokens: [...prompt], positions: [], logProbs: [], entropy: 0 };
}

function extend(context: Context, generated: Generated): void {
  for (let index = 0; index < generated.tokens.length; index++) {
    context.positions.push(context.tokens.length);
    context.tokens.push(generated.tokens[index]);
    context.logProbs.push(generated.logProbs[index]);
    context.entropy += generated.entropies[index];
  }
}

/** A solve in play. */
interface OpenSolve {
  readonly task: SolveTask;
  readonly context: Context;
  readonly turns: (readonly string[])[];
  reward: number;
  outcome: string;
  /** Observed, but not yet in the context. */
  observed: readonly number[];
}

/** Takes the turn that was generated; the observation waits until the agent goes on. */
function takeTurn(solve: OpenSolve, generated: Generated, tokenizer: WordTokenizer): void {
  extend(solve.context, generated);
  const turn = tokenizer.decode(generated.tokens);
  const result = solve.task.environment.step(turn);
  solve.turns.push(turn);
  solve.reward += result.reward;
  solve.outcome = result.info.outcome;
  solve.observed = tokenizer.encode(result.observation);
}

/** Plays all tasks to their ends, turn by turn. */
export async function playSolves(
  { engine, tokenizer }: Player,
  tasks: readonly SolveTask[],
  sampling: SamplingSettings,
): Promise<readonly PlayedSolve[]> {
  const solves = tasks.map((task): OpenSolve => {
    const prompt = solvePrompt(task.environment.word, task.notes, task.environment.openingWords());
    return { task, context: openContext(tokenizer.encode(prompt)), turns: [], reward: 0, outcome: '', observed: [] };
  });
  const prompts = solves.map(({ task, context }) => ({ prompt: [...context.tokens], stream: task.stream }));
  const batch = await engine.openBatch(prompts, sampling);
  try {
    let rows = solves.map((_, row) => row);
    while (rows.length > 0) {
      for (const row of rows) solves[row].context.tokens.push(...solves[row].observed);
      const generated = await batch.generate({
        rows,
        append: rows.map((row) => solves[row].observed),
        maxTokens: tasks[0].environment.turnLength,
        stopToken: null,
      });
      rows.forEach((row, index) => takeTurn(solves[row], generated[index], tokenizer));
      rows = rows.filter((row) => !tasks[row].environment.done);
    }
  } finally {
    await batch.close();
  }
  return solves.map(({ task, context, turns, reward, outcome }) => ({
    record: { kind: 'solve', notes: task.notes, turns, reward, outcome },
    context,
  }));
}

/** Lets all rows write their new notes. */
export async function writeUpdates(
  { engine, tokenizer }: Player,
  tasks: readonly UpdateTask[],
  sampling: SamplingSettings,
  rule: NoteRule,
): Promise<readonly WrittenUpdate[]> {
  const prompts = tasks.map(({ environment, oldNotes, solved, stream }) => ({
    prompt: tokenizer.encode(updatePrompt(environment.word, oldNotes, environment.logWords(), solved)),
    stream,
  }));
  const batch = await engine.openBatch(prompts, sampling);
  try {
    const generated = await batch.generate({
      rows: tasks.map((_, row) => row),
      append: tasks.map(() => []),
      maxTokens: UPDATE_TOKENS,
      stopToken: tokenizer.encode([END])[0],
    });
    return tasks.map(({ environment, oldNotes }, row) => {
      const context = openContext(prompts[row].prompt);
      extend(context, generated[row]);
      const words = tokenizer.decode(generated[row].tokens);
      const { notes, valid, penalty } = parseNotes(words, rule);
      const written = words.at(-1) === END ? words.slice(0, -1) : words;
      const quality = noteQuality(environment, notes);
      return { record: { kind: 'update', oldNotes, written, notes, valid, ...quality }, penalty, context };
    });
  } finally {
    await batch.close();
  }
}
