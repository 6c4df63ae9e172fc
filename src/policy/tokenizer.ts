/**
 * From words to token ids and back. The rules are those of the base's own Hugging Face files, read by the tokenizer
 * inside Transformers.js; every word is asked for once, then found in a table.
 *
 * One word is one token here, so that people can read what the agent reads. Files that split words are refused.
 */

import { Tokenizer } from '@huggingface/tokenizers';
import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';

export interface WordTokenizer {
  /** All words; the index is the token id. */
  readonly words: readonly string[];
  /** One id for each word. Throws `bad-request`, naming them, for words the model does not know. */
  encode(words: readonly string[]): number[];
  /** One word for each id. Throws `bad-request` for ids that are no token. */
  decode(ids: readonly number[]): string[];
  hasWord(word: string): boolean;
  /** The words of a typed text that the model does not know, each once, in order of appearance. */
  unknownWords(words: readonly string[]): string[];
}

/** What has to be there before the library can be asked; it reads the rest itself. */
const tokenizerSchema = v.looseObject({
  added_tokens: v.array(v.looseObject({ id: v.number(), content: v.string() })),
  model: v.looseObject({ type: v.literal('WordLevel'), vocab: v.record(v.string(), v.number()) }),
});
const tokenizerConfigSchema = v.looseObject({ unk_token: v.string() });

/**
 * A tokenizer from the contents of `tokenizer.json` and `tokenizer_config.json`. Throws `bad-model` where these are not
 * a word-level tokenizer whose ids run from 0 without gaps.
 */
export function readTokenizer(tokenizerJson: unknown, tokenizerConfigJson: unknown): WordTokenizer {
  const tokenizer = v.safeParse(tokenizerSchema, tokenizerJson);
  if (!tokenizer.success) throw unusable('tokenizer.json', tokenizer.issues[0]);
  const config = v.safeParse(tokenizerConfigSchema, tokenizerConfigJson);
  if (!config.success) throw unusable('tokenizer_config.json', config.issues[0]);

  const words = wordList(tokenizer.output);
  const library = openLibrary(tokenizer.output, config.output);
  words.forEach((word, id) => {
    const encoded = library.encode(word, { add_special_tokens: false }).ids;
    if (encoded.length !== 1 || encoded[0] !== id) {
      throw new WaymarkError('bad-model', `tokenizer.json: "${word}" is not read as one token`, REMEDY);
    }
  });
  return wordTokenizer(words);
}

/** The vocabulary by id. Throws `bad-model` unless every id from 0 stands for exactly one word. */
function wordList({ model, added_tokens: added }: v.InferOutput<typeof tokenizerSchema>): readonly string[] {
  const ids = new Map([...Object.entries(model.vocab), ...added.map(({ content, id }) => [content, id] as const)]);
  const words = new Map([...ids].map(([word, id]) => [id, word]));
  return Array.from({ length: ids.size }, (_, id) => {
    const word = words.get(id);
    if (word === undefined) throw new WaymarkError('bad-model', `tokenizer.json: no word has the id ${id}`, REMEDY);
    return word;
  });
}

const REMEDY = 'Use a base with a word-level tokenizer, one token for each word.';

function unusable(file: string, issue: v.BaseIssue<unknown>): WaymarkError {
  return new WaymarkError('bad-model', `${file}: ${v.getDotPath(issue) ?? 'content'}: ${issue.message}`, REMEDY);
}

function openLibrary(tokenizerJson: object, tokenizerConfigJson: object): Tokenizer {
  try {
    return new Tokenizer(tokenizerJson, tokenizerConfigJson);
  } catch (cause) {
    throw new WaymarkError('bad-model', 'tokenizer.json: cannot be read', REMEDY, { cause });
  }
}

function wordTokenizer(words: readonly string[]): WordTokenizer {
  const ids = new Map(words.map((word, id) => [word, id]));
  const hasWord = (word: string): boolean => ids.has(word);
  const unknownWords = (text: readonly string[]): string[] => [...new Set(text)].filter((word) => !ids.has(word));
  return {
    words,
    hasWord,
    unknownWords,
    encode(text) {
      return text.map((word) => {
        const id = ids.get(word);
        if (id !== undefined) return id;
        throw new WaymarkError(
          'bad-request',
          `The model does not know: ${unknownWords(text).join(', ')}`,
          'Use words of its vocabulary.',
        );
      });
    },
    decode(tokens) {
      return tokens.map((id) => {
        const word = words[id];
        if (word !== undefined) return word;
        throw new WaymarkError('bad-request', `The model has no token ${id}`, `Use ids from 0 to ${words.length - 1}.`);
      });
    },
  };
}

/** The special words of a new base; each is also in its vocabulary. */
export interface SpecialWords {
  readonly pad: string;
  readonly bos: string;
  readonly eos: string;
  /** Special words without a role of their own. */
  readonly others: readonly string[];
}

export interface TokenizerFiles {
  /** For `tokenizer.json`. */
  readonly tokenizer: Readonly<Record<string, unknown>>;
  /** For `tokenizer_config.json`. */
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
}

/**
 * Hugging Face's files for a vocabulary in which a word's index is its id. Text is split at white space; a word that is
 * not in the vocabulary is read as padding.
 */
export function buildTokenizerFiles(
  words: readonly string[],
  special: SpecialWords,
  maxLength: number,
): TokenizerFiles {
  const specialWords = [special.pad, special.bos, special.eos, ...special.others];
  for (const word of specialWords) {
    if (!words.includes(word)) throw new RangeError(`Special word ${word} is not in the vocabulary`);
  }
  return {
    tokenizer: {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: words.flatMap((content, id) => (specialWords.includes(content) ? [addedToken(id, content)] : [])),
      normalizer: null,
      pre_tokenizer: { type: 'WhitespaceSplit' },
      post_processor: null,
      decoder: null,
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(words.map((word, id) => [word, id])),
        unk_token: special.pad,
      },
    },
    tokenizerConfig: {
      tokenizer_class: 'PreTrainedTokenizerFast',
      bos_token: special.bos,
      eos_token: special.eos,
      pad_token: special.pad,
      unk_token: special.pad,
      additional_special_tokens: special.others,
      clean_up_tokenization_spaces: false,
      model_max_length: maxLength,
    },
  };
}

function addedToken(id: number, content: string): Readonly<Record<string, unknown>> {
  return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
}
