/** Writes a pretrained base: a folder in Hugging Face layout, with a model card that says what it is and is not. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { writeBaseModel } from '../../src/policy/model.ts';
import type { WeightTensor } from '../../src/policy/weights.ts';
import { BOS, END, PAD, SOLVE, UPDATE, VOCABULARY } from '../../src/policy/vocabulary.ts';
import { BASE_CONFIG, BATCH_SEQUENCES, PHASES, SEQUENCE_TOKENS } from './schedule.ts';
import { shareList } from './mixtures.ts';

export interface PretrainingFacts {
  readonly seed: number;
  readonly steps: number;
  readonly tokens: number;
  readonly seconds: number;
  /** As given on the command line, in millions. */
  readonly millions: string;
  /** Cross-entropy of the agents' own tokens in the last report, nats. */
  readonly agentLoss: number;
  readonly engine: string;
  readonly optimiser: string;
  /** What it ran on besides the processor: `2 workers`. */
  readonly place: string;
}

/** Writes the folder under `root` and gives its path. */
export async function writeBase(
  root: string,
  weights: ReadonlyMap<string, WeightTensor>,
  facts: PretrainingFacts,
): Promise<string> {
  const { name, files } = await writeBaseModel({
    config: BASE_CONFIG,
    words: VOCABULARY,
    specialWords: { bos: BOS, eos: END, pad: PAD, others: [SOLVE, UPDATE] },
    weights,
  });
  const parameters = [...weights.values()].reduce((total, { data }) => total + data.length, 0);
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, 'README.md'), modelCard(name, parameters, facts));
  return folder;
}

function modelCard(name: string, parameters: number, facts: PretrainingFacts): string {
  const { seed, steps, tokens, seconds, millions, agentLoss, engine, optimiser, place } = facts;
  const config = BASE_CONFIG;
  const phases = PHASES.map(
    ({ name: phase, until, mixture }) =>
      `| ${phase} | ${until} | ${mixture.drills} | ${shareList(mixture.actors)} | ${shareList(mixture.noters)} |`,
  );
  return `# ${name}

A Llama-shaped language model of ${parameters.toLocaleString('en')} parameters that speaks the language of Waymark's
small worlds: ${config.vocab_size} words, one token each. It stands in for the pretraining of a large language model, at a
size that learns in a browser tab. It never saw a reward.

## What it is made of
- Hidden size ${config.hidden_size}, ${config.num_hidden_layers} layers, ${config.num_attention_heads} heads, feed-forward ${config.intermediate_size}, tied embedding, float32.
- Data: synthetic diaries, written by scripted explorers with good and bad habits that nothing names. A diary is a few
  pages by one author, each in a world of its own; drills (copying, looking up) come first. All from one seed.
- ${(tokens / 1e6).toFixed(1)} M tokens in ${steps} steps of ${BATCH_SEQUENCES} sequences of at most ${SEQUENCE_TOKENS} tokens, one clean run.
- Optimiser: ${optimiser}; warm-up, then half the run on a cosine.
- Final loss on the authors' own words: ${agentLoss.toFixed(3)} nats per token. Most of it cannot be learned: some authors
  act or chatter at random.
- Time: ${Math.round(seconds / 60)} minutes with ${place} on ${cpus().length} cores (${cpus()[0].model.trim()}), which were also used for other work.

| phase | until (share of steps) | drills | actors | note habits |
|---|---|---|---|---|
${phases.join('\n')}

Made by:

    npm run pretrain -- --seed ${seed} --tokens ${millions}${engine === 'onnx' ? '' : ` --engine ${engine}`}

## What it is not
It has no knowledge of anything outside these worlds, and no understanding of English. Its notes help it hardly at all:
it has every habit, and which ones pay is for reinforcement learning to find out. The lake has only 24 hidden rules, all
of which occur in the diaries; what is held out in evaluations are maps and draws, not rules.
`;
}
