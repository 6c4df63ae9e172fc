/** What the files of an archive say of a run: each by itself, then whether all of them belong together. */

import * as v from 'valibot';
import { sha256 } from '../core/hash.ts';
import { iterationsOf } from '../learning/iteration-record.ts';
import type { Receipt } from '../learning/receipt.ts';
import { RECIPE_VERSION, type Recipe } from '../learning/recipe.ts';
import type { EvaluationRecord, RunEvent } from '../learning/records.ts';
import { decodeAgents } from './agent-files.ts';
import { ArchiveError } from './archive-error.ts';
import { archiveJson, archiveLines, archiveRows, checkNesting } from './archive-json.ts';
import { evaluationSchema, eventSchema, lifeSchema, recipeSchema } from './event-schema.ts';
import { receiptSchema } from './receipt-file.ts';
import { readRow } from './rows.ts';
import type { RunContent } from './run-content.ts';
import {
  type DirectoryCheckpoint,
  type DirectoryHead,
  decodeCheckpoint,
  decodeHead,
  iterationName,
} from './run-layout.ts';
import { parseTitle } from './run-titles.ts';
import type { Files } from './zip-files.ts';

/** Of a safetensors file with a few vectors. */
const MOST_HEADER_BYTES = 4096;

const versionSchema = v.object({ version: v.number() });
const LIFE_LOG = /^life-logs\/(\d{6})\.bin$/;

/** Throws `ArchiveError`, or another `WaymarkError` of a reader that knows nothing of archives. */
export async function decodeContent(files: Files): Promise<RunContent> {
  checkForm(files);
  const recipe = readRecipe(files);
  const head = readHead(files, recipe);
  const { summary } = head;
  const log = need(files, 'log.jsonl');
  const events = archiveLines(eventSchema, log, 'log.jsonl');
  const stored = readCheckpoint(files, summary.iteration);
  const lives = [...files].flatMap(([path, bytes]) =>
    path.startsWith('lives/') ? archiveRows(lifeSchema, bytes, path) : [],
  );
  const evaluationFile = files.get('evaluation.json');
  const evaluations = evaluationFile ? archiveRows(evaluationSchema, evaluationFile, 'evaluation.json') : [];
  const content: RunContent = {
    summary,
    events,
    lives,
    checkpoint: stored.checkpoint,
    evaluations,
    agents: decodeAgents(files, summary.run),
    lifeLogs: lifeLogsOf(files),
    receipt: readReceipt(files),
    receiptLives: files.get('receipt-lives.bin') ?? null,
  };
  checkParts(content, head, stored, log.length);
  await checkHashes(content);
  return content;
}

/** Before anything is parsed. */
function checkForm(files: Files): void {
  for (const [path, bytes] of files) {
    if (/\.jsonl?$/.test(path)) checkNesting(bytes, path);
    // The model's own files are for other programs: nothing here reads them.
    if (!/^(checkpoints|agents)\/.*\.safetensors$/.test(path)) continue;
    const header = bytes.length < 8 ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
    if (header > MOST_HEADER_BYTES) throw new ArchiveError('damaged', `Its ${path} is not that of a run.`);
  }
}

function readRecipe(files: Files): Recipe {
  const json = archiveJson(need(files, 'recipe.json'), 'recipe.json');
  const version = v.safeParse(versionSchema, json);
  if (version.success && version.output.version > RECIPE_VERSION) {
    throw new ArchiveError('newer', 'A newer Waymark made the recipe of this run.');
  }
  return readRow(recipeSchema, json, 'recipe.json');
}

function readHead(files: Files, recipe: Recipe): DirectoryHead {
  const head = decodeHead(textOf(need(files, 'run.json')), 'run.json');
  if (!isSame(head.summary.recipe, recipe)) throw contradiction('two recipes');
  const { title } = head.summary;
  return title === null ? head : { ...head, summary: { ...head.summary, title: parseTitle(title) } };
}

