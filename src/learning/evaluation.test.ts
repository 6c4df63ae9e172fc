import { describe, expect, it } from 'vitest';
import { ALL_CONTROLS, evaluate, evaluateLives, typicalPack, type EvaluationSettings } from './evaluation.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine } from './testing/scripted-engine.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';

const SETTINGS: EvaluationSettings = {
  environment: 'alchemy/4x6',
  packs: 100,
  length: 8,
  controls: ALL_CONTROLS,
  temperature: 1,
  noteRule: 'lenient-cut',
  iteration: 12,
  clock: () => 0,
};

function run(settings: Partial<EvaluationSettings> = {}, engine = new ScriptedEngine(alchemist)) {
  return evaluate({ engine, tokenizer: testTokenizer }, { ...SETTINGS, ...settings });
}

describe('evaluation', () => {
  it('shows what notes are worth to an agent that uses them perfectly', async () => {
    const record = await run();
    expect(record).toMatchObject({ environment: 'alchemy/4x6', iteration: 12, packs: 100, length: 8 });
    // Scripted ceilings of alchemy: .33 .64 .84 .93 .97 .99; without notes a third; strangers' notes mislead.
    expect(record.rise.low).toBeGreaterThan(0.4);
    expect(record.lift.low).toBeGreaterThan(0.5);
    expect(record.success.oracle).toEqual(new Array(8).fill(1));
    const shuffled = record.success.shuffled ?? [];
    const erased = record.success.erased ?? [];
    const later = (values: readonly number[]): number => values.slice(3).reduce((sum, value) => sum + value, 0) / 5;
    expect(later(shuffled)).toBeLessThan(later(erased));
    expect(record.outcomes.kept).toHaveLength(100);
  });

  it('is the same whatever else is evaluated beside it', async () => {
    const all = await run({ packs: 20 });
    const two = await run({ packs: 20, controls: ['kept', 'erased'] });
    expect(two.outcomes.kept).toEqual(all.outcomes.kept);
    expect(two.outcomes.erased).toEqual(all.outcomes.erased);
    expect(two.lift).toEqual(all.lift);
    expect(two.success.oracle).toBeUndefined();
  });

  it('does not let erased and oracle lives write what nobody reads', async () => {
    const engine = new ScriptedEngine(alchemist);
    await run({ packs: 3, length: 3 }, engine);
    expect(engine.opened.map(({ rows }) => rows.length)).toEqual([12, 6, 12, 6, 12]);
  });

  it('hands out the lives that its figures come from, by control and pack', async () => {
    const player = { engine: new ScriptedEngine(alchemist), tokenizer: testTokenizer };
    const { record, lives } = await evaluateLives(player, { ...SETTINGS, packs: 3, length: 3 });
    expect(lives.map(({ control }) => control)).toEqual(ALL_CONTROLS.flatMap((control) => [control, control, control]));
    const solved = lives.map(({ episodes }) =>
      episodes.flatMap((episode) => (episode.kind === 'solve' ? [episode.reward > 0 ? 1 : 0] : [])),
    );
    expect(solved.slice(0, 3)).toEqual(record.outcomes.kept);
    expect(solved.slice(9)).toEqual(record.outcomes.oracle);
  });

  it('tells how many tasks it has played, and ends where whoever is told throws', async () => {
    const told: number[] = [];
    await run({
      packs: 100,
      length: 3,
      controls: ['kept', 'erased', 'oracle'],
      onPlayed: (tasks) => void told.push(tasks),
    });
    // Batches have at most 256 rows.
    expect(told).toEqual([256, 44, 256, 44, 256, 44]);
    const enough = () => {
      throw new Error('enough');
    };
    const engine = new ScriptedEngine(alchemist);
    await expect(run({ packs: 3, onPlayed: enough }, engine)).rejects.toThrow('enough');
    expect(engine.openBatches).toBe(0);
  });
});

describe('the typical pack', () => {
  it('is the one whose difference is nearest to the mean, the first of several', () => {
    // Differences 0, 2, 1 and 1: a mean of 1.
    const kept = [
      [1, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ];
    const erased = [
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ];
    expect(typicalPack({ packs: 4, outcomes: { kept, erased } })).toBe(2);
  });
});
