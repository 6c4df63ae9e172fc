/** What the sheet for sharing says: what travels each way, what its receiver can check, how far it is. Pure. */

import { msg, str } from '@lit/localize';
import type { Interval, IterationRecord } from '../../learning/records.ts';
import { RECEIPT_PACKS, type Origin } from '../../learning/receipt.ts';
import type { SharePhase } from '../../worker/share-protocol.ts';
import { counted } from '../i18n/counted.ts';
import {
  linkedPayload,
  type MadeWay,
  type Passing,
  type Progress,
  type ShareState,
  type Subject,
  type Way,
} from '../state/share-state.ts';
import { duration, inSequence, list, percent } from './format.ts';
import { difference } from './lab-findings.ts';
import { size } from './library-words.ts';
import { lengthWords } from './qr-words.ts';
import { environmentLabel } from './sentences.ts';
import { figure } from './train-values.ts';

/** How far it is trained, where, with which seed. */
export function subjectWords({ recipe, run }: Subject): string {
  const place = environmentLabel(recipe.environment);
  const seed = figure(recipe.seed);
  if (!run) return msg(str`A recipe for ${place}, seed ${seed}. Nothing has been trained by it here yet.`);
  const trained = counted(run.iteration, msg('{n} iteration|{n} iterations'));
  return msg(str`As it is after ${trained} in ${place}, seed ${seed}.`);
}

export function wayName(way: Way): string {
  switch (way) {
    case 'setup':
      return msg('Setup');
    case 'receipt':
      return msg('Receipt');
    case 'agent':
      return msg('Agent');
    case 'file':
      return msg('File');
  }
}

/** What travels. */
export function travels(way: Way): string {
  switch (way) {
    case 'setup':
      return msg('The recipe alone, to train by. Nothing is claimed, so there is nothing to check.');
    case 'receipt':
      return counted(
        RECEIPT_PACKS,
        msg(
          'The recipe, and what training came to on {n} pack it never trained on. The agent itself stays here.|The recipe, and what training came to on {n} packs it never trained on. The agent itself stays here.',
        ),
      );
    case 'agent':
      return msg('The agent itself, its weights in few bits, with a receipt of just these weights.');
    case 'file':
      return msg('Everything: agent, model, receipt, and every life that it was trained on.');
  }
}

/** Seconds that training took. */
function trainingSeconds(iterations: readonly IterationRecord[]): number {
  return iterations.reduce((sum, record) => sum + record.rolloutSeconds + record.trainingSeconds, 0);
}

/** Whether the portable engine alone, whose bits are the same everywhere, trained a run. */
function isPortable(origin: Origin): boolean {
  return origin === 'onnx-wasm';
}

/** What the receiver can check, and how; empty where there is nothing. */
export function checks(way: Way, { run, iterations }: Subject, origin: Origin | null): string {
  if (!run) return '';
  const trainedBy = origin ?? run.engine.name;
  switch (way) {
    case 'setup':
      return '';
    case 'receipt': {
      if (!isPortable(trainedBy)) {
        return msg(
          'Who opens it can train again. Not all of it was trained on the engine whose every bit comes again, so only whether both lifts’ intervals overlap can be checked.',
        );
      }
      const seconds = trainingSeconds(iterations);
      return seconds > 0
        ? msg(
            str`Who opens it can train again, ${duration(seconds)} if as fast as here: every outcome must be the same.`,
          )
        : msg('Who opens it can train again: every outcome must be the same.');
    }
    case 'agent':
      return msg(
        'Who opens it can have the agent live the same packs, without training: every outcome must be the same.',
      );
    case 'file':
      return isPortable(trainedBy) && run.inherited === 0
        ? msg('Who opens it can play every life again, and train again: each must be the same, down to the task.')
        : msg('Who opens it can play every life again: each must be the same, down to the task.');
  }
}

/** Why a way is not offered; null where it is. */
export function refusal(way: Way, { run }: Subject): string | null {
  if (way === 'setup') return null;
  if (!run) return msg('There is no run yet. Train by this recipe first.');
  if (way === 'file') return null;
  if (run.iteration === 0) return msg('Nothing is trained yet, so there is nothing to claim.');
  if (way === 'receipt' && run.inherited > 0) {
    return counted(
      run.inherited,
      msg(
        'It goes on from {n} iteration of another run, which its recipe does not tell: nobody could train it again. Share the agent or the file.|It goes on from {n} iterations of another run, which its recipe does not tell: nobody could train it again. Share the agent or the file.',
      ),
    );
  }
  return null;
}

/** How large what travels is; null while it is not known. `link` is the whole link of that way. */
export function sizeWords(state: ShareState, way: Way, link: string | null): string | null {
  if (way === 'file') return state.ways.file.state === 'ready' ? size(state.ways.file.made.archive.length) : null;
  return linkedPayload(state, way) === null || link === null ? null : lengthWords(link.length);
}

