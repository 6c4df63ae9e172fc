import { describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { decodeJson } from '../core/bytes.ts';
import { configFile, headSize, parseConfig } from './config.ts';
import { smallConfig } from './testing/small-config.ts';

describe('parseConfig', () => {
  it('reads the reference base', async () => {
    const config = parseConfig(decodeJson(await readReference('base/config.json'), 'config.json'));
    expect(config).toMatchObject({ hidden_size: 96, num_hidden_layers: 3, vocab_size: 102, tie_word_embeddings: true });
    expect(headSize(config)).toBe(24);
  });

  it('takes the head size from width and heads where it is not given', () => {
    expect(headSize(parseConfig(smallConfig))).toBe(2);
    expect(headSize(parseConfig({ ...smallConfig, head_dim: 6 }))).toBe(6);
  });

  it.each([
    ['model_type', { model_type: 'gpt2' }],
    ['hidden_size', { hidden_size: 0 }],
    ['num_hidden_layers', { num_hidden_layers: 1.5 }],
    ['rms_norm_eps', { rms_norm_eps: 0 }],
    ['rope_theta', { rope_theta: undefined }],
    ['tie_word_embeddings', { tie_word_embeddings: 'yes' }],
    ['num_key_value_heads', { num_key_value_heads: 3 }],
    ['heads of size', { num_attention_heads: 8, num_key_value_heads: 8 }],
    ['heads of size', { hidden_size: 9 }],
    ['pad_token_id', { pad_token_id: 10 }],
    ['eos_token_id', { eos_token_id: -1 }],
    ['hidden_act', { hidden_act: 'gelu' }],
    ['attention_bias', { attention_bias: true }],
    ['mlp_bias', { mlp_bias: true }],
    ['rope_scaling', { rope_scaling: { type: 'linear', factor: 2 } }],
  ])('refuses a model by naming %s', (name, change) => {
    expect(() => parseConfig({ ...smallConfig, ...change })).toThrow(
      expect.objectContaining({ kind: 'bad-model', message: expect.stringContaining(name) }),
    );
  });

  it('refuses what is no object', () => {
    for (const json of [null, [], 'llama']) {
      expect(() => parseConfig(json)).toThrow(expect.objectContaining({ kind: 'bad-model' }));
    }
  });
});

describe('configFile', () => {
  it('is read back as the same architecture', () => {
    const config = parseConfig({ ...smallConfig, head_dim: 6, tie_word_embeddings: false });
    expect(parseConfig(configFile(config))).toEqual(config);
  });
});
