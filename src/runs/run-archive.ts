/**
 * A run as one file, `otter-7.waymark`: a zip of the directory that the command line would keep it in (run-layout.ts),
 * which is at the same time a model's folder in Hugging Face's layout, with a receipt, and a manifest with the size and
 * hash of every file. It says nothing of whom it comes from. All of it is checked when it is read, before any of it is
 * stored.
 */

import { encodeJson, encodeText } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { exportedModel } from '../engines/onnx/exported-model.ts';
import { loraOf } from '../learning/recipe.ts';
import type { BaseModel } from '../policy/model.ts';
import { writeAdapter } from '../policy/peft.ts';
import { encodeAgents } from './agent-files.ts';
import { decodeContent } from './archive-content.ts';
import { ArchiveError } from './archive-error.ts';
import { MANIFEST, readManifest, unpackListed, writeManifest } from './archive-manifest.ts';
import { modelCard } from './model-card.ts';
import { encodeReceipt } from './receipt-file.ts';
import type { RunContent } from './run-content.ts';
import { encodeCheckpoint, encodeEvents, encodeHead, iterationName } from './run-layout.ts';
import { withoutTraces } from './without-traces.ts';
import { type Files, openZip, packFiles, type ZipLimits } from './zip-files.ts';

/** Runs of days have some ten megabytes. */
export const ARCHIVE_LIMITS: ZipLimits = { packedBytes: 64 * 2 ** 20, unpackedBytes: 256 * 2 ** 20, files: 20_000 };

export interface ArchiveOptions {
  /** Whether living agents come along, with every version of their notes. */
  readonly agents: boolean;
}

/**
 * The archive of a run. `base` is the base model of its recipe, for what other programs open; without it, null, the run
 * itself is still whole.
 */
export async function writeArchive(
  content: RunContent,
  base: BaseModel | null,
  options: ArchiveOptions = { agents: true },
): Promise<Uint8Array> {
  const passedOn = withoutTraces(options.agents ? content : { ...content, agents: [] });
  const files = new Map([
    ['README.md', encodeText(modelCard(passedOn, base))],
    ...(base === null ? [] : modelFiles(passedOn, base)),
    ...runFiles(passedOn),
  ]);
  return packFiles(new Map([[MANIFEST, await writeManifest(files)], ...files]));
}

/** Throws `ArchiveError` for anything that is not a whole and sound archive of this version or an earlier one. */
export async function readArchive(zip: Uint8Array): Promise<RunContent> {
  try {
    const packed = openZip(zip, ARCHIVE_LIMITS);
    const manifest = readManifest(packed);
    return await decodeContent(await unpackListed(manifest, packed));
  } catch (error) {
    if (error instanceof ArchiveError || !(error instanceof WaymarkError)) throw error;
    // What is damaged is the file, not what is stored here.
    throw new ArchiveError('damaged', error.message, { cause: error });
  }
}

/** The model that the run has come to, as Hugging Face's libraries open it, and its adapter in PEFT layout. */
function modelFiles({ summary: { recipe }, checkpoint }: RunContent, base: BaseModel): Files {
  const adapter = { settings: loraOf(recipe), values: checkpoint.trainable.adapter };
  const adapterFiles = Object.entries(writeAdapter(adapter, base.config, base.name));
  return new Map([
    ...exportedModel(base, adapter),
    ...adapterFiles.map(([name, bytes]) => [`adapter/${name}`, bytes] as const),
  ]);
}

function runFiles(content: RunContent): Files {
  const { summary, events, lives, checkpoint, evaluations, agents, lifeLogs, receipt, receiptLives } = content;
  const log = encodeEvents(events);
  const files = new Map<string, Uint8Array>();
  const put = (path: string, bytes: Uint8Array | string): void => {
    files.set(path, typeof bytes === 'string' ? encodeText(bytes) : bytes);
  };
  put('run.json', encodeHead({ summary, logBytes: log.length, deleted: false }));
  put('recipe.json', encodeJson(summary.recipe));
  put('log.jsonl', log);
  for (const iteration of new Set(lives.map((life) => life.iteration))) {
    const lived = lives.filter((life) => life.iteration === iteration);
    put(`lives/${iterationName(iteration)}.json`, `${JSON.stringify(lived)}\n`);
  }
  for (const [iteration, lifeLog] of lifeLogs) put(`life-logs/${iterationName(iteration)}.bin`, lifeLog);
  const folder = `checkpoints/${iterationName(summary.iteration)}`;
  const stored = { checkpoint, events: events.length, logBytes: log.length };
  for (const [name, bytes] of encodeCheckpoint(stored)) put(`${folder}/${name}`, bytes);
  if (evaluations.length > 0) put('evaluation.json', encodeJson(evaluations));
  for (const [path, bytes] of encodeAgents(agents)) put(path, bytes);
  if (receipt !== null) put('receipt.json', encodeReceipt(receipt));
  if (receiptLives !== null) put('receipt-lives.bin', receiptLives);
  return files;
}