function readCheckpoint(files: Files, iteration: number): DirectoryCheckpoint {
  const folder = `checkpoints/${iterationName(iteration)}`;
  const json = textOf(need(files, `${folder}/checkpoint.json`));
  return decodeCheckpoint(json, need(files, `${folder}/state.safetensors`), folder);
}

function lifeLogsOf(files: Files): ReadonlyMap<number, Uint8Array> {
  const logs = [...files].flatMap(([path, bytes]): (readonly [number, Uint8Array])[] => {
    const iteration = LIFE_LOG.exec(path)?.[1];
    return iteration === undefined ? [] : [[Number(iteration), bytes]];
  });
  return new Map(logs);
}

function readReceipt(files: Files): Receipt | null {
  const bytes = files.get('receipt.json');
  if (bytes === undefined) return null;
  const json = archiveJson(bytes, 'receipt.json');
  const version = v.safeParse(versionSchema, json);
  if (version.success && version.output.version > 1) {
    throw new ArchiveError('newer', 'A newer Waymark made the receipt of this run.');
  }
  return readRow(receiptSchema, json, 'receipt.json');
}

/** Each part is sound by itself; a run is where they say the same. Whether that is true is for a check to find. */
function checkParts(content: RunContent, head: DirectoryHead, stored: DirectoryCheckpoint, logBytes: number): void {
  const { summary, events, lives, evaluations, lifeLogs, receipt } = content;
  const { recipe, iteration } = summary;
  if (head.logBytes !== logBytes || stored.logBytes !== logBytes) throw contradiction('logs of two lengths');
  if (summary.events !== events.length || stored.events !== events.length) throw contradiction('logs of two lengths');
  if (stored.checkpoint.iteration !== iteration || iteration > recipe.iterations) throw contradiction('two ends');
  const [first] = events;
  if (first?.type !== 'started' || !isSame(first.recipe, recipe)) throw contradiction('two beginnings');
  if (!isInOrder(events, iteration)) throw contradiction('iterations out of order');
  if (lives.some((life) => life.iteration > iteration)) throw contradiction('lives of later iterations');
  if ([...lifeLogs.keys()].some((logged) => logged < 1 || logged > iteration))
    throw contradiction('logs of later lives');
  const logged = events.flatMap((event) => (event.type === 'evaluation' ? [event.record] : []));
  if (![...logged, ...evaluations].every(hasItsOutcomes)) throw contradiction('an evaluation with too few outcomes');
  if (receipt && (!isSame(receipt.recipe, recipe) || receipt.iterations !== iteration)) {
    throw contradiction('the receipt of another run');
  }
}

/** Every iteration once, up to the last. Agents that came without a log have none of the first. */
function isInOrder(events: readonly RunEvent[], iterations: number): boolean {
  const logged = iterationsOf(events);
  return logged.every(({ iteration }, index) => iteration === iterations - logged.length + index + 1);
}

function hasItsOutcomes({ packs, length, outcomes }: EvaluationRecord): boolean {
  return Object.values(outcomes).every(
    (table) => table.length === packs && table.every((pack) => pack.length === length),
  );
}

/** What the log and the receipt say of lives must be the hashes of the lives beside them. */
async function checkHashes({ events, lifeLogs, receipt, receiptLives }: RunContent): Promise<void> {
  for (const { iteration, livesHash } of iterationsOf(events)) {
    const log = lifeLogs.get(iteration);
    if (log && livesHash !== (await sha256(log))) throw contradiction(`other lives of iteration ${iteration}`);
  }
  if (receiptLives && !receipt) throw contradiction('lives without a receipt');
  if (receipt && receiptLives && receipt.evaluation.lives !== (await sha256(receiptLives))) {
    throw contradiction('other lives than its receipt');
  }
}

function contradiction(what: string): ArchiveError {
  return new ArchiveError('damaged', `The parts of the file do not belong together: it holds ${what}.`);
}

function need(files: Files, path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new ArchiveError('damaged', `Its ${path} is missing.`);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Recipes are read into one order of settings. */
function isSame(one: Recipe, other: Recipe): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
