/** Greedy completions by our engines. */

import type { Engine } from '../../src/engines/engine.ts';
import type { BaseModel } from '../../src/policy/model.ts';

/** Longer than any turn or notes. */
export const COMPLETION_TOKENS = 24;

/** The most probable continuation of each prompt, up to `<end>` or `COMPLETION_TOKENS`. */
export async function ourCompletions(
  engine: Pick<Engine, 'openBatch'>,
  base: BaseModel,
  prompts: readonly (readonly string[])[],
): Promise<readonly (readonly number[])[]> {
  const rows = prompts.map((prompt, life) => ({
    prompt: base.tokenizer.encode(prompt),
    stream: { iteration: 0, life, episode: 0 },
  }));
  const batch = await engine.openBatch(rows, { key: [0, 0], temperature: 0 });
  const generated = await batch.generate({
    rows: rows.map((_, row) => row),
    append: rows.map(() => []),
    maxTokens: COMPLETION_TOKENS,
    stopToken: base.config.eos_token_id,
  });
  await batch.close();
  return generated.map(({ tokens }) => tokens);
}
