import { describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { WaymarkError } from '../core/errors.ts';
import { BOS, END, PAD, SOLVE, UPDATE, VOCABULARY, wordId } from './vocabulary.ts';

describe('the vocabulary', () => {
  it('has the words of the reference base, each at its id', async () => {
    const text = new TextDecoder().decode(await readReference('base/tokenizer.json'));
    const tokenizer = JSON.parse(text) as { model: { vocab: Record<string, number> } };
    expect(Object.fromEntries(VOCABULARY.map((word, id) => [word, id]))).toEqual(tokenizer.model.vocab);
    expect(VOCABULARY).toHaveLength(102);
  });

  it('gives each word its own id and refuses others', () => {
    expect([PAD, BOS, END, SOLVE, UPDATE].map(wordId)).toEqual([0, 1, 2, 3, 4]);
    expect(VOCABULARY.map(wordId)).toEqual(VOCABULARY.map((_, id) => id));
    expect(() => wordId('tree')).toThrow(WaymarkError);
  });
});
