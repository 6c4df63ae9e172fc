/** The base model of test engines, which never look into it: weights of the right shapes, all zero. */

import { encodeJson } from '../../core/bytes.ts';
import type { BaseModel } from '../../policy/model.ts';
import { weightShapes } from '../../policy/weights.ts';
import { testConfig } from './test-config.ts';
import { testTokenizer, testTokenizerFiles } from './test-tokenizer.ts';

export const testBase: BaseModel = {
  name: 'waymark-00000000',
  hash: '0'.repeat(64),
  config: testConfig,
  tokenizer: testTokenizer,
  weights: new Map(
    [...weightShapes(testConfig)].map(([name, shape]) => {
      const count = shape.reduce((product, size) => product * size, 1);
      return [name, { shape, data: new Float32Array(count) }];
    }),
  ),
  tokenizerFiles: {
    'tokenizer.json': encodeJson(testTokenizerFiles.tokenizer),
    'tokenizer_config.json': encodeJson(testTokenizerFiles.tokenizerConfig),
  },
};
