/**
 * Which files a run's archive may hold and how large each may be. What Hugging Face's libraries and other programs
 * open lies where they look for it; the rest is laid out as run-layout.ts says.
 */

import { LIFE_LOG_LIMIT } from '../learning/life-log.ts';
import { AGENT_PATTERN } from './agent-files.ts';

interface FileKind {
  readonly pattern: RegExp;
  readonly mostBytes: number;
}

const KB = 2 ** 10;
const MB = 2 ** 20;

/** What runs have had since there are archives. */
const RUN_FILES: readonly FileKind[] = [
  { pattern: /^(run|recipe)\.json$/, mostBytes: 64 * KB },
  { pattern: /^evaluation\.json$/, mostBytes: 16 * MB },
  { pattern: /^log\.jsonl$/, mostBytes: 64 * MB },
  { pattern: /^lives\/\d{6}\.json$/, mostBytes: 2 * MB },
  { pattern: /^checkpoints\/\d{6}\/checkpoint\.json$/, mostBytes: 4 * MB },
  { pattern: /^checkpoints\/\d{6}\/state\.safetensors$/, mostBytes: 96 * MB },
  { pattern: /^adapter\/adapter_config\.json$/, mostBytes: 64 * KB },
  { pattern: /^adapter\/adapter_model\.safetensors$/, mostBytes: 32 * MB },
  { pattern: AGENT_PATTERN, mostBytes: 32 * MB },
];

/** The model that the run has come to, and what a receipt is checked by. */
const SHARED_FILES: readonly FileKind[] = [
  { pattern: /^README\.md$/, mostBytes: 64 * KB },
  { pattern: /^(config|generation_config|tokenizer_config)\.json$/, mostBytes: 64 * KB },
  { pattern: /^tokenizer\.json$/, mostBytes: 16 * MB },
  { pattern: /^(model\.safetensors|onnx\/model\.onnx)$/, mostBytes: 96 * MB },
  { pattern: /^life-logs\/\d{6}\.bin$/, mostBytes: LIFE_LOG_LIMIT },
  { pattern: /^receipt\.json$/, mostBytes: 64 * KB },
  { pattern: /^receipt-lives\.bin$/, mostBytes: LIFE_LOG_LIMIT },
];

const FILES_BY_VERSION: ReadonlyMap<number, readonly FileKind[]> = new Map([
  [1, RUN_FILES],
  [2, [...RUN_FILES, ...SHARED_FILES]],
]);

/** The most bytes that a file of this path may have in an archive of this version; null where it does not belong. */
export function mostBytesOf(path: string, version: number): number | null {
  return FILES_BY_VERSION.get(version)?.find(({ pattern }) => pattern.test(path))?.mostBytes ?? null;
}
