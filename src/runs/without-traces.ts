/**
 * A run as it is passed on: all that it is, and nothing of whom it comes from. When it was made, how long anything took,
 * on which device and as the fork of what say nothing about the run, and something about its owner.
 */

import type { EngineDescription } from '../engines/engine.ts';
import type { EvaluationRecord, RunEvent } from '../learning/records.ts';
import type { RunContent } from './run-content.ts';

/** Of an engine's description, what can decide bits: `ONNX Runtime 1.30.0, WASM`, without its workers. */
const SOFTWARE = /^ONNX Runtime \d+\.\d+\.\d+, (WASM|native)/;

const PLAIN: Readonly<Record<EngineDescription['name'], string>> = {
  'onnx-wasm': 'ONNX Runtime, WASM',
  'onnx-native': 'ONNX Runtime, native',
  webgpu: 'WebGPU',
};

/** Times become 0, which stands for unknown. */
export function withoutTraces(content: RunContent): RunContent {
  const { summary, events, evaluations } = content;
  return {
    ...content,
    summary: { ...summary, engine: plainEngine(summary.engine), created: 0, updated: 0, parent: null },
    events: events.map(plainEvent),
    evaluations: evaluations.map(plainEvaluation),
  };
}

function plainEngine({ name, detail }: EngineDescription): EngineDescription {
  return { name, detail: SOFTWARE.exec(detail)?.[0] ?? PLAIN[name] };
}

function plainEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'started':
    case 'resumed':
      return { ...event, engine: plainEngine(event.engine) };
    case 'iteration':
      return { ...event, record: { ...event.record, rolloutSeconds: 0, trainingSeconds: 0 } };
    case 'evaluation':
      return { ...event, record: plainEvaluation(event.record) };
    default:
      return event;
  }
}

function plainEvaluation(record: EvaluationRecord): EvaluationRecord {
  return { ...record, seconds: 0 };
}
