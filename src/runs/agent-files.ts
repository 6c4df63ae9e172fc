/** The living agents of a run as files of its archive: `agents/000/` holds one, its adapter beside all that it noted. */

import * as v from 'valibot';
import { encodeJson } from '../core/bytes.ts';
import { readSafetensors, writeSafetensors } from '../policy/safetensors.ts';
import { agentRowSchema, livedRowSchema, notesVersionSchema } from './agent-rows.ts';
import { agentId, type StoredAgent, type StoredLivedTask } from './agent-store.ts';
import { finiteValues, parseJson, readRow } from './rows.ts';
import type { Files } from './zip-files.ts';

/** An agent with the tasks that it lived last, oldest first. */
export interface AgentContent {
  readonly agent: StoredAgent;
  readonly lived: readonly StoredLivedTask[];
}

export const AGENT_PATTERN = /^agents\/\d{3}\/(agent\.json|adapter\.safetensors)$/;

const { iteration, recipe, life } = agentRowSchema.entries;

const agentFileSchema = v.object({
  iteration,
  recipe,
  life: v.object({ ...life.entries, versions: v.pipe(v.array(notesVersionSchema), v.minLength(1)) }),
  lived: v.array(livedRowSchema),
});

export function encodeAgents(agents: readonly AgentContent[]): Files {
  return new Map(
    agents.flatMap(({ agent, lived }, index): (readonly [string, Uint8Array])[] => {
      const folder = `agents/${String(index).padStart(3, '0')}`;
      const { adapter: data } = agent;
      const tensors = new Map([['adapter', { dtype: 'F32', shape: [data.length], data } as const]]);
      return [
        [
          `${folder}/agent.json`,
          encodeJson({ iteration: agent.iteration, recipe: agent.recipe, life: agent.life, lived }),
        ],
        [`${folder}/adapter.safetensors`, writeSafetensors(tensors)],
      ];
    }),
  );
}

/** The agents among the files of an archive, as agents of this run. Throws `StorageError` (`damaged`). */
export function decodeAgents(files: Files, run: string): readonly AgentContent[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!/^agents\/\d{3}\/agent\.json$/.test(path)) return [];
    const { lived, ...known } = readRow(agentFileSchema, parseJson(new TextDecoder().decode(bytes), path), path);
    const beside = path.replace('agent.json', 'adapter.safetensors');
    const adapter = readRow(finiteValues, adapterOf(files.get(beside)), beside);
    return [{ agent: { ...known, agent: agentId(run, known.life.world), run, adapter }, lived }];
  });
}

function adapterOf(bytes: Uint8Array | undefined): unknown {
  return bytes && readSafetensors(bytes).tensors.get('adapter')?.data;
}
