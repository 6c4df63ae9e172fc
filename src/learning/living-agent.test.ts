import { describe, expect, it } from 'vitest';
import { bornAgent, liveEpisode, presentNotes, restoreNotes, type LivingAgent } from './living-agent.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine } from './testing/scripted-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';

const SETTINGS = { seed: 3, temperature: 1, noteRule: 'lenient-cut' } as const;

function born(): LivingAgent {
  return bornAgent('alchemy/4x6:17', SETTINGS);
}

/** As if the page were reloaded after every episode: nothing but plain data goes on. */
async function liveOn(
  agent: LivingAgent,
  episodes: number,
  engine = new ScriptedEngine(alchemist),
): Promise<LivingAgent> {
  let present = agent;
  for (let count = 0; count < episodes; count++) {
    const stored: LivingAgent = JSON.parse(JSON.stringify(present)) as LivingAgent;
    present = (await liveEpisode({ engine, tokenizer: testTokenizer }, stored)).agent;
  }
  return present;
}

describe('a living agent', () => {
  it('alternates task and update, and every update is a version of its notes', async () => {
    const player = { engine: new ScriptedEngine(alchemist), tokenizer: testTokenizer };
    const first = await liveEpisode(player, born());
    expect(first).toMatchObject({ task: 0, record: { kind: 'solve', notes: [] } });
    expect(first.agent.awaitingUpdate).toEqual(first.record);
    const second = await liveEpisode(player, first.agent);
    expect(second).toMatchObject({ task: 0, record: { kind: 'update', oldNotes: [] } });
    expect(second.agent).toMatchObject({ lived: 1, awaitingUpdate: null });
    expect(second.agent.versions.map(({ version, task, origin }) => [version, task, origin])).toEqual([
      [0, 0, 'born'],
      [1, 1, 'update'],
    ]);
    if (second.record.kind === 'update') expect(presentNotes(second.agent)).toEqual(second.record.notes);
  });

  it('goes on at the same episode after a reload, and gets to know its world', async () => {
    const agent = await liveOn(born(), 40);
    expect(agent.lived).toBe(20);
    expect(presentNotes(agent)).toHaveLength(18);
    expect(agent.solved).toBeGreaterThan(14);
    expect(agent.versions).toHaveLength(21);
  });

  it('draws each episode from its own counter', async () => {
    const engine = new ScriptedEngine(alchemist);
    await liveOn(born(), 3, engine);
    expect(engine.opened.map(({ rows }) => rows[0].stream)).toEqual([
      { iteration: 0, life: 0, episode: 0 },
      { iteration: 0, life: 0, episode: 1 },
      { iteration: 0, life: 0, episode: 2 },
    ]);
    expect(engine.opened[0].sampling.key).toEqual([3, 12]);
    const old = new ScriptedEngine(alchemist);
    await liveOn({ ...born(), lived: 40000 }, 1, old);
    expect(old.opened[0].rows[0].stream).toEqual({ iteration: 1, life: 0, episode: 80000 - 65536 });
  });

  it('takes up an earlier version of its notes and keeps those between', async () => {
    const agent = await liveOn(born(), 10);
    const restored = restoreNotes(agent, 1);
    expect(presentNotes(restored)).toEqual(agent.versions[1].words);
    expect(restored.versions).toHaveLength(agent.versions.length + 1);
    expect(restored.versions.at(-1)).toMatchObject({ version: 6, origin: 'restored', restoredFrom: 1, task: 5 });
    const next = await liveEpisode({ engine: new ScriptedEngine(alchemist), tokenizer: testTokenizer }, restored);
    expect(next.record).toMatchObject({ kind: 'solve', notes: agent.versions[1].words });
    expect(() => restoreNotes(agent, 9)).toThrow('no version 9');
  });

  it('can only be born in a world there is', () => {
    expect(() => bornAgent('alchemy', SETTINGS)).toThrow('is not an id');
  });
});
