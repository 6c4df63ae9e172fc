import { describe, expect, it } from 'vitest';
import { evaluationWorld } from '../environments/ids.ts';
import { TaskEnvironment } from '../environments/task-environment.ts';
import { liveTogether, type LifePlan, type LivedLife, type RolloutSettings } from './lives.ts';
import type { Control, SolveRecord, UpdateRecord } from './records.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine, SCRIPTED_ENTROPY, SCRIPTED_LOG_PROB, type Script } from './testing/scripted-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';

const SETTINGS: RolloutSettings = {
  sampling: { key: [1, 5], temperature: 1 },
  iteration: 7,
  noteRule: 'lenient-cut',
  unreadUpdates: 'write',
};

function plans(count: number, control: Control, length = 4): readonly LifePlan[] {
  return Array.from({ length: count }, (_, life) => {
    return { pack: { environment: 'alchemy', level: '4x6', world: evaluationWorld(life), length }, control, life };
  });
}

function live(engine: ScriptedEngine, lives: readonly LifePlan[], settings: Partial<RolloutSettings> = {}) {
  return liveTogether({ engine, tokenizer: testTokenizer }, lives, { ...SETTINGS, ...settings });
}

function solvesOf(life: LivedLife): readonly SolveRecord[] {
  return life.record.episodes.flatMap((episode) => (episode.kind === 'solve' ? [episode] : []));
}

function updatesOf(life: LivedLife): readonly UpdateRecord[] {
  return life.record.episodes.flatMap((episode) => (episode.kind === 'update' ? [episode] : []));
}

/** Share of lives that solved the task, by position. */
function success(lives: readonly LivedLife[]): readonly number[] {
  return lives[0].rewards.solves.map(
    (_, task) => lives.filter((life) => life.rewards.solves[task] === 1).length / lives.length,
  );
}

/** What is true in the world of a life, as words. */
function truth(plan: LifePlan): readonly string[] {
  const environment = new TaskEnvironment('alchemy/4x6');
  environment.reset({ world: plan.pack.world, task: 0 });
  return environment.facts().flatMap(({ key, value }) => [key, ...value]);
}

describe('a life', () => {
  it('is solve, update, solve, ..., solve, and only notes cross', async () => {
    const [life] = await live(new ScriptedEngine(alchemist), plans(1, 'kept'));
    expect(life.record.episodes.map(({ kind }) => kind).join(' ')).toBe('solve update solve update solve update solve');
    const solves = solvesOf(life);
    const updates = updatesOf(life);
    expect(solves[0].notes).toEqual([]);
    updates.forEach((update, task) => {
      expect(update.oldNotes).toEqual(solves[task].notes);
      expect(solves[task + 1].notes).toEqual(update.notes);
    });
    expect(life.record).toMatchObject({ control: 'kept', iteration: 7, life: 0 });
    expect(life.record.pack).toBe(`alchemy/4x6:${evaluationWorld(0)}x4`);
  });

  it('records contexts token by token: prompt, turn, observation, turn', async () => {
    const [life] = await live(new ScriptedEngine(alchemist), plans(1, 'kept'));
    const [solve] = life.contexts.solves;
    const words = testTokenizer.decode(solve.tokens);
    const [record] = solvesOf(life);
    expect(words.slice(0, 5)).toEqual(['<bos>', '<solve>', 'alchemy', 'notes', 'task']);
    expect(words[6]).toBe('act');
    expect(words.slice(7, 10)).toEqual(record.turns[0]);
    expect(solve.positions).toEqual(record.turns.flatMap((_, turn) => [7, 8, 9].map((first) => first + 4 * turn)));
    expect(solve.logProbs).toEqual(solve.positions.map(() => SCRIPTED_LOG_PROB));
    expect(solve.entropy).toBeCloseTo(solve.positions.length * SCRIPTED_ENTROPY, 12);
    const [update] = life.contexts.updates;
    const [written] = updatesOf(life);
    expect(testTokenizer.decode(update.positions.map((position) => update.tokens[position]))).toEqual([
      ...written.written,
      '<end>',
    ]);
  });

  it('counts what is true in the notes', async () => {
    const [life] = await live(new ScriptedEngine(alchemist), plans(1, 'kept'));
    const [first] = updatesOf(life);
    expect(first.trueFacts).toBe(solvesOf(life)[0].turns.length);
    expect(first.writtenFacts).toBe(first.trueFacts);
    expect(first.worldFacts).toBe(6);
  });

  it('loses its notes, and what the rule takes, when an update fails', async () => {
    const broken: Script = (words, stream) => (words[1] === '<solve>' ? alchemist(words, stream) : '<solve>');
    const [life] = await live(new ScriptedEngine(broken), plans(1, 'kept'), { noteRule: 'paper' });
    const [update] = updatesOf(life);
    expect(update).toMatchObject({ valid: false, notes: [] });
    expect(update.written).toHaveLength(19);
    expect(life.rewards.updates).toEqual([-0.1, -0.1, -0.1]);
  });
});

