/** Protects whoever passes a run on: nothing in the file says when, how fast or on which device they made it. */

import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { receiptedContent } from '../../test/runs/sample-content.ts';
import { writeArchive } from './run-archive.ts';
import type { RunContent } from './run-content.ts';
import { withoutTraces } from './without-traces.ts';

const MADE = Date.UTC(2026, 10, 29, 23, 59, 1);

/** A run that says all that a run can say of its owner. */
async function tellingRun(): Promise<RunContent> {
  const content = await receiptedContent(2);
  const engine = { name: 'webgpu', detail: 'WebGPU, apple metal-3, Apple M2 Pro' } as const;
  const portable = { name: 'onnx-wasm', detail: 'ONNX Runtime 1.30.0, WASM, 11 workers' } as const;
  const { run } = content.summary;
  const [started, ...rest] = content.events;
  return {
    ...content,
    summary: { ...content.summary, engine, created: MADE, updated: MADE + 61_000, parent: 'heron-41' },
    events: [
      started.type === 'started' ? { ...started, engine } : started,
      { type: 'resumed', run, iteration: 0, engine: portable },
      { type: 'resumed', run, iteration: 0, engine: { name: 'onnx-native', detail: 'something else, 64 cores' } },
      ...rest.map((event) => {
        if (event.type === 'iteration') {
          return { ...event, record: { ...event.record, rolloutSeconds: 7.125, trainingSeconds: 8.375 } };
        }
        return event.type === 'evaluation' ? { ...event, record: { ...event.record, seconds: 9.625 } } : event;
      }),
    ],
  };
}

it('leaves no time, no device and no other run in any byte of the file', async () => {
  const content = await tellingRun();
  const zip = await writeArchive({ ...content, summary: { ...content.summary, events: content.events.length } }, null);
  const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const files = Object.entries(unzipSync(zip));
  const all = files.map(([name, bytes]) => `${name}\n${latin(bytes)}`).join('\n');
  const traces = ['apple', 'metal', 'M2', 'worker', 'cores', 'heron', '2026', '7.125', '8.375', '9.625'];
  expect(traces.filter((trace) => all.toLowerCase().includes(trace.toLowerCase()))).toEqual([]);
  // Whole numbers from the seconds to the microseconds since 1970.
  expect(all.match(/(?<![\w.-])[1-9]\d{8,15}(?![\w.])/g)).toBeNull();
  expect(all).not.toMatch(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/);

  // Each file of a zip carries a time too: the first that there is, whatever the time zone.
  const view = new DataView(zip.buffer);
  const entries = Array.from({ length: zip.length - 4 }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === 0x02014b50,
  );
  expect(entries).toHaveLength(files.length);
  expect(new Set(entries.map((at) => view.getUint32(at + 12, true)))).toEqual(new Set([0x00210000]));
});

it('keeps of an engine what decides bits', async () => {
  const { events } = withoutTraces(await tellingRun());
  const engines = events.flatMap((event) =>
    event.type === 'resumed' || event.type === 'started' ? [event.engine] : [],
  );
  expect(engines).toEqual([
    { name: 'webgpu', detail: 'WebGPU' },
    { name: 'onnx-wasm', detail: 'ONNX Runtime 1.30.0, WASM' },
    { name: 'onnx-native', detail: 'ONNX Runtime, native' },
  ]);
});

it('changes nothing when it is done twice', async () => {
  const once = withoutTraces(await tellingRun());
  expect(withoutTraces(once)).toEqual(once);
});
