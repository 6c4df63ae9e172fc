/**
 * What the agent reads: one scheme for all environments, so that what is learned in one can be used in another. Each
 * prompt is a context of its own; nothing but the notes passes from one to the next.
 */

import { BOS, SOLVE, UPDATE } from './vocabulary.ts';

/**
 * The prompt of a solve episode, up to the agent's first word:
 * `<bos> <solve> lake notes left b3 task start wall ice hole hole SW act`. `opening` is the goal and first observation.
 */
export function solvePrompt(
  environmentWord: string,
  notes: readonly string[],
  opening: readonly string[],
): readonly string[] {
  return [BOS, SOLVE, environmentWord, 'notes', ...notes, 'task', ...opening, 'act'];
}

/**
 * The prompt of an update episode, up to the first word of the new notes:
 * `<bos> <update> lake notes left b3 log down b4 bump b3 fail write`. `log` is the log of the task just played.
 */
export function updatePrompt(
  environmentWord: string,
  oldNotes: readonly string[],
  log: readonly string[],
  solved: boolean,
): readonly string[] {
  return [BOS, UPDATE, environmentWord, 'notes', ...oldNotes, 'log', ...log, solved ? 'ok' : 'fail', 'write'];
}
