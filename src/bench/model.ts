/** The model of the benchmark: the bundled base with an adapter as after some training. */

import { DEFAULT_LORA, loraLayout } from '../policy/lora.ts';
import { loadBaseModel, type BaseFile } from '../policy/model.ts';
import type { BenchModel } from './contender.ts';
import { workloadAdapter } from './workload.ts';

/** `readFile` gives the files of the base's folder. */
export async function openBenchModel(readFile: (path: BaseFile) => Promise<Uint8Array>): Promise<BenchModel> {
  const base = await loadBaseModel(readFile);
  return {
    base,
    layout: loraLayout(base.config, DEFAULT_LORA),
    adapter: workloadAdapter(base.config, DEFAULT_LORA),
    maskedTokens: [base.config.pad_token_id, base.config.bos_token_id],
  };
}
