/** Rows of living agents as they are stored, checked when they are read. */

import * as v from 'valibot';
import type { NotesVersion } from '../learning/living-agent.ts';
import { NOTE_RULES } from '../policy/notes.ts';
import type { StoredLivedTask } from './agent-store.ts';
import { lifeSchema, recipeSchema, solveSchema } from './event-schema.ts';
import { finiteValues } from './rows.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const notesVersionSchema = v.object({
  version: count,
  task: count,
  words: v.array(v.string()),
  origin: v.picklist(['born', 'update', 'restored']),
  restoredFrom: v.exactOptional(count),
}) satisfies v.GenericSchema<unknown, NotesVersion>;

/** An agent without its notes, which lie in rows of their own. */
export const agentRowSchema = v.object({
  agent: v.string(),
  run: v.string(),
  iteration: count,
  recipe: recipeSchema,
  adapter: finiteValues,
  life: v.object({
    world: v.string(),
    seed: count,
    temperature: v.number(),
    noteRule: v.picklist(NOTE_RULES),
    lived: count,
    solved: count,
    awaitingUpdate: v.nullable(solveSchema),
  }),
  progress: v.object({ episodes: count, version: count }),
});

export const livedRowSchema = v.object({ task: count, life: lifeSchema }) satisfies v.GenericSchema<
  unknown,
  StoredLivedTask
>;
