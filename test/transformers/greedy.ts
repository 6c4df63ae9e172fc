/** Greedy completions by Transformers.js, in the terms of ours (completions.ts). */

import { AutoModelForCausalLM, AutoTokenizer, Tensor } from '@xenova/transformers';
import { COMPLETION_TOKENS } from './completions.ts';

/**
 * The most probable continuation of each prompt by Transformers.js, from the exported model of that name: one batch,
 * padded on the left.
 */
export async function transformersCompletions(
  name: string,
  prompts: readonly (readonly string[])[],
): Promise<readonly (readonly number[])[]> {
  const tokenizer = await AutoTokenizer.from_pretrained(name);
  const model = await AutoModelForCausalLM.from_pretrained(name);
  tokenizer.padding_side = 'left';
  const texts = prompts.map((prompt) => prompt.join(' '));
  const inputs: { input_ids: Tensor; attention_mask: Tensor } = tokenizer(texts, { padding: true });
  const output = await model.generate({ ...inputs, max_new_tokens: COMPLETION_TOKENS });
  await model.dispose();
  if (!(output instanceof Tensor)) throw new TypeError('Transformers.js gave no tensor.');
  const data: unknown = output.data;
  if (!(data instanceof BigInt64Array)) throw new TypeError('Transformers.js gave no token ids.');

  const tokens = Array.from(data, Number);
  const [, length] = output.dims;
  const [, promptLength] = inputs.input_ids.dims;
  // A finished row goes on until all rows are finished.
  const end = tokenizer.eos_token_id;
  return prompts.map((_, row) => upTo(end, tokens.slice(row * length + promptLength, (row + 1) * length)));
}

/** Everything up to the first `last`, which is included. */
function upTo(last: number | undefined, tokens: readonly number[]): readonly number[] {
  const index = tokens.findIndex((token) => token === last);
  return index < 0 ? tokens : tokens.slice(0, index + 1);
}
