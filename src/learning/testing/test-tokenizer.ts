/** The tokenizer of the bundled vocabulary, without a base model. */

import { buildTokenizerFiles, readTokenizer } from '../../policy/tokenizer.ts';
import { BOS, END, PAD, SOLVE, UPDATE, VOCABULARY } from '../../policy/vocabulary.ts';

const LONGEST_CONTEXT = 128;

export const testTokenizerFiles = buildTokenizerFiles(
  VOCABULARY,
  { pad: PAD, bos: BOS, eos: END, others: [SOLVE, UPDATE] },
  LONGEST_CONTEXT,
);

export const testTokenizer = readTokenizer(testTokenizerFiles.tokenizer, testTokenizerFiles.tokenizerConfig);
