import { describe, expect, it } from 'vitest';
import { evaluationWorld } from '../environments/ids.ts';
import { liveTogether, type LifePlan } from './lives.ts';
import { noteQuestions, playAgain, withUses } from './note-uses.ts';
import type { Control, LifeRecord, NoteUse, SolveRecord } from './records.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine, type Script } from './testing/scripted-engine.ts';
import { TableEngine } from './testing/table-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';
import type { Player } from './episodes.ts';

const SAMPLING = { key: [3, 4], temperature: 1 } as const;

/** Reads no notes when it acts, but writes them. */
const illiterate: Script = (words, stream) => {
  if (words[1] !== '<solve>') return alchemist(words, stream);
  const notes = words.indexOf('notes');
  return alchemist([...words.slice(0, notes + 1), ...words.slice(words.indexOf('task'))], stream);
};

const TASKS_OF_CURIOSITY = 2;

/** Says what it wants before it mixes. After its first tasks it tries nothing new: it does what it knows, or nothing. */
const faithful: Script = (words, stream) => {
  if (words[1] !== '<solve>') return alchemist(words, stream);
  const wanted = words[words.indexOf('task') + 1];
  const word = (words.length - words.indexOf('act') - 1) % 4;
  if (word === 0) return wanted;
  const known = words.slice(0, words.indexOf('task')).includes(wanted);
  return known || stream.episode < 2 * TASKS_OF_CURIOSITY ? alchemist(words, stream) : 'fire';
};

function scripted(script: Script): Player & { readonly engine: ScriptedEngine } {
  return { engine: new ScriptedEngine(script), tokenizer: testTokenizer };
}

async function livesOf(player: Player, count: number, control: Control = 'kept'): Promise<readonly LifeRecord[]> {
  const plans = Array.from({ length: count }, (_, life): LifePlan => {
    const pack = { environment: 'alchemy', level: '4x6', world: evaluationWorld(life), length: 5 };
    return { pack, control, life };
  });
  const lives = await liveTogether(player, plans, {
    sampling: SAMPLING,
    iteration: 9,
    noteRule: 'lenient-cut',
    unreadUpdates: 'write',
  });
  return lives.map(({ record }) => record);
}

function solvesOf(life: LifeRecord): readonly SolveRecord[] {
  return life.episodes.filter((episode) => episode.kind === 'solve');
}

function usesOf(life: LifeRecord): readonly NoteUse[] {
  if (life.uses === undefined) throw new Error('nobody has asked');
  return life.uses;
}

/** A table that really samples: it names elements nearly always, so that notes hold facts by chance. */
async function sampler(): Promise<Player> {
  const engine = new TableEngine({ fire: 8, water: 8, earth: 8, air: 8, smoke: 9, '<end>': 3 });
  const size = testTokenizer.words.length ** 2;
  const zeros = new Float32Array(size);
  await engine.restore({ adapter: zeros, firstMoment: zeros, secondMoment: zeros, steps: 0 });
  return { engine, tokenizer: testTokenizer };
}

describe('a task played again', () => {
  it('with all of its notes is the task as it was, turn by turn', async () => {
    const player = await sampler();
    const lives = await livesOf(player, 3);
    const rematches = lives.flatMap((life) => solvesOf(life).map(({ notes }, task) => ({ life, task, notes })));
    expect(await playAgain(player, rematches, SAMPLING)).toEqual(lives.flatMap(solvesOf));
  });

  it('without a note, to a policy that sees no notes, is the same task still', async () => {
    const player = await sampler();
    const questions = (await livesOf(player, 3)).flatMap(noteQuestions);
    expect(questions.length).toBeGreaterThan(5);
    const played = await playAgain(
      player,
      questions.map(({ rematch }) => rematch),
      SAMPLING,
    );
    questions.forEach(({ rematch: { life, task } }, index) => {
      expect(played[index].turns).toEqual(solvesOf(life)[task].turns);
    });
  });
});

describe('what notes caused', () => {
  it('is asked of every fact in the notes of every task', async () => {
    const player = scripted(alchemist);
    for (const life of await withUses(player, await livesOf(player, 4), SAMPLING)) {
      // A fact of alchemy has three words.
      const stated = solvesOf(life).map(({ notes }) => notes.length / 3);
      expect(stated.map((_, task) => usesOf(life).filter((use) => use.task === task).length)).toEqual(stated);
      expect(stated.at(-1)).toBeGreaterThan(2);
    }
  });

  it('is success, where an agent did what its notes said and knows nothing else', async () => {
    const player = scripted(faithful);
    const lives = await withUses(player, await livesOf(player, 12), SAMPLING);
    const late = lives.flatMap((life) =>
      usesOf(life)
        .filter(({ task }) => task >= TASKS_OF_CURIOSITY)
        .map((use) => ({ use, solved: solvesOf(life)[use.task].reward > 0 })),
    );
    expect(late.filter(({ use }) => use.acted).length).toBeGreaterThan(5);
    for (const { use, solved } of late) {
      if (use.acted) expect([solved, use.solvedWithout]).toEqual([true, false]);
      else expect(use.solvedWithout).toBe(solved);
    }
  });

  it('is nothing, where the agent does not read', async () => {
    const player = scripted(illiterate);
    const lives = await withUses(player, await livesOf(player, 10), SAMPLING);
    for (const life of lives) {
      expect(usesOf(life).length).toBeGreaterThan(0);
      for (const { task, solvedWithout } of usesOf(life)) {
        expect(solvedWithout).toBe(solvesOf(life)[task].reward > 0);
      }
    }
  });

  it('names the task after which a fact came to stay', async () => {
    const player = scripted(alchemist);
    const [life] = await withUses(player, await livesOf(player, 1), SAMPLING);
    const notes = solvesOf(life).map((solve) => solve.notes.join(' '));
    for (const { task, fact, writtenAfter } of usesOf(life)) {
      const text = fact.join(' ');
      expect(notes.slice(writtenAfter + 1, task + 1).every((words) => words.includes(text))).toBe(true);
      expect(notes[writtenAfter].includes(text)).toBe(false);
    }
  });

  it('costs one batch for all lives', async () => {
    const player = scripted(alchemist);
    const lives = await livesOf(player, 3);
    const before = player.engine.opened.length;
    await withUses(player, lives, SAMPLING);
    const [batch, ...others] = player.engine.opened.slice(before);
    expect(others).toEqual([]);
    expect(batch.sampling).toEqual(SAMPLING);
    expect(batch.rows[0].stream).toEqual({ iteration: 9, life: 0, episode: 2 });
    expect(player.engine.openBatches).toBe(0);
  });

  it('is asked only of lives that read what they wrote', async () => {
    const player = scripted(alchemist);
    const lives = await livesOf(player, 2, 'oracle');
    expect(await withUses(player, lives, SAMPLING)).toEqual(lives);
  });
});
