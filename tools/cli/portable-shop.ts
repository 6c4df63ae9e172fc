/** What checks and receipts are computed with on the command line: the WebAssembly of browsers, and the site's bases. */

import { existsSync } from 'node:fs';
import { WaymarkError } from '../../src/core/errors.ts';
import { loraLayout, type LoraSettings } from '../../src/policy/lora.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import type { CheckShop, PortablePlayer } from '../../src/runs/check/shop.ts';
import { openBase, siteBaseFolder } from './base-folder.ts';
import { openPortable } from './engine-options.ts';

/** `workers` as on the command line; `base` is the folder that stands in for whichever base is asked for. */
export function portableShop(workers: string | undefined, base: string | undefined): CheckShop {
  return {
    loadBase: async (name) => {
      const folder = base ?? siteBaseFolder(name);
      if (!existsSync(folder)) throw new WaymarkError('no-build', `There is no base model ${name} here.`);
      return openBase(folder, '--base');
    },
    openPlayer: (model, lora) => openPlayer(workers, model, lora),
  };
}

async function openPlayer(
  workers: string | undefined,
  base: BaseModel,
  settings: LoraSettings,
): Promise<PortablePlayer> {
  const values = new Float32Array(loraLayout(base.config, settings).size);
  const engine = await openPortable('wasm', workers, base, { settings, values });
  return {
    engine,
    tokenizer: base.tokenizer,
    // Worker threads that break down reject what they were asked.
    alive: (work) => work,
    close: () => engine.close(),
  };
}
