/**
 * Protects that others can use what is trained here: Transformers.js, from local files alone, generates what our engine
 * generates. In Node it computes with onnxruntime-node.
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, pipeline } from '@xenova/transformers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportedModel } from '../../src/engines/onnx/exported-model.ts';
import { createNativeEngine } from '../../src/engines/onnx/native.ts';
import { DEFAULT_BASE } from '../../src/learning/presets.ts';
import { DEFAULT_LORA, initialAdapter } from '../../src/policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';
import { readAdapter, type Adapter } from '../../src/policy/peft.ts';
import { neverSampled, PAD, SPECIAL_WORDS } from '../../src/policy/vocabulary.ts';
import { siteBaseFolder } from '../../tools/cli/base-folder.ts';
import { readReference } from '../fixtures/reference.ts';
import { COMPLETION_TOKENS, ourCompletions } from './completions.ts';
import { transformersCompletions } from './greedy.ts';
import { refuseNetwork, restoreNetwork } from './no-network.ts';
import { realisticPrompts } from './prompts.ts';

const PROMPTS = realisticPrompts(20);

type ReadFile = (path: string) => Promise<Uint8Array>;

const readReferenceBase: ReadFile = (path) => readReference(`base/${path}`);
const reference = await loadBaseModel(readReferenceBase);

/** The base that presets start from. */
const readBundledBase: ReadFile = async (path) =>
  new Uint8Array(await readFile(join(siteBaseFolder(DEFAULT_BASE), path)));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-transformers-'));
  env.localModelPath = folder;
  refuseNetwork();
});

afterAll(async () => {
  restoreNetwork();
  await rm(folder, { recursive: true });
});

async function writeExport(name: string, base: BaseModel, adapter: Adapter | null): Promise<void> {
  for (const [path, bytes] of exportedModel(base, adapter)) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** 20 completions by our engine; without an adapter it gets one that changes nothing. */
async function expectedCompletions(base: BaseModel, adapter: Adapter | null): Promise<readonly (readonly number[])[]> {
  const { settings, values } = adapter ?? {
    settings: DEFAULT_LORA,
    values: initialAdapter(base.config, DEFAULT_LORA, 1),
  };
  const maskedTokens = neverSampled(base.tokenizer);
  const engine = await createNativeEngine({ base, lora: settings, adapter: values, maskedTokens, workers: 0 });
  const completions = await ourCompletions(engine, base, PROMPTS);
  await engine.close();
  return completions;
}

/** The base with `<pad>` always more probable than the common word `hm`, whose logits are mostly positive. */
function withProbablePadding(base: BaseModel): BaseModel {
  const name = 'model.embed_tokens.weight';
  const [pad, common] = base.tokenizer.encode([PAD, 'hm']);
  const width = base.config.hidden_size;
  const weights = new Map([...base.weights].map(([key, { shape, data }]) => [key, { shape, data: data.slice() }]));
  const embedding = weights.get(name);
  if (embedding === undefined) throw new Error(`No tensor ${name}`);
  for (let column = 0; column < width; column++) {
    embedding.data[pad * width + column] = 2 * embedding.data[common * width + column];
  }
  return { ...base, weights };
}

it('gives 20 greedy completions of the bundled base, token for token', async () => {
  const base = await loadBaseModel(readBundledBase);
  await writeExport('bundled', base, null);
  const completions = await transformersCompletions('bundled', PROMPTS);
  expect(completions).toEqual(await expectedCompletions(base, null));
});

it('gives 20 greedy completions of a base with an adapter, token for token', async () => {
  const adapter = await readAdapter((file) => readReference(`lake-rank4/${file}`), reference.config);
  await writeExport('adapted', reference, adapter);
  const completions = await transformersCompletions('adapted', PROMPTS);
  expect(completions).toEqual(await expectedCompletions(reference, adapter));
  expect(completions).not.toEqual(await expectedCompletions(reference, null));
});

it('never generates the tokens that our engine masks, however probable', async () => {
  const base = withProbablePadding(reference);
  await writeExport('padding', base, null);
  const completions = await transformersCompletions('padding', PROMPTS);
  expect(completions).toEqual(await expectedCompletions(base, null));
});

it('completes a text in a pipeline', async () => {
  await writeExport('reference', reference, null);
  const generator = await pipeline('text-generation', 'reference');
  const prompt = PROMPTS[3];
  const output: unknown = await generator(prompt.join(' '), { max_new_tokens: COMPLETION_TOKENS });
  await generator.dispose();

  const completions = await expectedCompletions(reference, null);
  const words = [...prompt, ...reference.tokenizer.decode(completions[3])];
  const plain = words.filter((word) => !SPECIAL_WORDS.some((special) => special === word));
  expect(output).toEqual([{ generated_text: plain.join(' ') }]);
});
