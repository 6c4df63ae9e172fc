import { describe, expect, it } from 'vitest';
import { replayLife } from '../../replay/replay.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from '../../../learning/records.ts';
import { scriptedLife } from '../../testing/scripted-lives.ts';
import { caption } from './caption.ts';
import { plainText } from './phrase.ts';

/** The world `code-lake/4x4:3`: b1 down, b2 up, b3 right, b4 left; its first start has a hole below it. */
function lakeCaptions(notes: readonly string[], turns: readonly (readonly string[])[], outcome: string): string[] {
  const episode: SolveRecord = { kind: 'solve', notes, turns, reward: outcome === 'goal' ? 1 : 0, outcome };
  const life: LifeRecord = { pack: 'code-lake/4x4:3x1', control: 'kept', iteration: 0, life: 0, episodes: [episode] };
  return replayLife(life).map((still) => plainText(caption(still)));
}

function writingCaption(update: Partial<UpdateRecord>): string {
  const life = scriptedLife('code-lake/4x4:3x2');
  const [solve, written] = life.episodes;
  const episodes = [solve, { ...written, ...update } as UpdateRecord];
  return plainText(caption(replayLife({ ...life, episodes })[2]));
}

describe('captions of the lake', () => {
  it('say what is at stake, what it has, and what each press did', () => {
    expect(lakeCaptions([], [['hm', 'b1']], 'hole')).toEqual([
      'Task 1. The flag is to the south-west. It has 7 moves to get there. Its notes are empty.',
      'Move 1. It tries b1 to see what it does. It goes down and falls in.',
    ]);
  });

  it('tell reading from remembering and from guessing', () => {
    const turns = [
      ['right', 'b3'],
      ['left', 'b4'],
      ['left', 'b4'],
      ['up', 'b1'],
    ];
    const [, read, guessed, remembered, wrong] = lakeCaptions(['right', 'b3'], turns, 'hole');
    expect(read).toContain('It wants right. Its notes say b3 is right, so it presses b3.');
    expect(guessed).toContain('It wants left and guesses b4. It works.');
    expect(remembered).toContain('It wants left. It has just seen that b4 is left, so it presses b4.');
    expect(wrong).toContain('It wants up and guesses b1.');
  });

  it('say so when it tries what it could have read', () => {
    expect(lakeCaptions(['down', 'b1'], [['hm', 'b1']], 'hole')[1]).toContain(
      'It tries b1, although its notes tell what that does. It goes down and falls in.',
    );
  });

  it('say so when a turn means nothing', () => {
    const [, nonsense] = lakeCaptions([], [['left', 'fridge']], 'going');
    expect(nonsense).toContain('It says left fridge, which names no button. Nothing happens.');
  });
});

describe('captions of a life that goes on', () => {
  it('count its tasks from its beginning', () => {
    const stills = replayLife(scriptedLife('code-lake/4x4:3x1'), 13);
    expect(plainText(caption(stills[0]))).toMatch(/^Task 14\. /);
  });
});

describe('captions of a rewriting', () => {
  it('name what is added and dropped, and count what is true', () => {
    const update = { oldNotes: ['up', 'b4'], notes: ['down', 'b1', 'left', 'b2'], trueFacts: 1, worldFacts: 4 };
    expect(writingCaption(update)).toBe(
      'After task 1 it adds down b1 and left b2. It drops up b4. Its notes hold 1 true fact of the 4 there are to know.',
    );
  });

  it('do not hide that nothing was written, or nothing that can be read', () => {
    expect(writingCaption({ notes: [], written: [] })).toBe('After task 1 it writes nothing.');
    expect(writingCaption({ valid: false, notes: [] })).toBe(
      'After task 1: what it writes cannot be read as notes, so it has none now.',
    );
  });
});

describe('captions of the house and the bench', () => {
  const captions = (pack: string): string =>
    replayLife(scriptedLife(pack))
      .map((still) => plainText(caption(still)))
      .join('\n');

  it('say where it looks, why, and what is there', () => {
    const house = captions('text-house/8x8:4x3');
    expect(house).toContain('Turn 1. It looks in the cabinet to see what is there. It is empty. 3 turns left.');
    expect(house).toContain('It wants the lamp. Its notes say fridge, so it looks there. There it is.');
    expect(house).toContain('It puts the lamp on the table, where it belongs.');
  });

  it('say what it mixes, why, and what comes out', () => {
    const bench = captions('alchemy/4x6:5x3');
    expect(bench).toContain('Try 1. It mixes earth and air to see what comes out. Out comes lava. 1 try left.');
    expect(bench).toContain('It wants lava. Its notes say earth and air, so it mixes them. Out comes lava, as asked.');
  });
});
