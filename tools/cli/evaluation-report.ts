/** An evaluation as a table for people and as one line of JSON for programs. */

import type { EvaluationRecord, Interval } from '../../src/learning/records.ts';
import { ALL_CONTROLS } from '../../src/learning/evaluation.ts';

const LABEL_WIDTH = 16;

function figure(value: number): string {
  return value
    .toFixed(3)
    .replace(/^(-?)0\./, '$1.')
    .padStart(6);
}

function interval({ mean, low, high }: Interval): string {
  return `${figure(mean)}  [${figure(low).trim()}, ${figure(high).trim()}]`;
}

/** Success by position for every control, rise and lift, with 95 % intervals over packs. */
export function evaluationTable(record: EvaluationRecord): string {
  const positions = Array.from({ length: record.length }, (_, index) => String(index + 1).padStart(6));
  const rows = ALL_CONTROLS.flatMap((control) => {
    const success = record.success[control];
    return success ? [`notes ${control}`.padEnd(LABEL_WIDTH) + success.map(figure).join('')] : [];
  });
  const [first] = record.liftPositions;
  return [
    `${record.environment}, ${record.packs} packs of ${record.length}, after ${record.iteration} iterations`,
    'position'.padEnd(LABEL_WIDTH) + positions.join(''),
    ...rows,
    `${'rise'.padEnd(LABEL_WIDTH)}${interval(record.rise)}  positions 2 to ${record.length} minus position 1`,
    `${'lift'.padEnd(LABEL_WIDTH)}${interval(record.lift)}  kept minus erased, positions ${first} to ${record.length}`,
  ].join('\n');
}

/** The JSON that programs read: what was measured, and nothing that depends on who measured it but the seconds. */
export function evaluationJson(record: EvaluationRecord): string {
  const { environment, packs, success, rise, lift, seconds } = record;
  return JSON.stringify({ environment, packs, success, rise, lift, seconds });
}
