/**
 * `npx tsx tools/export.ts --base DIR --out DIR`: writes a model as other libraries open it, in Hugging Face's layout
 * with `onnx/model.onnx` for Transformers.js.
 *
 *     --base DIR        the base model's folder
 *     --adapter DIR     an adapter in PEFT layout (a run's is in its folder `adapter`), which becomes part of the weights
 *     --out DIR         the folder to write; it may not exist yet
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { exportedModel } from '../src/engines/onnx/exported-model.ts';
import { openAdapter } from './cli/adapter-folder.ts';
import { openBase } from './cli/base-folder.ts';
import { runTool } from './cli/run-tool.ts';

const OPTIONS = { base: { type: 'string' }, adapter: { type: 'string' }, out: { type: 'string' } } as const;

/** Makes the folder. Throws `bad-request` where something is there already: it would be mixed with the model. */
async function newFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(folder);
  } catch (cause) {
    throw new WaymarkError('bad-request', `${folder} cannot be made.`, 'Name a new folder with --out.', { cause });
  }
}

await runTool(async () => {
  const { base: baseFolder, adapter: adapterFolder, out } = parseArgs({ options: OPTIONS }).values;
  if (baseFolder === undefined || out === undefined) {
    throw new WaymarkError('bad-request', 'What is to be exported, and where to?', 'Give --base DIR and --out DIR.');
  }
  const base = await openBase(baseFolder, '--base');
  const adapter = adapterFolder === undefined ? null : await openAdapter(adapterFolder, base);
  const files = exportedModel(base, adapter);
  await newFolder(out);
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), bytes);
  }
  console.log(`${out}: ${[...files.keys()].join(', ')}`);
});
