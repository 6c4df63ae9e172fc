/** Protects passing runs on from the command line: what is shared is found identical, and what was changed is found out. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command, type Finished } from '../test/command.ts';
import { forgedArchive } from '../test/runs/sample-content.ts';
import { encodeText } from '../src/core/bytes.ts';
import type { Receipt } from '../src/learning/receipt.ts';
import { decodeLink } from '../src/runs/links/link-codec.ts';
import { payloadOf } from '../src/runs/links/link-text.ts';

/** Starting Node with the engine takes seconds, and several on a busy machine. */
const TIMEOUT = 300_000;

const BASE = ['--base', 'test/fixtures/reference/base'];
const TINY = ['packs=2', 'groupSize=2', 'tasks=2', 'evaluationPacks=0', 'seed=5'].flatMap((one) => ['--set', one]);
const SITE = 'https://example.org/waymark/';

let folder: string;
/** The run that is shared: one iteration on WebAssembly. */
let run: string;

async function done(tool: string, args: readonly string[]): Promise<Finished> {
  const ended = await command(tool, args);
  expect(ended.code, ended.errors).toBe(0);
  return ended;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-share-'));
  run = join(folder, 'shared');
  await done('train', [
    '--engine',
    'wasm',
    '--workers',
    '1',
    '--iterations',
    '1',
    ...TINY,
    ...BASE,
    '--out',
    run,
    '--packs',
    '0',
  ]);
}, TIMEOUT);
afterAll(() => rm(folder, { recursive: true }));

it(
  'prints the recipe as a link, which trains the same run elsewhere',
  async () => {
    const { lines } = await done('share', ['--run', run, '--as', 'setup', '--site', SITE]);
    const [link] = lines;
    expect(link.startsWith(`${SITE}#open=`)).toBe(true);
    const again = join(folder, 'again');
    await done('train', [
      '--from',
      link,
      '--engine',
      'wasm',
      '--workers',
      '1',
      ...BASE,
      '--out',
      again,
      '--packs',
      '0',
    ]);
    const adapters = await Promise.all(
      [run, again].map((place) => readFile(join(place, 'adapter', 'adapter_model.safetensors'))),
    );
    expect(adapters[1].equals(adapters[0])).toBe(true);

    const nothing = await command('check', [link]);
    expect(nothing.code).toBe(2);
    expect(nothing.errors).toContain('A setup link claims nothing.');
  },
  TIMEOUT,
);

it(
  'writes a file that a check finds identical, that trains on, and in which a changed outcome is found',
  async () => {
    const file = join(folder, 'shared.waymark');
    await done('share', ['--run', run, '--as', 'file', ...BASE, '--out', file]);
    const honest = await command('check', [file, '--quick', '--draw', '0', ...BASE]);
    expect(honest.code, honest.errors).toBe(0);
    expect(honest.lines[0]).toContain('Identical');
    expect(JSON.parse(honest.lines.at(-1) ?? '')).toMatchObject({ kind: 'identical', checked: { packs: 16 } });

    const changed = join(folder, 'changed.waymark');
    const forged = await forgedArchive(new Uint8Array(await readFile(file)), (files) => {
      const receipt = JSON.parse(Buffer.from(files.get('receipt.json') ?? []).toString()) as Receipt;
      const kept = receipt.evaluation.kept.map((pack, index) =>
        pack.map((outcome, place) => (index === 3 && place === 1 ? 1 - outcome : outcome)),
      );
      files.set(
        'receipt.json',
        encodeText(JSON.stringify({ ...receipt, evaluation: { ...receipt.evaluation, kept } })),
      );
    });
    await writeFile(changed, forged);
    const different = await command('check', [changed, '--quick', '--draw', '0', ...BASE]);
    expect(different.code, different.errors).toBe(1);
    expect(different.lines.join('\n')).toContain('pack 3, task 2, notes kept: claimed');

    const unpacked = join(folder, 'unpacked');
    await done('train', ['--resume', file, '--out', unpacked, ...BASE, '--packs', '0']);
    expect(JSON.parse(await readFile(join(unpacked, 'recipe.json'), 'utf8'))).toMatchObject({ seed: 5, iterations: 1 });
  },
  TIMEOUT,
);

it(
  'prints an agent as a link, which is evaluated wherever a folder is',
  async () => {
    const { lines } = await done('share', ['--run', run, '--as', 'agent', '--bits', '8', ...BASE]);
    const [payload] = lines;
    expect(await decodeLink(payloadOf(payload) ?? '')).toMatchObject({ kind: 'agent', adapter: { bits: 8 } });
    const evaluated = await done('evaluate', ['--run', payload, '--base-folder', BASE[1], '--packs', '2', '--json']);
    expect(JSON.parse(evaluated.lines[0])).toMatchObject({ packs: 2 });
  },
  TIMEOUT,
);

it(
  'refuses in one line what cannot be shared or found',
  async () => {
    const nothing = await command('evaluate', ['--run', 'no-such-run']);
    expect(nothing.code).toBe(1);
    expect(nothing.errors).toContain('There is no folder, no file and no link "no-such-run".');
    const kind = await command('share', ['--run', run]);
    expect(kind.errors).toContain('Give --run DIR --as setup|receipt|agent|file.');
  },
  TIMEOUT,
);
