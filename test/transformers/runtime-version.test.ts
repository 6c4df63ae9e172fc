/** Protects that Transformers.js and our engine share one ONNX Runtime: visitors would load a second, at 14 MB. */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as v from 'valibot';

const lockSchema = v.object({ packages: v.record(v.string(), v.unknown()) });

it.each(['onnxruntime-web', 'onnxruntime-node', 'onnxruntime-common'])('installs %s once', async (name) => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = v.parse(lockSchema, JSON.parse(text));
  const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
  expect(copies).toEqual([`node_modules/${name}`]);
});
