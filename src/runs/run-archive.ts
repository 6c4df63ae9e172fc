/**
 * A run as one file, `otter-7.waymark`: a zip of the directory that the command line would keep it in (run-layout.ts),
 * and a manifest with the size and hash of every file. All of it is checked when it is read, before any of it is stored.
 */

import * as v from 'valibot';
import { encodeJson, encodeText } from '../core/bytes.ts';
import { sha256 } from '../core/hash.ts';
import type { Receipt } from '../learning/receipt.ts';
import { RECIPE_VERSION } from '../learning/recipe.ts';
import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import { AGENT_PATTERN, type AgentContent, decodeAgents, encodeAgents } from './agent-files.ts';
import { ArchiveError } from './archive-error.ts';
import { evaluationSchema, lifeSchema } from './event-schema.ts';
import { parseJson, readRow, readRows } from './rows.ts';
import {
  decodeCheckpoint,
  decodeEvents,
  decodeHead,
  encodeCheckpoint,
  encodeEvents,
  encodeHead,
  iterationName,
} from './run-layout.ts';
import { StorageError } from './storage-error.ts';
import type { Listing, RunSummary, StoredCheckpoint } from './store.ts';
import { type Files, packFiles, unpackFiles, type ZipLimits } from './zip-files.ts';

/** Raised when older readers can no longer make sense of what is written. */
const ARCHIVE_VERSION = 1;

/** Runs of days have a few megabytes. */
export const ARCHIVE_LIMITS: ZipLimits = { packedBytes: 64 * 2 ** 20, unpackedBytes: 256 * 2 ** 20, files: 1000 };

const MANIFEST = 'manifest.json';

