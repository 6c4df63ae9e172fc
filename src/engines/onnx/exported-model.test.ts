/** Protects that an exported model carries its adapter in its weights too, and opens again as a base. */

import { expect, it } from 'vitest';
import { readReference } from '../../../test/fixtures/reference.ts';
import { DEFAULT_LORA, initialAdapter } from '../../policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../../policy/model.ts';
import { readAdapter, type Adapter } from '../../policy/peft.ts';
import { readSafetensors } from '../../policy/safetensors.ts';
import { exportedModel } from './exported-model.ts';
import { createNativeEngine } from './native.ts';

const readBase = (file: string): Promise<Uint8Array> => readReference(`base/${file}`);
const base = await loadBaseModel(readBase);
const unchanged: Adapter = { settings: DEFAULT_LORA, values: initialAdapter(base.config, DEFAULT_LORA, 1) };

async function logProbs(model: BaseModel, { settings, values }: Adapter): Promise<readonly number[]> {
  const row = '<bos> <solve> lake notes left b3 task start wall ice hole hole SW act'.split(' ');
  const engine = await createNativeEngine({
    base: model,
    lora: settings,
    adapter: values,
    maskedTokens: [],
    workers: 0,
  });
  const [scores] = await engine.score([model.tokenizer.encode(row)], 1);
  await engine.close();
  return [...scores];
}

it('opens as a base that scores tokens as base and adapter did together', async () => {
  const adapter = await readAdapter((file) => readReference(`lake-rank4/${file}`), base.config);
  const files = exportedModel(base, adapter);
  const exported = await loadBaseModel(async (file) => files.get(file) ?? new Uint8Array());
  const expected = await logProbs(base, adapter);
  const largestDifference = (scores: readonly number[]): number =>
    Math.max(...scores.map((score, index) => Math.abs(score - expected[index])));
  // Merged here once and rounded to float32, there inside the graph.
  expect(largestDifference(await logProbs(exported, unchanged))).toBeLessThan(1e-4);
  expect(largestDifference(await logProbs(base, unchanged))).toBeGreaterThan(0.1);
});

it('leaves the weights of a base without an adapter as they are', async () => {
  const weights = exportedModel(base, null).get('model.safetensors') ?? new Uint8Array();
  expect(readSafetensors(weights).tensors).toEqual(readSafetensors(await readBase('model.safetensors')).tensors);
});
