import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { decodeJson } from '../core/bytes.ts';
import { buildTokenizerFiles, readTokenizer, type WordTokenizer } from './tokenizer.ts';

const WORDS = ['<pad>', '<bos>', '<end>', '<solve>', 'lake', 'b1', "n't", 'NE'];
const SPECIAL = { pad: '<pad>', bos: '<bos>', eos: '<end>', others: ['<solve>'] };

async function reference(file: string): Promise<unknown> {
  return decodeJson(await readReference(`base/${file}`), file);
}

describe('the tokenizer of the reference base', () => {
  let tokenizer: WordTokenizer;
  beforeAll(async () => {
    tokenizer = readTokenizer(await reference('tokenizer.json'), await reference('tokenizer_config.json'));
  });

  it('has 102 words, in the order of their ids', () => {
    expect(tokenizer.words).toHaveLength(102);
    expect(tokenizer.words.slice(0, 6)).toEqual(['<pad>', '<bos>', '<end>', '<solve>', '<update>', 'lake']);
    expect(tokenizer.words[101]).toBe('lucky');
  });

  it('encodes a prompt as its files say, and decodes it', () => {
    const prompt = '<bos> <solve> lake notes left b3 up b1 task'.split(' ');
    // The first ids of row 0 of the reference vectors.
    expect(tokenizer.encode(prompt)).toEqual([1, 3, 5, 8, 29, 33, 27, 31, 9]);
    expect(tokenizer.decode([1, 3, 5, 8, 29, 33, 27, 31, 9])).toEqual(prompt);
    expect(tokenizer.encode([])).toEqual([]);
    expect(tokenizer.decode([])).toEqual([]);
  });

  it('names every unknown word of a prompt', () => {
    expect(() => tokenizer.encode(['lake', 'pond', 'b1', 'b9'])).toThrow(
      expect.objectContaining({ kind: 'bad-request', message: 'The model does not know: pond, b9.' }),
    );
  });

  it('reports unknown words of typed notes once each, in order', () => {
    expect(tokenizer.unknownWords('the pond is b9 and the pond'.split(' '))).toEqual(['pond', 'b9']);
    expect(tokenizer.unknownWords(['left', 'b3'])).toEqual([]);
  });

  it('knows words exactly as written', () => {
    expect(tokenizer.hasWord('lake')).toBe(true);
    for (const word of ['Lake', 'lake ', ' lake', '', 'la', 'left b3', '<unk>', 'constructor']) {
      expect(tokenizer.hasWord(word), word).toBe(false);
    }
  });

  it('refuses ids that are no token', () => {
    for (const id of [-1, 102, 0.5]) {
      expect(() => tokenizer.decode([id])).toThrow(expect.objectContaining({ kind: 'bad-request' }));
    }
  });
});

describe('buildTokenizerFiles', () => {
  const files = buildTokenizerFiles(WORDS, SPECIAL, 64);

  it('gives files that read back as the vocabulary', () => {
    const tokenizer = readTokenizer(files.tokenizer, files.tokenizerConfig);
    expect(tokenizer.words).toEqual(WORDS);
    expect(tokenizer.encode([...WORDS].reverse())).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('gives the reference tokenizer for its vocabulary', async () => {
    const json = await reference('tokenizer.json');
    const { words } = readTokenizer(json, await reference('tokenizer_config.json'));
    const special = { ...SPECIAL, others: ['<solve>', '<update>'] };
    const built = buildTokenizerFiles(words, special, 320);
    expect(built.tokenizer).toEqual(json);
    expect(built.tokenizerConfig).toEqual(await reference('tokenizer_config.json'));
  });

  it('refuses a special word outside the vocabulary', () => {
    expect(() => buildTokenizerFiles(WORDS, { ...SPECIAL, others: ['<update>'] }, 64)).toThrow(RangeError);
  });
});

describe('readTokenizer', () => {
  const { tokenizer, tokenizerConfig } = buildTokenizerFiles(WORDS, SPECIAL, 64);
  const vocab = Object.fromEntries(WORDS.map((word, id) => [word, id]));
  const withVocab = (changed: Readonly<Record<string, number>>): unknown => ({
    ...tokenizer,
    model: { type: 'WordLevel', vocab: changed, unk_token: '<pad>' },
  });

  it.each([
    ['sub-word models', { ...tokenizer, model: { type: 'BPE', vocab, merges: [] } }, tokenizerConfig, /model\.type/],
    ['missing added tokens', { ...tokenizer, added_tokens: undefined }, tokenizerConfig, /added_tokens/],
    ['a missing unknown token', tokenizer, {}, /tokenizer_config\.json: unk_token/],
    ['gaps between ids', withVocab({ ...vocab, far: 20 }), tokenizerConfig, /no word has the id 8/],
    ['two words with one id', withVocab({ ...vocab, pond: 4 }), tokenizerConfig, /no word has the id 8/],
    ['words with spaces', withVocab({ ...vocab, 'two words': 8 }), tokenizerConfig, /"two words" is not read as one/],
    ['missing parts', { ...tokenizer, pre_tokenizer: undefined, normalizer: { type: 'Q' } }, tokenizerConfig, /./],
    ['no object', null, tokenizerConfig, /tokenizer\.json/],
  ])('refuses %s', (_, json, configJson, message) => {
    expect(() => readTokenizer(json, configJson)).toThrow(
      expect.objectContaining({ kind: 'bad-model', message: expect.stringMatching(message) }),
    );
  });
});
