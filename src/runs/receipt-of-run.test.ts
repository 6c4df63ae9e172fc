/** Protects what a receipt says of a run before anything is computed. */

import { expect, test } from 'vitest';
import { sampleContent } from '../../test/runs/sample-content.ts';
import { COMPUTATION } from '../learning/receipt.ts';
import type { RunEvent } from '../learning/records.ts';
import { receiptSubject } from './receipt-of-run.ts';

const engine = { name: 'onnx-wasm', detail: '1 worker' } as const;

function resumed(by: Pick<Extract<RunEvent, { type: 'resumed' }>, 'engine' | 'computation'>): RunEvent {
  return { type: 'resumed', run: 'otter-7', iteration: 1, ...by };
}

async function originAfter(...more: readonly RunEvent[]): Promise<string> {
  const content = sampleContent(2);
  const [first, ...events] = content.events;
  if (first.type !== 'started') throw new Error('a log begins with its run');
  const started = { ...first, engine, computation: COMPUTATION };
  return (await receiptSubject({ ...content, events: [started, ...events, ...more] })).origin;
}

test('a run comes from one engine where all of its training does', async () => {
  expect(await originAfter()).toBe('onnx-wasm');
  expect(await originAfter(resumed({ engine, computation: COMPUTATION }))).toBe('onnx-wasm');
  const other = { name: 'webgpu', detail: '' } as const;
  expect(await originAfter(resumed({ engine: other, computation: COMPUTATION }))).toBe('mixed');
});

test('what was trained by another computation is not said to come again', async () => {
  expect(await originAfter(resumed({ engine, computation: COMPUTATION + 1 }))).toBe('mixed');
});

test('runs from before the computation was recorded were trained by the first', async () => {
  expect(await originAfter(resumed({ engine }))).toBe(COMPUTATION === 1 ? 'onnx-wasm' : 'mixed');
});
