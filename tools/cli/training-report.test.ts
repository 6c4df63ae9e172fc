import { describe, expect, it } from 'vitest';
import { findPreset } from '../../src/learning/presets.ts';
import type { IterationRecord, LifeRecord, RunEvent } from '../../src/learning/records.ts';
import { barReport, jsonReport, progressLine } from './training-report.ts';

const ITERATION: IterationRecord = {
  iteration: 15,
  lives: 128,
  success: [0.31, 0.4, 0.5, 0.524],
  coverage: [0.2, 0.3, 0.41],
  accuracy: [0.9, 0.9, 0.9],
  noteLength: [4, 5, 6],
  solveEntropy: 0.5,
  updateEntropy: 0.5,
  loss: 0,
  gradientNorm: 0.1,
  klToOld: 0,
  klToBase: 0,
  clippedShare: 0,
  tokensSeen: 1,
  tokensGenerated: 1,
  tokensTrained: 1,
  rolloutSeconds: 1.25,
  trainingSeconds: 0.75,
};

const LIFE: LifeRecord = { pack: 'code-lake/4x4:0x4', control: 'kept', iteration: 15, life: 0, episodes: [] };
const STARTED: RunEvent = {
  type: 'started',
  run: 'otter',
  recipe: findPreset('code-lake').recipe,
  engine: { name: 'onnx-native', detail: 'ONNX Runtime, 2 workers' },
};

function output(): { readonly text: () => string; readonly write: (text: string) => void } {
  const parts: string[] = [];
  return { text: () => parts.join(''), write: (text) => void parts.push(text) };
}

describe('the report of a run', () => {
  it('is a bar with the figures that matter, on a terminal', () => {
    expect(progressLine(ITERATION, 60)).toBe(
      '[######..................] 15/60  first task 31 %, last 52 %  notes hold 41 %  2.0 s each, 1:30 left',
    );
  });

  it('says on a terminal that nobody reads, and keeps the bar below', () => {
    const terminal = output();
    const report = barReport(terminal, 60);
    report.tell({ type: 'iteration', record: ITERATION });
    report.tell({ type: 'condition', condition: { kind: 'no-readers', coverage: 0.04, iteration: 25 } });
    report.end();
    expect(terminal.text()).toContain(
      'Nobody reads, so nobody writes: after 25 iterations notes hold 4 % of the facts.',
    );
    expect(terminal.text().endsWith(`${progressLine(ITERATION, 60)}\n`)).toBe(true);
  });

  it('is one line of JSON for each event, lives aside, for programs', () => {
    const programs = output();
    const people = output();
    const report = jsonReport(programs, people);
    report.tell(STARTED);
    report.tell({ type: 'life', record: LIFE });
    report.tell({ type: 'iteration', record: ITERATION });
    report.say('Stopping.');
    const lines = programs.text().trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([STARTED, { type: 'iteration', record: ITERATION }]);
    expect(people.text()).toBe('Stopping.\n');
  });
});
