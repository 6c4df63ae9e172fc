/**
 * The model card of a run: `README.md` of its archive, as people and the Hugging Face Hub read it. Every figure stands
 * with its count or interval, and beside what it does not show.
 */

import { figuresOf, type Outcomes } from '../learning/figures.ts';
import type { ControlTable, Interval } from '../learning/records.ts';
import { loraOf, RECIPE_KEYS, type Recipe } from '../learning/recipe.ts';
import { sum } from '../learning/sums.ts';
import { tellingEvaluation } from '../learning/telling-evaluation.ts';
import type { BaseModel } from '../policy/model.ts';
import type { RunContent } from './run-content.ts';

/** What the card's figures come from. */
interface Measured {
  readonly environment: string;
  readonly iteration: number;
  readonly outcomes: ControlTable<Outcomes> & Record<'kept' | 'erased', Outcomes>;
  /** Whether they can be computed again, bit for bit, from the receipt. */
  readonly isReceipt: boolean;
}

/** `base` is null where the archive holds no model files. */
export function modelCard(content: RunContent, base: BaseModel | null): string {
  const { summary } = content;
  const sections = [
    frontMatter(summary.recipe),
    `# ${plain(summary.title ?? summary.run)}`,
    whatItIs(content),
    howWell(measured(content)),
    howToCheck(content),
    howToUse(content, base),
    limits(content, base),
    recipeTable(summary.recipe),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The keys that the Hub knows. */
function frontMatter({ base, environment }: Recipe): string {
  const [family] = environment.split('/');
  const tags = ['waymark', family, 'reinforcement-learning', 'grpo', 'lora', 'peft', 'onnx', 'transformers.js'];
  return [
    '---',
    'license: mit',
    'library_name: transformers',
    'pipeline_tag: text-generation',
    `base_model: ${base}`,
    'tags:',
    ...tags.map((tag) => `  - ${tag}`),
    '---',
  ].join('\n');
}

function whatItIs({ summary }: RunContent): string {
  const { recipe, iteration, inherited } = summary;
  const forked =
    inherited === 0 ? '' : ` Of what it learned, ${counted(inherited, 'iteration')} came from another run.`;
  return `A very small language model that was trained by reinforcement learning to learn from its own experience, in the environment \`${recipe.environment}\` of Waymark. It lives through packs of tasks that share a hidden fact. After each task it rewrites its notes, and it meets the next task with nothing but these notes.

It was trained for ${counted(iteration, 'iteration')} of the ${recipe.iterations} of its recipe.${forked}`;
}

function measured({ summary, events, evaluations, receipt }: RunContent): Measured | null {
  const { environment } = summary.recipe;
  if (receipt !== null) {
    return { environment, iteration: receipt.iterations, outcomes: receipt.evaluation, isReceipt: true };
  }
  const logged = events.flatMap((event) => (event.type === 'evaluation' ? [event.record] : []));
  const record = tellingEvaluation([...logged, ...evaluations].filter((known) => known.environment === environment));
  const { kept, erased } = record?.outcomes ?? {};
  if (record === null || kept === undefined || erased === undefined || record.length < 3) return null;
  return { environment, iteration: record.iteration, outcomes: { kept, erased }, isReceipt: false };
}

function howWell(measurement: Measured | null): string {
  if (measurement === null) return '## How well it does\n\nIt has not been evaluated.';
  const { environment, iteration, outcomes, isReceipt } = measurement;
  const { kept, erased } = outcomes;
  const { intervals, lift, rise, liftPositions } = figuresOf({ kept, erased });
  const cell = (packs: Outcomes, position: number, interval?: Interval): string => {
    const solved = sum(packs.map((pack) => pack[position]));
    return `${solved} of ${packs.length}${interval === undefined ? '' : ` (${percentages(interval)})`}`;
  };
  const rows = kept[0].map((_, position) => {
    const cells = [
      cell(kept, position, intervals.kept?.[position]),
      cell(erased, position, intervals.erased?.[position]),
    ];
    return `| ${position + 1} | ${cells.join(' | ')} |`;
  });
  const exactly = isReceipt
    ? ' This is the evaluation of its receipt: computed on ONNX Runtime for WebAssembly, which gives the same bits on every machine.'
    : '';
  return `## How well it does

After ${counted(iteration, 'iteration')}, on ${counted(kept.length, 'pack')} of \`${environment}\` that are held out from training, each lived twice: with the notes it wrote, and with the notes erased before every task.${exactly}

| task of the pack | solved with its notes | solved with notes erased |
|---|---|---|
${rows.join('\n')}

- **Lift**, what the notes are worth: ${signed(lift)}. The mean over tasks ${liftPositions[0]} to ${liftPositions[liftPositions.length - 1]} of solved with notes minus solved without.
- **Rise**, what later tasks gain on the first: ${signed(rise)}.

Brackets hold 95 % intervals, by bootstrap over packs.`;
}

function howToCheck({ receipt, lifeLogs }: RunContent): string {
  if (receipt === null)
    return '## How to check it\n\nThis file has no receipt, so its figures cannot be checked from it.';
  const training =
    lifeLogs.size === 0
      ? ''
      : ` \`life-logs/\` holds every life of its training, so that training again finds the first life that differs.`;
  return `## How to check it

\`receipt.json\` holds the hashes of the adapter and of all lives, and every outcome of the evaluation above; \`receipt-lives.bin\` holds the lives themselves.${training} Open the \`.waymark\` file in Waymark and choose to check it: the packs are lived again with this adapter and compared, task by task. A match means that the run re-computes. It does not say who made it.`;
}

function howToUse({ summary: { recipe } }: RunContent, base: BaseModel | null): string {
  if (base === null) {
    return `## How to use it

The base model \`${recipe.base}\` could not be had when this file was saved, so only the run itself is here. Open the file in Waymark and save it again to have the model's files too.`;
  }
  const { rank, targets } = loraOf(recipe);
  const where = targets.map((target) => `\`${target}\``).join(', ');
  return `## How to use it

Unpack the file like any zip.

- \`config.json\`, \`tokenizer.json\`, \`model.safetensors\`: the model, base and adapter in one, as Transformers reads it.
- \`onnx/model.onnx\`: the same for Transformers.js and ONNX Runtime, in float32.
- \`adapter/\`: the adapter alone, in PEFT layout: LoRA of rank ${rank} on ${where} of \`${base.name}\`.
- \`run.json\`, \`log.jsonl\`, \`checkpoints/\`, \`lives/\`: the run, to go on from.

A word is one of ${base.tokenizer.words.length} tokens, and words are separated by spaces. Other words are read as padding.`;
}

function limits({ summary: { recipe }, agents }: RunContent, base: BaseModel | null): string {
  const size =
    base === null
      ? ''
      : ` of ${sum([...base.weights.values()].map(({ data }) => data.length)).toLocaleString('en')} parameters`;
  const living =
    agents.length === 0
      ? ''
      : `\n- The file holds ${counted(agents.length, 'living agent')} with every version of the notes it wrote.`;
  return `## What to keep in mind

- The base is a tiny language model${size}. Before any training here it had read the made-up diaries of many explorers, good and bad: this stands in for the reading of a large model. It knows nothing outside these worlds, and no English.
- The figures hold for \`${recipe.environment}\`, at temperature ${recipe.temperature}, with notes of the rule \`${recipe.noteRule}\`, and for nothing else.
- What \`log.jsonl\` says of success while training is no evaluation: it was measured on the packs trained on.${living}`;
}

function recipeTable(recipe: Recipe): string {
  const rows = RECIPE_KEYS.map((key) => `| ${key} | ${recipe[key]} |`);
  return `## Recipe\n\n| setting | value |\n|---|---|\n${rows.join('\n')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function percentages({ low, high }: Interval): string {
  return `${percent(low)} to ${percent(high)}`;
}

function signed({ mean, low, high }: Interval): string {
  const points = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
  return `${points(mean)} percentage points [${points(low)}, ${points(high)}]`;
}

/** Words of somebody's own, without any meaning in Markdown or HTML. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, (character) =>
    /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character,
  );
}
