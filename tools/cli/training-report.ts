/** Tells of a run while it goes on: a progress bar on a terminal, one line of JSON for each event otherwise. */

import type { IterationRecord, RunCondition, RunEvent } from '../../src/learning/records.ts';

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';
const SECONDS_PER_MINUTE = 60;

export interface TrainingReport {
  /** Tells of an event that has been stored. */
  tell(event: RunEvent): void;
  /** Says something that is no event. */
  say(sentence: string): void;
  /** Leaves the terminal as it should be. */
  end(): void;
}

export interface TextOutput {
  write(text: string): unknown;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const rest = String(whole % SECONDS_PER_MINUTE).padStart(2, '0');
  return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${rest}`;
}

/** `[######..] 12/60  first task 31 %, last 52 %  notes hold 41 %  2.1 s each, 1:41 left` */
export function progressLine(record: IterationRecord, iterations: number): string {
  const filled = Math.round((BAR_WIDTH * record.iteration) / iterations);
  const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
  const first = percent(record.success[0]);
  const last = percent(record.success[record.success.length - 1]);
  const coverage = percent(record.coverage[record.coverage.length - 1]);
  const seconds = record.rolloutSeconds + record.trainingSeconds;
  const left = duration(seconds * (iterations - record.iteration));
  return [
    `[${bar}] ${record.iteration}/${iterations}`,
    `first task ${first}, last ${last}`,
    `notes hold ${coverage}`,
    `${seconds.toFixed(1)} s each, ${left} left`,
  ].join('  ');
}

/** A condition as a sentence. */
function conditionSentence(condition: RunCondition): string {
  switch (condition.kind) {
    case 'no-readers':
      return `Nobody reads, so nobody writes: after ${condition.iteration} iterations notes hold ${percent(condition.coverage)} of the facts. Another seed may do better.`;
    case 'visible-lift':
      return `Visible lift after ${condition.iteration} iterations: with its notes the agent solves ${percent(condition.lift.mean)} more of the later tasks than without.`;
  }
}

/** For a terminal. */
export function barReport(output: TextOutput, iterations: number): TrainingReport {
  let line = '';
  const say = (sentence: string): void => void output.write(`${CLEAR_LINE}${sentence}\n${line}`);
  return {
    tell(event) {
      switch (event.type) {
        case 'iteration':
          line = progressLine(event.record, iterations);
          output.write(CLEAR_LINE + line);
          return;
        case 'started':
          say(`Run ${event.run} on ${event.engine.detail}.`);
          return;
        case 'resumed':
          say(`Run ${event.run} goes on after ${event.iteration} iterations, on ${event.engine.detail}.`);
          return;
        case 'condition':
          say(conditionSentence(event.condition));
          return;
        case 'finished':
        case 'evaluation':
        case 'life':
          return;
      }
    },
    say,
    end: () => void output.write(line === '' ? '' : '\n'),
  };
}

/** For programs. Lives are left out: they are in the run's folder. */
export function jsonReport(output: TextOutput, people: TextOutput): TrainingReport {
  return {
    tell(event) {
      if (event.type !== 'life') output.write(`${JSON.stringify(event)}\n`);
    },
    say: (sentence) => void people.write(`${sentence}\n`),
    end: () => undefined,
  };
}