/** Everything that there is of a run. */
export interface RunContent {
  /** `iteration` and `events` are those of the checkpoint. */
  readonly summary: RunSummary;
  readonly events: readonly RunEvent[];
  readonly lives: readonly LifeRecord[];
  readonly checkpoint: StoredCheckpoint['checkpoint'];
  /** Made apart from training. */
  readonly evaluations: readonly EvaluationRecord[];
  /** Those that live with its adapter. */
  readonly agents: readonly AgentContent[];
  /** By iteration: every life lived in training, as its canonical log. None where the run is older than these logs. */
  readonly lifeLogs: ReadonlyMap<number, Uint8Array>;
  /** Null where none was made: receipts are computed when a run is passed on. */
  readonly receipt: Receipt | null;
  /** The canonical log of all lives of the receipt's evaluation, kept then erased, by pack. */
  readonly receiptLives: Uint8Array | null;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const formatSchema = v.object({ format: v.literal('waymark-archive'), version: v.pipe(v.number(), v.minValue(1)) });

const manifestSchema = v.object({
  ...formatSchema.entries,
  files: v.array(v.object({ path: v.string(), bytes: count, sha256: v.string() })),
});

const FILE_PATTERNS = [
  /^(run|recipe|evaluation)\.json$/,
  /^log\.jsonl$/,
  /^lives\/\d{6}\.json$/,
  /^checkpoints\/\d{6}\/(state\.safetensors|checkpoint\.json)$/,
  /^adapter\/adapter_(config\.json|model\.safetensors)$/,
  AGENT_PATTERN,
];

/** `adapterFiles`: its newest adapter in PEFT layout, for other programs. */
export async function writeArchive(content: RunContent, adapterFiles: Files): Promise<Uint8Array> {
  const files = new Map([...runFiles(content), ...[...adapterFiles].map(([name, bytes]) => pair(`adapter/${name}`, bytes))]);
  const listed = await Promise.all(
    [...files].map(async ([path, bytes]) => ({ path, bytes: bytes.length, sha256: await sha256(bytes) })),
  );
  const manifest = { format: 'waymark-archive', version: ARCHIVE_VERSION, files: listed };
  return packFiles(new Map([pair(MANIFEST, encodeJson(manifest)), ...files]));
}

/** Throws `ArchiveError` for anything that is not a whole and sound archive of this version. */
export async function readArchive(zip: Uint8Array): Promise<RunContent> {
  const files = unpackFiles(zip, ARCHIVE_LIMITS);
  try {
    await checkManifest(files);
    return readContent(files);
  } catch (error) {
    // What is damaged is the file, not what is stored here.
    if (error instanceof StorageError) throw new ArchiveError('damaged', error.message, { cause: error });
    throw error;
  }
}

function pair(path: string, bytes: Uint8Array): readonly [string, Uint8Array] {
  return [path, bytes];
}

function runFiles({ summary, events, lives, checkpoint, evaluations, agents }: RunContent): Files {
  const log = encodeEvents(events);
  const files = new Map<string, Uint8Array>();
  const put = (path: string, content: Uint8Array | string): void => {
    files.set(path, typeof content === 'string' ? encodeText(content) : content);
  };
  put('run.json', encodeHead({ summary, logBytes: log.length, deleted: false }));
  put('recipe.json', encodeJson(summary.recipe));
  put('log.jsonl', log);
  for (const iteration of new Set(lives.map((life) => life.iteration))) {
    const lived = lives.filter((life) => life.iteration === iteration);
    put(`lives/${iterationName(iteration)}.json`, `${JSON.stringify(lived)}\n`);
  }
  const stored = { checkpoint, events: events.length, logBytes: log.length };
  for (const [name, content] of encodeCheckpoint(stored)) put(`${checkpointFolder(summary)}/${name}`, content);
  if (evaluations.length > 0) put('evaluation.json', encodeJson(evaluations));
  for (const [path, bytes] of encodeAgents(agents)) put(path, bytes);
  return files;
}

function checkpointFolder({ iteration }: RunSummary): string {
  return `checkpoints/${iterationName(iteration)}`;
}

async function checkManifest(files: Files): Promise<void> {
  const bytes = files.get(MANIFEST);
  if (bytes === undefined) throw new ArchiveError('damaged', 'This is not the file of a run.');
  const json = jsonOf(bytes, MANIFEST);
  const format = v.safeParse(formatSchema, json);
  if (!format.success) throw new ArchiveError('damaged', 'This is not the file of a run.');
  if (format.output.version > ARCHIVE_VERSION) throw new ArchiveError('newer', 'A newer Waymark wrote this file.');
  const manifest = v.safeParse(manifestSchema, json);
  if (!manifest.success) throw new ArchiveError('damaged', `Its ${MANIFEST} is damaged: ${manifest.issues[0].message}`);
  const listed = new Map(manifest.output.files.map((file) => [file.path, file]));
  for (const [path, content] of files) {
    if (path === MANIFEST) continue;
    const file = listed.get(path);
    if (file === undefined || !FILE_PATTERNS.some((pattern) => pattern.test(path))) {
      throw new ArchiveError('damaged', `It holds a file that does not belong to a run: ${path}`);
    }
    if (file.bytes !== content.length || file.sha256 !== (await sha256(content))) {
      throw new ArchiveError('damaged', `Its ${path} is not what was written.`);
    }
  }
  const missing = [...listed.keys()].find((path) => !files.has(path));
  if (missing !== undefined) throw new ArchiveError('damaged', `Its ${missing} is missing.`);
}

function readContent(files: Files): RunContent {
  const head = jsonOf(need(files, 'run.json'), 'run.json');
  const recipeVersion = v.safeParse(v.object({ summary: v.object({ recipe: v.object({ version: v.number() }) }) }), head);
  if (recipeVersion.success && recipeVersion.output.summary.recipe.version > RECIPE_VERSION) {
    throw new ArchiveError('newer', 'A newer Waymark made the recipe of this run.');
  }
  const { summary, logBytes } = decodeHead(textOf(need(files, 'run.json')), 'run.json');
  const log = need(files, 'log.jsonl');
  const events = sound(decodeEvents(log, summary.run));
  const folder = checkpointFolder(summary);
  const stored = decodeCheckpoint(
    textOf(need(files, `${folder}/checkpoint.json`)),
    need(files, `${folder}/state.safetensors`),
    'its checkpoint',
  );
  const lives = [...files].flatMap(([path, bytes]) =>
    path.startsWith('lives/') ? sound(readRows(lifeSchema, listOf(bytes, path), (index) => `life ${index} of ${path}`)) : [],
  );
  const evaluations = files.has('evaluation.json')
    ? sound(
        readRows(
          evaluationSchema,
          listOf(need(files, 'evaluation.json'), 'evaluation.json'),
          (index) => `evaluation ${index + 1}`,
        ),
      )
    : [];
  const [first] = events;
  const agrees =
    logBytes === log.length &&
    summary.events === events.length &&
    stored.events === events.length &&
    stored.checkpoint.iteration === summary.iteration &&
    first?.type === 'started' &&
    JSON.stringify(first.recipe) === JSON.stringify(summary.recipe) &&
    lives.every((life) => life.iteration <= summary.iteration);
  if (!agrees) throw new ArchiveError('damaged', 'Its log, its checkpoint and its head do not belong together.');
  const agents = decodeAgents(files, summary.run);
  const { checkpoint } = stored;
  return { summary, events, lives, checkpoint, evaluations, agents, lifeLogs: new Map(), receipt: null, receiptLives: null };
}

function need(files: Files, path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new ArchiveError('damaged', `Its ${path} is missing.`);
  return bytes;
}

function sound<Item>({ items, damaged }: Listing<Item>): readonly Item[] {
  if (damaged.length > 0) throw damaged[0].error;
  return items;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function jsonOf(bytes: Uint8Array, where: string): unknown {
  return parseJson(textOf(bytes), where);
}

function listOf(bytes: Uint8Array, where: string): readonly unknown[] {
  return readRow(v.array(v.unknown()), jsonOf(bytes, where), where);
}