describe('controls', () => {
  // Worked out from the rules: two tries at six pairs, a pair noted for each try.
  it('let a perfect reader rise with its notes and stay flat without', async () => {
    const kept = success(await live(new ScriptedEngine(alchemist), plans(300, 'kept')));
    const erased = success(await live(new ScriptedEngine(alchemist), plans(300, 'erased')));
    // Binomial of 300: a standard deviation of at most .029; three of them.
    expect(Math.abs(kept[0] - 2 / 6)).toBeLessThan(0.09);
    expect(kept[1] - kept[0]).toBeGreaterThan(0.15);
    expect(kept[3]).toBeGreaterThan(0.85);
    for (const share of erased) expect(Math.abs(share - 2 / 6)).toBeLessThan(0.09);
  });

  it('erased: no notes before any solve, none as old notes of any update', async () => {
    const lives = await live(new ScriptedEngine(alchemist), plans(4, 'erased'));
    for (const life of lives) {
      for (const solve of solvesOf(life)) expect(solve.notes).toEqual([]);
      for (const update of updatesOf(life)) expect(update.oldNotes).toEqual([]);
    }
  });

  it('oracle: all that is true, from the first task on', async () => {
    const wanted = plans(20, 'oracle');
    const lives = await live(new ScriptedEngine(alchemist), wanted);
    lives.forEach((life, index) => {
      for (const solve of solvesOf(life)) expect(solve.notes).toEqual(truth(wanted[index]));
    });
    expect(success(lives)).toEqual([1, 1, 1, 1]);
  });

  it('shuffled: reads what a life in another world wrote, while each goes on with its own', async () => {
    const wanted = plans(30, 'shuffled');
    const lives = await live(new ScriptedEngine(alchemist), wanted);
    lives.forEach((life, index) => {
      const reads = solvesOf(life).map(({ notes }) => notes.join(' '));
      const stranger = lives.findIndex(
        (other) => other !== life && updatesOf(other).every(({ notes }, task) => notes.join(' ') === reads[task + 1]),
      );
      expect(stranger).not.toBe(-1);
      expect(truth(wanted[stranger])).not.toEqual(truth(wanted[index]));
      updatesOf(life).forEach(({ oldNotes }, task) => {
        expect(oldNotes).toEqual(task === 0 ? [] : updatesOf(life)[task - 1].notes);
      });
    });
  });

  it('shuffled: worlds of other numbers but the same facts are no strangers', async () => {
    const [plan] = plans(1, 'shuffled');
    await expect(live(new ScriptedEngine(alchemist), [plan, { ...plan, life: 1 }])).rejects.toThrow('share one world');
  });

  it('are paired: the same random numbers for the same task, whether or not updates are written', async () => {
    const engine = new ScriptedEngine(alchemist);
    const lives = [...plans(3, 'kept'), ...plans(3, 'erased')];
    await live(engine, lives, { unreadUpdates: 'skip' });
    const streams = engine.opened.map(({ rows }) => rows.map(({ stream }) => stream));
    expect(streams.map((rows) => rows.length)).toEqual([6, 3, 6, 3, 6, 3, 6]);
    streams.forEach((rows, episode) => {
      rows.forEach((stream, row) => expect(stream).toEqual({ iteration: 7, life: row % 3, episode }));
    });
  });

  it('skipping updates that nobody reads changes no solve', async () => {
    const written = await live(new ScriptedEngine(alchemist), plans(5, 'erased'));
    const skipped = await live(new ScriptedEngine(alchemist), plans(5, 'erased'), { unreadUpdates: 'skip' });
    expect(skipped.map(solvesOf)).toEqual(written.map(solvesOf));
    expect(skipped.flatMap(updatesOf)).toEqual([]);
  });
});

describe('lockstep', () => {
  it('bounds the rows of a batch, keeps the order of the plans and closes what it opens', async () => {
    const engine = new ScriptedEngine(alchemist);
    const many = await live(engine, plans(600, 'kept', 2));
    expect(engine.opened.map(({ rows }) => rows.length)).toEqual([256, 256, 88, 256, 256, 88, 256, 256, 88]);
    expect(engine.openBatches).toBe(0);
    const few = await live(new ScriptedEngine(alchemist), plans(600, 'kept', 2).slice(590));
    expect(many.slice(590)).toEqual(few);
  });

  it('refuses packs of several lengths', async () => {
    const mixed = [...plans(1, 'kept', 2), ...plans(1, 'kept', 3)];
    await expect(live(new ScriptedEngine(alchemist), mixed)).rejects.toThrow('packs of one length');
  });
});
