/**
 * Protects that a run's file is what it says for software that knows nothing of us: an unzipper takes it apart, Hugging
 * Face's own reader finds its tensors, its adapter means what PEFT says it means, and Transformers.js runs it as it is.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseSafetensorsMetadata } from '@huggingface/hub';
import { env } from '@xenova/transformers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { createWasmEngine } from '../../src/engines/onnx/wasm.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';
import { readArchive, writeArchive } from '../../src/runs/run-archive.ts';
import { openAdapter } from '../../tools/cli/adapter-folder.ts';
import { openBase } from '../../tools/cli/base-folder.ts';
import { readSiteFile } from '../receipts/read-site-file.ts';
import { refuseNetwork, restoreNetwork } from '../transformers/no-network.ts';
import { ourCompletions } from '../transformers/completions.ts';
import { transformersCompletions } from '../transformers/greedy.ts';
import { realisticPrompts } from '../transformers/prompts.ts';
import { trainedRun } from './trained-run.ts';

const PROMPTS = realisticPrompts(200);

const { base, adapter, content } = await trainedRun(readSiteFile);

let folder: string;
/** The run's file, not unzipped. */
let file: string;
let zip: Uint8Array;

beforeAll(async () => {
  zip = await writeArchive(content, base);
  const parent = await mkdtemp(join(tmpdir(), 'waymark-interop-'));
  folder = join(parent, 'otter');
  file = join(parent, 'otter-7.waymark');
  await writeFile(file, zip);
  await unzipInto(file, folder);
  refuseNetwork();
});

afterAll(async () => {
  restoreNetwork();
  await rm(dirname(folder), { recursive: true });
});

/** By Info-ZIP, which every Linux and macOS has, or else by Python, so by nothing of ours. */
async function unzipInto(file: string, target: string): Promise<void> {
  const run = promisify(execFile);
  try {
    await run('unzip', ['-q', file, '-d', target]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await run('python3', ['-m', 'zipfile', '-e', file, target]);
  }
}

const unzipped = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(folder, path)));

const tensorSchema = v.object({
  dtype: v.literal('F32'),
  shape: v.array(v.number()),
  data_offsets: v.tuple([v.number(), v.number()]),
});

/** The tensors of a file in the folder, where Hugging Face's reader says that they are. */
async function hubTensors(path: string): Promise<ReadonlyMap<string, { shape: number[]; data: Float32Array }>> {
  const bytes = await unzipped(path);
  const { sharded, ...parsed } = await parseSafetensorsMetadata({
    repo: { type: 'model', name: 'somebody/otter' },
    path,
    fetch: (_, init) => Promise.resolve(rangeOf(bytes, new Headers(init?.headers).get('range'))),
  });
  if (sharded || !('header' in parsed)) throw new Error(`${path} is not one file.`);
  const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const tensors = v.parse(
    v.record(v.string(), tensorSchema),
    Object.fromEntries(Object.entries(parsed.header).filter(([name]) => name !== '__metadata__')),
  );
  return new Map(
    Object.entries(tensors).map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        return [name, { shape, data: new Float32Array(bytes.slice(start + from, start + to).buffer) }];
      },
    ),
  );
}

/** What a server answers to a request for some of a file. */
function rangeOf(bytes: Uint8Array, range: string | null): Response {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined) return new Response(bytes.slice());
  const part = bytes.slice(Number(from), Number(to) + 1);
  const headers = { etag: '"1"', 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` };
  return new Response(part, { status: 206, headers });
}

describe('a run’s file', () => {
  it('is, unzipped or not, the base that its agent has become', async () => {
    const [unpacked, packed] = [await openBase(folder, '--base'), await openBase(file, '--base')];
    expect(packed.hash).toBe(unpacked.hash);
    expect(packed.hash).not.toBe(base.hash);
    expect(packed.weights).toEqual(unpacked.weights);
  });

  it('that was saved without a model is refused as a base', async () => {
    const bare = join(dirname(folder), 'bare.waymark');
    await writeFile(bare, await writeArchive(content, null));
    await expect(openBase(bare, '--base')).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('There is no base model in'),
      remedy: 'Name its folder with --base.',
    });
  });
});

describe('a run unzipped by another program', () => {
  it('is a folder that our own commands open', async () => {
    const merged = await openBase(folder, '--base');
    expect(merged.config).toEqual(base.config);
    expect(merged.tokenizer.words).toEqual(base.tokenizer.words);
    expect(await openAdapter(join(folder, 'adapter'), base)).toEqual(adapter);
  });

  it('has tensors that Hugging Face reads, base and adapter merged as PEFT merges them', async () => {
    const merged = await hubTensors('model.safetensors');
    const lora = await hubTensors('adapter/adapter_model.safetensors');
    const config = v.parse(
      v.object({ r: v.number(), lora_alpha: v.number() }),
      JSON.parse(new TextDecoder().decode(await unzipped('adapter/adapter_config.json'))),
    );
    expect([...merged.keys()].sort()).toEqual([...base.weights.keys()].sort());
    let changed = 0;
    for (const [name, { data }] of base.weights) {
      const prefix = `base_model.model.${name.replace(/\.weight$/, '')}`;
      const [a, b] = [lora.get(`${prefix}.lora_A.weight`), lora.get(`${prefix}.lora_B.weight`)];
      const found = merged.get(name)?.data ?? new Float32Array();
      if (a === undefined || b === undefined) {
        expect(found).toEqual(data);
        continue;
      }
      changed++;
      const [rank, columns] = a.shape;
      expect(rank).toBe(config.r);
      // W + (alpha / r) B A in float64, rounded once: what is left is the rounding of our float32 sums.
      const largest = data.reduce((worst, weight, index) => {
        const [row, column] = [Math.floor(index / columns), index % columns];
        let product = 0;
        for (let of = 0; of < rank; of++) product += b.data[row * rank + of] * a.data[of * columns + column];
        return Math.max(worst, Math.abs(found[index] - (weight + (config.lora_alpha / config.r) * product)));
      }, 0);
      expect(largest).toBeLessThan(5e-7);
    }
    expect(changed).toBe(lora.size / 2);
    expect(changed).toBeGreaterThan(0);
  });

  it('gives 200 greedy completions in Transformers.js, token for token those of our portable engine', async () => {
    // Prompts of every world, solves and updates; hardly any twice.
    expect(new Set(PROMPTS.map((prompt) => prompt.join(' '))).size).toBeGreaterThan(190);
    env.localModelPath = dirname(folder);
    const completions = await transformersCompletions(basename(folder), PROMPTS);
    const engine = await createWasmEngine({
      base,
      lora: adapter.settings,
      adapter: adapter.values,
      maskedTokens: neverSampled(base.tokenizer),
      workers: 0,
    });
    const ours = await ourCompletions(engine, base, PROMPTS);
    await engine.close();
    expect(completions).toEqual(ours);
    expect(ours.filter((tokens) => tokens.length > 1).length).toBeGreaterThan(150);
  });

  it('is still a run', async () => {
    expect((await readArchive(zip)).checkpoint).toEqual(content.checkpoint);
  });
});
