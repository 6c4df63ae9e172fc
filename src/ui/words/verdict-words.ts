/** What a check has found, in words: the verdict, what was computed again, where claim and finding part. Pure. */

import { msg, str } from '@lit/localize';
import { RECEIPT_PACKS } from '../../learning/receipt.ts';
import type { Control } from '../../learning/records.ts';
import type { CannotCheck, Checked, Difference, Verdict } from '../../runs/check/verdict.ts';
import { counted } from '../i18n/counted.ts';
import { duration, points, whole } from './format.ts';
import { liftRange } from './open-words.ts';

export interface VerdictWords {
  readonly title: string;
  /** What that means. */
  readonly meaning: string;
  /** What to do next. */
  readonly next: string;
}

const CONTROLS: Readonly<Record<Control, () => string>> = {
  kept: () => msg('notes kept'),
  erased: () => msg('notes erased'),
  shuffled: () => msg("another life's notes"),
  oracle: () => msg('true notes'),
};

export function controlWords(control: Control): string {
  return CONTROLS[control]();
}

/** The four things that a check can find, each in one line: for a list of them. */
export function verdictKind(kind: Verdict['kind']): { readonly title: string; readonly meaning: string } {
  switch (kind) {
    case 'identical':
      return { title: msg('Identical'), meaning: msg('every bit that was computed again is as claimed') };
    case 'agrees':
      return { title: msg('Agrees within tolerance'), meaning: msg('the intervals of the two lifts overlap') };
    case 'differs':
      return { title: msg('Differs'), meaning: msg('and where: both lives open side by side') };
    case 'cannot-check':
      return { title: msg('Cannot check'), meaning: msg('why, and what to do') };
  }
}

function reasonWords(reason: CannotCheck): Omit<VerdictWords, 'title'> {
  switch (reason.why) {
    case 'computation':
      return reason.claimed > reason.here
        ? {
            meaning: msg('It was made by a newer Waymark, which computes otherwise than this page.'),
            next: msg('Reload the page to get the newest version, then open it again.'),
          }
        : {
            meaning: msg('It was made by an older Waymark, which computed otherwise than this page.'),
            next: msg('It can still be kept, watched and put to new tests here.'),
          };
    case 'base':
      return {
        meaning: msg(str`It was trained from the base model ${reason.base}, which is not on this site.`),
        next: msg('Open it on the site that it was made on.'),
      };
    case 'inherited':
      return {
        meaning: counted(
          reason.inherited,
          msg(
            'It went on from another run, {n} iteration of which is not in the link: training cannot be repeated.|It went on from another run, {n} iterations of which are not in the link: training cannot be repeated.',
          ),
        ),
        next: msg('Ask for the agent’s link, or for the file: with the agent itself its outcomes can be checked.'),
      };
    case 'no-receipt':
      return {
        meaning: msg('The file has no receipt: it was made before there were any, or where none could be computed.'),
        next: msg('It can be kept and put to new tests here; a new file of it will have a receipt.'),
      };
  }
}

/** The verdict in three sentences. */
export function verdictWords(verdict: Verdict): VerdictWords {
  switch (verdict.kind) {
    case 'identical': {
      const quick = verdict.checked.depth === 'quick';
      return {
        title: quick ? msg('Checked here: identical, as far as it was looked at.') : msg('Checked here: identical.'),
        meaning: msg('Every bit that was computed again is as claimed. That does not say who made it.'),
        next: quick
          ? msg('A full check computes again all that can be.')
          : msg('You can keep it, or put it to tests of your own in the notes lab.'),
      };
    }
    case 'agrees':
      return {
        title: msg('Agrees within tolerance.'),
        meaning: msg(
          str`Claimed ${points(verdict.claimed.mean)} points (${liftRange(verdict.claimed)}), found ${points(verdict.found.mean)} (${liftRange(verdict.found)}): the intervals overlap. The engines round differently, so more cannot be said.`,
        ),
        next: msg('The agent’s link, or the file, can be checked to the last bit: ask for one.'),
      };
    case 'differs':
      return {
        title: differsTitle(verdict),
        meaning:
          verdict.lifts === null
            ? msg('The same computation gives something else here than what is claimed.')
            : msg(
                str`Claimed ${points(verdict.lifts.claimed.mean)} points (${liftRange(verdict.lifts.claimed)}), found ${points(verdict.lifts.found.mean)} (${liftRange(verdict.lifts.found)}): the intervals do not overlap.`,
              ),
        next: msg('Do not rely on the claim. Ask the sender for the file, which shows how it came about.'),
      };
    case 'cannot-check':
      return { title: msg('Cannot check.'), ...reasonWords(verdict.reason) };
  }
}

