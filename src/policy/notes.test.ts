import { describe, expect, it } from 'vitest';
import { TaskEnvironment } from '../environments/task-environment.ts';
import { NOTE_BUDGET, NOTE_RULES, UPDATE_TOKENS, noteQuality, parseNotes } from './notes.ts';

const FULL = Array.from({ length: NOTE_BUDGET }, () => 'b1');
const NOTHING = { notes: [], valid: false };

describe('notes from what an update generated', () => {
  it('are the words before <end>, by every rule', () => {
    for (const rule of NOTE_RULES) {
      expect(parseNotes(['left', 'b3', '<end>'], rule)).toEqual({ notes: ['left', 'b3'], valid: true, penalty: 0 });
      expect(parseNotes([...FULL, '<end>'], rule)).toEqual({ notes: FULL, valid: true, penalty: 0 });
    }
  });

  it('may be chatter and falsehoods at no cost', () => {
    for (const rule of NOTE_RULES) {
      expect(parseNotes(['nice', 'b3', 'left', '<end>'], rule)).toMatchObject({ valid: true, penalty: 0 });
    }
  });

  it('are cut at the budget when no <end> came in time, unless the rule wants one', () => {
    const generated = [...FULL, 'up'];
    expect(generated).toHaveLength(UPDATE_TOKENS);
    expect(parseNotes(generated, 'lenient-cut')).toEqual({ notes: FULL, valid: true, penalty: 0 });
    expect(parseNotes(generated, 'lenient')).toEqual({ ...NOTHING, penalty: 0 });
    expect(parseNotes(generated, 'paper')).toEqual({ ...NOTHING, penalty: 0.1 });
  });

  it('may be empty, but not by the rule of the paper', () => {
    expect(parseNotes(['<end>'], 'lenient-cut')).toEqual({ notes: [], valid: true, penalty: 0 });
    expect(parseNotes(['<end>'], 'lenient')).toEqual({ notes: [], valid: true, penalty: 0 });
    expect(parseNotes(['<end>'], 'paper')).toEqual({ ...NOTHING, penalty: 0.1 });
  });

  it('are lost when a reserved word stands in them', () => {
    for (const word of ['<pad>', '<bos>', '<solve>', '<update>']) {
      const generated = ['left', word, 'b3', '<end>'];
      expect(parseNotes(generated, 'lenient-cut')).toEqual({ ...NOTHING, penalty: 0 });
      expect(parseNotes(generated, 'lenient')).toEqual({ ...NOTHING, penalty: 0 });
      expect(parseNotes(generated, 'paper')).toEqual({ ...NOTHING, penalty: 0.1 });
    }
  });

  it('do not include what was generated beyond the budget', () => {
    expect(parseNotes([...FULL, '<solve>'], 'lenient-cut')).toEqual({ notes: FULL, valid: true, penalty: 0 });
    expect(parseNotes([...FULL, 'up', '<end>'], 'lenient').valid).toBe(false);
  });
});

describe('the quality of notes', () => {
  const lake = new TaskEnvironment('code-lake/4x4');
  lake.reset({ world: 17, task: 0 });
  const [first, second] = lake.facts();

  it('counts what is true among what is written among what there is', () => {
    const words = [first.key, ...first.value, 'nice', second.key, ...first.value];
    expect(noteQuality(lake, words)).toEqual({ trueFacts: 1, writtenFacts: 2, worldFacts: 4 });
    expect(noteQuality(lake, [])).toEqual({ trueFacts: 0, writtenFacts: 0, worldFacts: 4 });
  });

  it('takes the last statement about a key', () => {
    const words = [first.key, ...first.value, first.key, ...second.value];
    expect(noteQuality(lake, words)).toEqual({ trueFacts: 0, writtenFacts: 1, worldFacts: 4 });
  });

  it('of all true facts is complete in every environment', () => {
    for (const [level, facts] of [
      ['code-lake', 4],
      ['text-house', 8],
      ['alchemy', 6],
    ] as const) {
      const environment = new TaskEnvironment(level);
      environment.reset({ world: 3, task: 0 });
      const words = environment.facts().flatMap(({ key, value }) => [key, ...value]);
      expect(noteQuality(environment, words)).toEqual({ trueFacts: facts, writtenFacts: facts, worldFacts: facts });
    }
  });
});
