import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { encodeJson, encodeText } from '../core/bytes.ts';
import type { LlamaConfig } from './config.ts';
import { loadBaseModel, writeBaseModel, type BaseContents, type BaseFile } from './model.ts';
import { readSafetensors, writeSafetensors, type Tensor } from './safetensors.ts';
import { weightShapes, type WeightTensor } from './weights.ts';

const CONFIG: LlamaConfig = {
  model_type: 'llama',
  vocab_size: 5,
  hidden_size: 8,
  intermediate_size: 12,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 4,
  max_position_embeddings: 16,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  tie_word_embeddings: false,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

/** Weights in which every number differs. */
function countingWeights(config: LlamaConfig): ReadonlyMap<string, WeightTensor> {
  let next = 0;
  return new Map(
    [...weightShapes(config)].map(([name, shape]) => {
      const size = shape.reduce((product, axis) => product * axis, 1);
      return [name, { shape, data: Float32Array.from({ length: size }, () => next++ / 16) }];
    }),
  );
}

const CONTENTS: BaseContents = {
  config: CONFIG,
  words: ['<pad>', '<bos>', '<end>', 'lake', 'b1'],
  specialWords: { pad: '<pad>', bos: '<bos>', eos: '<end>', others: [] },
  weights: countingWeights(CONFIG),
};

const reader = (files: Readonly<Record<BaseFile, Uint8Array>>) => (path: BaseFile) => Promise.resolve(files[path]);

describe('weightShapes', () => {
  it('names every tensor of the reference base with its shape', async () => {
    const { tensors } = readSafetensors(await readReference('base/model.safetensors'));
    const base = await loadBaseModel((path) => readReference(`base/${path}`));
    const stored = [...tensors].map(([name, { shape }]) => [name, shape]);
    expect(Object.fromEntries(weightShapes(base.config))).toEqual(Object.fromEntries(stored));
  });

  it('gives keys and values fewer rows than queries, and an untied head its matrix', () => {
    const shapes = weightShapes(CONFIG);
    expect(shapes.get('model.layers.1.self_attn.q_proj.weight')).toEqual([16, 8]);
    expect(shapes.get('model.layers.1.self_attn.k_proj.weight')).toEqual([8, 8]);
    expect(shapes.get('model.layers.1.self_attn.o_proj.weight')).toEqual([8, 16]);
    expect(shapes.get('lm_head.weight')).toEqual([5, 8]);
    expect(weightShapes({ ...CONFIG, tie_word_embeddings: true }).has('lm_head.weight')).toBe(false);
  });
});

describe('loadBaseModel', () => {
  it('loads the reference base and names it by its files', async () => {
    const base = await loadBaseModel((path) => readReference(`base/${path}`));
    // From: sha256sum config.json model.safetensors tokenizer.json tokenizer_config.json | sha256sum
    expect(base.hash).toBe('153b5e8f915a57b171203e9301cbafe8890523194d220b38a456cd5bc300f329');
    expect(base.name).toBe('waymark-153b5e8f');
    const count = [...base.weights.values()].reduce((sum, { data }) => sum + data.length, 0);
    expect(count).toBe(342_240);
    expect(base.tokenizer.words).toHaveLength(base.config.vocab_size);
  });

  it('lets the failures of reading pass through', async () => {
    const failure = new Error('offline');
    await expect(loadBaseModel(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  describe('refuses', () => {
    let files: Readonly<Record<BaseFile, Uint8Array>>;
    let tensors: ReadonlyMap<string, Tensor>;
    beforeAll(async () => {
      ({ files } = await writeBaseModel(CONTENTS));
      ({ tensors } = readSafetensors(files['model.safetensors']));
    });

    const withTensors = (change: (tensors: Map<string, Tensor>) => void): Uint8Array => {
      const changed = new Map(tensors);
      change(changed);
      return writeSafetensors(changed);
    };
    const norm = 'model.norm.weight';
    const head = 'lm_head.weight';

    it.each<[string, BaseFile, () => Uint8Array, string, RegExp]>([
      ['a damaged config', 'config.json', () => encodeText('{'), 'bad-file', /config\.json: not JSON/],
      ['a damaged tokenizer', 'tokenizer.json', () => encodeText(''), 'bad-file', /tokenizer\.json: not JSON/],
      [
        'weights cut short',
        'model.safetensors',
        () => files['model.safetensors'].subarray(0, -1),
        'bad-file',
        /ends at/,
      ],
      ['another architecture', 'config.json', () => encodeJson({ model_type: 'gpt2' }), 'bad-model', /model_type/],
      [
        'more words than the config allows',
        'config.json',
        () => encodeJson({ ...CONFIG, vocab_size: 4 }),
        'bad-model',
        /5 words, config\.json allows 4/,
      ],
      [
        'another width',
        'config.json',
        () => encodeJson({ ...CONFIG, hidden_size: 16 }),
        'bad-model',
        /model\.embed_tokens\.weight is \[5, 8\], config\.json asks for \[5, 16\]/,
      ],
      [
        'a missing tensor',
        'model.safetensors',
        () => withTensors((changed) => changed.delete(norm)),
        'bad-model',
        /lacks model\.norm\.weight/,
      ],
      [
        'a tensor too many',
        'model.safetensors',
        () => withTensors((changed) => changed.set('other', { dtype: 'F32', shape: [0], data: new Float32Array(0) })),
        'bad-model',
        /has other/,
      ],
      [
        'weights of whole numbers',
        'model.safetensors',
        () => withTensors((changed) => changed.set(norm, { dtype: 'I32', shape: [8], data: new Int32Array(8) })),
        'bad-model',
        /model\.norm\.weight is I32/,
      ],
      [
        'a tensor with an axis too few',
        'model.safetensors',
        () => withTensors((changed) => changed.set(head, { dtype: 'F32', shape: [5], data: new Float32Array(5) })),
        'bad-model',
        /lm_head\.weight is \[5\]/,
      ],
      [
        'a tensor with an axis too many',
        'model.safetensors',
        () => withTensors((changed) => changed.set(norm, { dtype: 'F32', shape: [8, 1], data: new Float32Array(8) })),
        'bad-model',
        /model\.norm\.weight is \[8, 1\]/,
      ],
    ])('%s', async (_, path, content, kind, message) => {
      await expect(loadBaseModel(reader({ ...files, [path]: content() }))).rejects.toThrow(
        expect.objectContaining({ kind, message: expect.stringMatching(message) }),
      );
    });
  });
});

describe('writeBaseModel', () => {
  it('is undone by loading: grouped queries, untied head, a head size of its own', async () => {
    const { name, hash, files } = await writeBaseModel(CONTENTS);
    const base = await loadBaseModel(reader(files));
    expect(base).toMatchObject({ name, hash, config: CONFIG });
    expect(base.tokenizer.words).toEqual(CONTENTS.words);
    expect(base.weights).toEqual(CONTENTS.weights);
  });

  it('gives the same files for the same contents, and another name for any other', async () => {
    const first = await writeBaseModel(CONTENTS);
    expect(await writeBaseModel({ ...CONTENTS, weights: countingWeights(CONFIG) })).toEqual(first);
    const others: readonly BaseContents[] = [
      { ...CONTENTS, config: { ...CONFIG, rope_theta: 5000 } },
      { ...CONTENTS, words: ['<pad>', '<bos>', '<end>', 'lake', 'b2'] },
      {
        ...CONTENTS,
        weights: new Map(CONTENTS.weights).set('model.norm.weight', { shape: [8], data: new Float32Array(8) }),
      },
    ];
    const names = await Promise.all(others.map(async (contents) => (await writeBaseModel(contents)).name));
    expect(new Set([first.name, ...names]).size).toBe(4);
  });

  it('reads half-precision weights as the float32 numbers they stand for', async () => {
    const { files } = await writeBaseModel(CONTENTS);
    const halves = new Map(
      [...readSafetensors(files['model.safetensors']).tensors].map(([name, tensor]): [string, Tensor] =>
        tensor.dtype === 'F32' ? [name, { ...tensor, dtype: 'F16' }] : [name, tensor],
      ),
    );
    const base = await loadBaseModel(reader({ ...files, 'model.safetensors': writeSafetensors(halves) }));
    // Sixteenths up to 64 are exact in half precision.
    expect(base.weights.get('model.embed_tokens.weight')).toEqual(CONTENTS.weights.get('model.embed_tokens.weight'));
  });

  it('refuses weights that do not fit the config', async () => {
    const contents = { ...CONTENTS, config: { ...CONFIG, num_hidden_layers: 3 } };
    await expect(writeBaseModel(contents)).rejects.toThrow(
      expect.objectContaining({ kind: 'bad-model', message: expect.stringContaining('model.layers.2') }),
    );
  });
});