function differsTitle({ differences }: Extract<Verdict, { kind: 'differs' }>): string {
  const [first] = differences;
  return first ? msg(str`Differs: ${placeWords(first)}.`) : msg('Differs.');
}

/** Where claim and finding part: `pack 13, task 5, notes kept`. Everything counts from 1 here. */
export function placeWords(difference: Difference): string {
  switch (difference.part) {
    case 'outcome': {
      const { pack, position, control } = difference;
      return msg(str`pack ${whole(pack + 1)}, task ${whole(position)}, ${controlWords(control)}`);
    }
    case 'life': {
      const { iteration, life, position, control } = difference;
      return iteration === 0
        ? msg(str`life ${whole(life + 1)} of the evaluation, task ${whole(position)}, ${controlWords(control)}`)
        : msg(str`iteration ${whole(iteration)}, life ${whole(life + 1)}, task ${whole(position)}`);
    }
    case 'iteration':
      return msg(str`the lives of iteration ${whole(difference.iteration)}`);
    case 'training-lives':
      return msg('the lives of its training');
    case 'evaluation-lives':
      return msg('the lives of its evaluation');
    case 'adapter':
      return msg('the adapter, which is what it has learned');
  }
}

export function outcomeWords(solved: number): string {
  return solved > 0 ? msg('solved') : msg('failed');
}

/** What is claimed there and what was found. */
export function differenceWords(difference: Difference): string {
  switch (difference.part) {
    case 'outcome':
      return msg(str`claimed ${outcomeWords(difference.claimed)}, found ${outcomeWords(difference.found)}`);
    case 'life':
      return difference.episode === 'solve'
        ? msg('it acts otherwise than in the log')
        : msg('it writes other notes than in the log');
    case 'iteration':
    case 'training-lives':
    case 'evaluation-lives':
    case 'adapter':
      return msg('another hash than the one claimed');
  }
}

/** How many differences there are, where not all of them are listed. */
export function differenceCount(listed: number, total: number): string {
  const all = counted(total, msg('{n} difference|{n} differences'));
  return listed < total ? msg(str`The first ${whole(listed)} of ${all}`) : all;
}

/** What was computed again, a fact each. */
export function checkedWords({ depth, iterations, packs, episodes, seconds }: Checked): readonly string[] {
  return [
    ...(iterations > 0 ? [counted(iterations, msg('{n} iteration trained again|{n} iterations trained again'))] : []),
    ...(packs > 0 ? [packWords(packs)] : []),
    ...(episodes > 0
      ? [counted(episodes, msg('{n} task of the log played again|{n} tasks of the log played again'))]
      : []),
    msg(str`in ${duration(seconds)}, on the engine that computes alike everywhere`),
    ...(depth === 'quick' ? [msg('a quick check: what it left out was not looked at')] : []),
  ];
}

function packWords(packs: number): string {
  return packs < RECEIPT_PACKS
    ? counted(
        packs,
        msg(
          str`{n} of ${RECEIPT_PACKS} packs lived again, with notes kept and erased|{n} of ${RECEIPT_PACKS} packs lived again, with notes kept and erased`,
        ),
      )
    : counted(
        packs,
        msg('{n} pack lived again, with notes kept and erased|{n} packs lived again, with notes kept and erased'),
      );
}
