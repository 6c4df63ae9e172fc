/** What the command line is given: a folder, a `.waymark` file or a link, wherever one of them can be meant. */

import { readFile, stat } from 'node:fs/promises';
import { WaymarkError } from '../../src/core/errors.ts';
import { loraOf, type Recipe } from '../../src/learning/recipe.ts';
import type { LlamaConfig } from '../../src/policy/config.ts';
import { dequantise } from '../../src/policy/quantised-lora.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { decodeLink } from '../../src/runs/links/link-codec.ts';
import { payloadOf } from '../../src/runs/links/link-text.ts';
import type { SharedLink } from '../../src/runs/links/shared-link.ts';
import { readArchive } from '../../src/runs/run-archive.ts';
import type { RunContent } from '../../src/runs/run-content.ts';
import { openForReading, runFolder } from './run-folder.ts';

export type Given =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'file'; readonly path: string; readonly content: RunContent }
  | { readonly kind: 'link'; readonly link: SharedLink };

/** A file or a link. */
export type GivenAway = Exclude<Given, { readonly kind: 'folder' }>;

async function kindOnDisk(path: string): Promise<'folder' | 'file' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    // Links are no names of files, and may be longer than those can be.
    return null;
  }
}

/**
 * What a text names. Throws `not-found` for what is neither on the disk nor a link, and what `readArchive` and
 * `decodeLink` throw.
 */
export async function openGiven(text: string): Promise<Given> {
  switch (await kindOnDisk(text)) {
    case 'folder':
      return { kind: 'folder', folder: text };
    case 'file':
      return { kind: 'file', path: text, content: await readArchive(new Uint8Array(await readFile(text))) };
    case null: {
      const payload = payloadOf(text);
      if (payload === null) throw notThere(text);
      return { kind: 'link', link: await readLink(text, payload) };
    }
  }
}

async function readLink(text: string, payload: string): Promise<SharedLink> {
  try {
    return await decodeLink(payload);
  } catch (error) {
    // A mistyped folder's name looks like a link that stands alone.
    if (payload === text && error instanceof WaymarkError && error.kind === 'link-damaged') throw notThere(text);
    throw error;
  }
}

function notThere(text: string): WaymarkError {
  return new WaymarkError(
    'not-found',
    `There is no folder, no file and no link "${text.slice(0, 200)}".`,
    'Give a run’s folder, a .waymark file, or a link between quotes.',
  );
}

/** The recipe that it was made by. */
export async function recipeOf(given: Given): Promise<Recipe> {
  switch (given.kind) {
    case 'folder': {
      const place = runFolder(given.folder);
      return (await openForReading(place).readRun(place.run)).recipe;
    }
    case 'file':
      return given.content.summary.recipe;
    case 'link':
      return given.link.kind === 'setup' ? given.link.recipe : given.link.receipt.recipe;
  }
}

/** An agent as it was given: its recipe, and how far it has been trained. */
export interface GivenAgent {
  readonly recipe: Recipe;
  readonly iteration: number;
  /** Throws `link-damaged` where it does not fit the base. */
  readonly adapter: (config: LlamaConfig) => Adapter;
}

/** The agent at its newest checkpoint. Throws `bad-request` for a link that carries none. */
export async function agentOf(given: Given): Promise<GivenAgent> {
  if (given.kind === 'link') {
    const { link } = given;
    if (link.kind !== 'agent') throw withoutAgent(link.kind);
    const { recipe, iterations } = link.receipt;
    const values = (config: LlamaConfig) => dequantise(config, link.adapter);
    return {
      recipe,
      iteration: iterations,
      adapter: (config) => ({ settings: loraOf(recipe), values: values(config) }),
    };
  }
  const { recipe, checkpoint } = given.kind === 'file' ? fromContent(given.content) : await fromFolder(given.folder);
  const adapter = { settings: loraOf(recipe), values: checkpoint.trainable.adapter };
  return { recipe, iteration: checkpoint.iteration, adapter: () => adapter };
}

function fromContent({ summary, checkpoint }: RunContent) {
  return { recipe: summary.recipe, checkpoint };
}

async function fromFolder(folder: string) {
  const place = runFolder(folder);
  const store = openForReading(place);
  const { recipe } = await store.readRun(place.run);
  return { recipe, checkpoint: (await store.readCheckpoint(place.run)).checkpoint };
}

export function withoutAgent(kind: SharedLink['kind']): WaymarkError {
  return new WaymarkError(
    'bad-request',
    `A ${kind} link carries no agent.`,
    'Ask for an agent link or a file, or train by its recipe: npm run train -- --from LINK.',
  );
}
