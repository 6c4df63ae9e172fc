/**
 * A base model: its config, tokenizer and weights, read from a folder in Hugging Face layout. A base never changes; the
 * hash of its files names it, and adapters, links and recorded lives refer to it by that name.
 */

import { decodeJson, encodeJson, encodeText } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { configFile, parseConfig, type LlamaConfig } from './config.ts';
import { readSafetensors, writeSafetensors, type Tensor } from './safetensors.ts';
import { buildTokenizerFiles, readTokenizer, type SpecialWords, type WordTokenizer } from './tokenizer.ts';
import { weightShapes, type WeightTensor } from './weights.ts';

/** The files that make a base what it is, in the order in which they are hashed. */
export const BASE_FILES = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'] as const;

export type BaseFile = (typeof BASE_FILES)[number];
export type TokenizerFile = Extract<BaseFile, `tokenizer${string}`>;

const HASH_DIGITS_IN_NAME = 8;

export interface BaseModel {
  /** `waymark-` and the first eight digits of the hash; also the name of its folder. */
  readonly name: string;
  /** 64 hexadecimal digits; see `baseHash`. */
  readonly hash: string;
  readonly config: LlamaConfig;
  readonly tokenizer: WordTokenizer;
  /** By Hugging Face's names; matrices are [out, in]. */
  readonly weights: ReadonlyMap<string, WeightTensor>;
  /** The files that the tokenizer was read from, for whoever passes the model on. */
  readonly tokenizerFiles: Readonly<Record<TokenizerFile, Uint8Array>>;
}

/**
 * Loads a base. `readFile` gives the bytes of a file in the base's folder; its own failures pass through. Throws
 * `bad-file` for damaged files, `bad-model` for files that do not fit one another or the Llama architecture.
 */
export async function loadBaseModel(readFile: (path: BaseFile) => Promise<Uint8Array>): Promise<BaseModel> {
  const [configBytes, weightBytes, tokenizerBytes, tokenizerConfigBytes] = await Promise.all(BASE_FILES.map(readFile));
  const config = parseConfig(decodeJson(configBytes, 'config.json'));
  const tokenizer = readTokenizer(
    decodeJson(tokenizerBytes, 'tokenizer.json'),
    decodeJson(tokenizerConfigBytes, 'tokenizer_config.json'),
  );
  if (tokenizer.words.length > config.vocab_size) {
    throw misfit(`tokenizer.json has ${tokenizer.words.length} words, config.json allows ${config.vocab_size}`);
  }
  const weights = checkWeights(config, readSafetensors(weightBytes, 'model.safetensors').tensors);
  const tokenizerFiles = { 'tokenizer.json': tokenizerBytes, 'tokenizer_config.json': tokenizerConfigBytes };
  const hash = await baseHash({ 'config.json': configBytes, 'model.safetensors': weightBytes, ...tokenizerFiles });
  return { name: baseName(hash), hash, config, tokenizer, weights, tokenizerFiles };
}

/** Exactly the tensors of the architecture, as float32. Throws `bad-model` naming the first that does not fit. */
function checkWeights(config: LlamaConfig, tensors: ReadonlyMap<string, Tensor>): ReadonlyMap<string, WeightTensor> {
  const shapes = weightShapes(config);
  for (const name of tensors.keys()) {
    if (!shapes.has(name)) throw misfit(`model.safetensors has ${name}, which config.json has no place for`);
  }
  const weights = new Map<string, WeightTensor>();
  for (const [name, shape] of shapes) {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw misfit(`model.safetensors lacks ${name}`);
    if (tensor.dtype !== 'F32' && tensor.dtype !== 'F16') {
      throw misfit(`model.safetensors: ${name} is ${tensor.dtype}, not F32 or F16`);
    }
    if (tensor.shape.length !== shape.length || tensor.shape.some((size, axis) => size !== shape[axis])) {
      throw misfit(
        `model.safetensors: ${name} is [${tensor.shape.join(', ')}], config.json asks for [${shape.join(', ')}]`,
      );
    }
    weights.set(name, { shape, data: tensor.data });
  }
  return weights;
}

function misfit(defect: string): WaymarkError {
  return new WaymarkError('bad-model', defect, 'Fetch the whole base again; its files belong together.');
}

/**
 * What a base is known by: the SHA-256 of the list that `sha256sum` prints for its files, so that
 * `sha256sum config.json model.safetensors tokenizer.json tokenizer_config.json | sha256sum` gives it too.
 */
async function baseHash(files: Readonly<Record<BaseFile, Uint8Array>>): Promise<string> {
  const lines = await Promise.all(BASE_FILES.map(async (path) => `${await sha256(files[path])}  ${path}\n`));
  return sha256(encodeText(lines.join('')));
}

/** The name of a base, given its hash. */
function baseName(hash: string): string {
  return `waymark-${hash.slice(0, HASH_DIGITS_IN_NAME)}`;
}

/** A base as it is written: the name of its folder, its hash, and the bytes of each file. */
export interface WrittenBase {
  readonly name: string;
  readonly hash: string;
  readonly files: Readonly<Record<BaseFile, Uint8Array>>;
}

/** What a new base is made of. */
export interface BaseContents {
  readonly config: LlamaConfig;
  /** The vocabulary; the index is the token id. */
  readonly words: readonly string[];
  readonly specialWords: SpecialWords;
  /** By Hugging Face's names; matrices are [out, in]. */
  readonly weights: ReadonlyMap<string, WeightTensor>;
}

/** The files of a new base. Throws `bad-model` where weights and config do not fit. */
export async function writeBaseModel({ config, words, specialWords, weights }: BaseContents): Promise<WrittenBase> {
  const tensors = new Map<string, Tensor>(
    [...weights].map(([name, { shape, data }]) => [name, { dtype: 'F32', shape, data }]),
  );
  checkWeights(config, tensors);
  const { tokenizer, tokenizerConfig } = buildTokenizerFiles(words, specialWords, config.max_position_embeddings);
  const files = {
    'config.json': encodeJson(configFile(config)),
    'model.safetensors': writeSafetensors(tensors, { format: 'pt' }),
    'tokenizer.json': encodeJson(tokenizer),
    'tokenizer_config.json': encodeJson(tokenizerConfig),
  };
  const hash = await baseHash(files);
  return { name: baseName(hash), hash, files };
}
