/** Verdicts as plain English, and as one line of JSON for programs. */

import type { LifeRecord } from '../../src/learning/records.ts';
import type { CannotCheck, Checked, Difference, Verdict } from '../../src/runs/check/verdict.ts';

/** Differences that are told one by one. */
const TOLD = 8;

/** What a shell learns: 0 where it matches, 1 where it differs, 2 where nothing can be said. */
export function exitCodeOf({ kind }: Verdict): number {
  switch (kind) {
    case 'identical':
    case 'agrees':
      return 0;
    case 'differs':
      return 1;
    case 'cannot-check':
      return 2;
  }
}

/** Everything but the lives, which are long. */
export function verdictJson(verdict: Verdict): string {
  return JSON.stringify(verdict, (key, value: unknown) => {
    if (key !== 'claimedLife' && key !== 'foundLife') return value;
    return value === null ? null : (value as LifeRecord).pack;
  });
}

/** What was found, in a few lines. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'identical':
      return `Identical: every bit that was computed again is as claimed.\n${checkedText(verdict.checked)}\n${MEANING}`;
    case 'agrees':
      return `Agrees within tolerance: the lift claimed, ${interval(verdict.claimed)}, and the lift found, ${interval(verdict.found)}, overlap.\n${checkedText(verdict.checked)}\n${MEANING}`;
    case 'differs':
      return [
        `Differs: ${verdict.total === 1 ? 'one difference' : `${verdict.total} differences`}.`,
        ...(verdict.lifts
          ? [
              `The lift claimed, ${interval(verdict.lifts.claimed)}, and the lift found, ${interval(verdict.lifts.found)}, do not overlap.`,
            ]
          : []),
        ...verdict.differences.slice(0, TOLD).map((difference) => `  ${differenceText(difference)}`),
        checkedText(verdict.checked),
      ].join('\n');
    case 'cannot-check':
      return `Cannot check: ${reasonText(verdict.reason)}`;
  }
}

const MEANING = 'A match means that the run computes again. It does not say who made it.';

function checkedText({ depth, iterations, packs, episodes, seconds }: Checked): string {
  const parts = [
    ...(iterations > 0 ? [`${iterations} iterations trained`] : []),
    ...(episodes > 0 ? [`${episodes} episodes played`] : []),
    `${packs} packs lived`,
  ];
  return `A ${depth} check: ${parts.join(', ')} again in ${seconds.toFixed(1)} s.`;
}

function differenceText(difference: Difference): string {
  switch (difference.part) {
    case 'outcome': {
      const { pack, position, control, claimed, found } = difference;
      return `pack ${pack}, task ${position}, notes ${control}: claimed ${solved(claimed)}, found ${solved(found)}`;
    }
    case 'life': {
      const { iteration, life, position, episode } = difference;
      const where = iteration === 0 ? 'the evaluation' : `iteration ${iteration}`;
      return `${where}, life ${life}, task ${position}: the ${episode === 'solve' ? 'attempt' : 'notes after it'}`;
    }
    case 'iteration':
      return `iteration ${difference.iteration}: its lives`;
    case 'training-lives':
      return 'the lives of training';
    case 'evaluation-lives':
      return 'the lives of the evaluation';
    case 'adapter':
      return 'the adapter';
  }
}

function solved(outcome: number): string {
  return outcome === 1 ? 'solved' : 'failed';
}

function reasonText(reason: CannotCheck): string {
  switch (reason.why) {
    case 'computation':
      return `it was computed in another way (${reason.claimed}) than here (${reason.here}). Use the Waymark that made it.`;
    case 'base':
      return `its base model ${reason.base} is not here. Give its folder with --base.`;
    case 'inherited':
      return `${reason.inherited} of its iterations were trained in another run, which is not in the link. Ask for an agent link or a file.`;
    case 'no-receipt':
      return 'the file has no receipt. Ask for one that was saved from the share dialog.';
  }
}

function interval({ mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number }): string {
  const [one, two, three] = [mean, low, high].map((share) => share.toFixed(2).replace(/^(-?)0\./, '$1.'));
  return `${one} [${two}, ${three}]`;
}