/** `Claims a lift of +42, 95 % interval +31 to +52, on 64 packs.` */
export function claimWords(lift: Interval): string {
  const packs = counted(RECEIPT_PACKS, msg('{n} pack|{n} packs'));
  return msg(str`It claims a lift of ${difference(lift)} points, on ${packs}.`);
}

/** What share of the lift so few bits keep. */
export function keptWords(kept: number | null): string {
  return kept === null ? msg('no lift to keep') : msg(str`${percent(kept)} %`);
}

/** Of the lift, for a choice of bits to be proposed. */
const ENOUGH_KEPT = 0.95;

/** Whether the choice of bits is the one that the measure proposes. */
export function bitsVerdict({
  choices,
  proposed,
  chosen,
}: {
  readonly choices: readonly { readonly bits: number; readonly kept: number | null }[];
  readonly proposed: number;
  readonly chosen: number;
}): string {
  const { bits, kept } = choices[proposed];
  const fewest = counted(bits, msg('{n} bit|{n} bits'));
  if (kept === null) return msg(str`The agent has no lift that could be kept. Proposed: ${fewest}.`);
  const share = kept < ENOUGH_KEPT ? msg(str`No choice keeps 95 % of the lift. ${fewest} keep the most.`) : null;
  const proposal = share ?? msg(str`${fewest} are the fewest that keep 95 % of the lift.`);
  return chosen === proposed ? proposal : inSequence([proposal, msg('You have chosen otherwise.')]);
}

function phaseWords(phase: SharePhase | null): string {
  switch (phase) {
    case null:
      return msg('Waiting for its turn');
    case 'opening':
      return msg('Opening the portable engine');
    case 'training':
      return msg('Training');
    case 'evaluating':
      return msg('The agent lives the packs of the receipt');
    case 'packing':
      return msg('Packing');
  }
}

type Making = Extract<Progress<never>, { state: 'making' }>;

/** How far it is. */
export function progressWords({ phase, done, total, cancelling }: Making): string {
  if (cancelling) return msg('Stopping.');
  const what = phaseWords(phase);
  return total > 0 ? msg(str`${what}: ${percent(done / total)} %.`) : msg(str`${what}.`);
}

/** Quarters, so that whoever listens is not told every step. */
export function spokenProgress(making: Making): string {
  const quarter = making.total > 0 ? Math.floor((4 * making.done) / making.total) / 4 : 0;
  return progressWords({ ...making, done: quarter * making.total });
}

/** That something must be computed before a way can be used. */
export function makeWords(way: MadeWay): string {
  switch (way) {
    case 'receipt':
      return msg('Make the receipt');
    case 'agent':
      return msg('Make the link');
    case 'file':
      return msg('Make the file');
  }
}

/** What became of a wish to copy, save or share. */
export function passedWords(how: Passing): string {
  switch (how) {
    case 'copied':
      return msg('Copied.');
    case 'refused':
      return msg('This browser does not let the page copy. The link is selected: copy it with your own keys.');
    case 'saved':
      return msg('Saved with your downloads.');
    case 'shared':
      return msg('Passed on.');
    case 'not-shared':
      return msg('This browser would not pass it on.');
  }
}

/** What the buttons do, in full: for those who hear them one by one. */
export function passWords(way: Way): { readonly copy: string; readonly qr: string; readonly share: string } {
  switch (way) {
    case 'setup':
      return {
        copy: msg('Copy the setup link'),
        qr: msg('QR code of the setup link'),
        share: msg('Share the setup link'),
      };
    case 'receipt':
      return {
        copy: msg('Copy the receipt link'),
        qr: msg('QR code of the receipt link'),
        share: msg('Share the receipt link'),
      };
    case 'agent':
      return {
        copy: msg('Copy the agent link'),
        qr: msg('QR code of the agent link'),
        share: msg('Share the agent link'),
      };
    case 'file':
      return { copy: msg('Save the file'), qr: '', share: msg('Share the file') };
  }
}

/** Said when something is made. */
export function readyWords(way: Way, size: string): string {
  return msg(str`${wayName(way)}, ready: ${size}.`);
}

/** Of a file whose receipt could not be computed. */
export function unreceiptedWords(why: string): string {
  return msg(str`The file has no receipt, so what it claims cannot be checked. ${why}`);
}

/** Of a file without what this browser can no longer read. */
export function omittedWords(omitted: readonly string[]): string {
  return msg(str`This browser can no longer read some of the run, which the file lacks: ${list(omitted)}.`);
}

/** Over the choice of bits: what the agent does with all of them. */
export function fullLift(lift: Interval): string {
  const packs = counted(RECEIPT_PACKS, msg('{n} pack|{n} packs'));
  return msg(str`With all its bits its lift is ${difference(lift)} points, on ${packs}.`);
}
