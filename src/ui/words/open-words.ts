/** What the page says of a link or a file that somebody has given the visitor, before and while it is checked. Pure. */

import { msg, str } from '@lit/localize';
import type { Outcomes } from '../../learning/figures.ts';
import { closestPreset } from '../../learning/presets.ts';
import { RECEIPT_BLOCK, RECEIPT_LENGTH, RECEIPT_PACKS, type Origin } from '../../learning/receipt.ts';
import { recipeDifferences } from '../../learning/recipe.ts';
import type { Interval } from '../../learning/records.ts';
import type { CheckDepth } from '../../runs/check/verdict.ts';
import type { Claim, SharePhase } from '../../worker/share-protocol.ts';
import { counted } from '../i18n/counted.ts';
import type { NamedGiven, OpenState } from '../state/open-state.ts';
import {
  checkDepths,
  checkSeconds,
  inheritedOf,
  iterationsOf,
  obstacleOf,
  presentVerdict,
  recipeOf,
  trainsAgainExactly,
} from '../state/open-view.ts';
import { duration, points, whole } from './format.ts';
import { environmentLabel } from './sentences.ts';
import { changeLines } from './train-changes.ts';

/** `+38, 31 to 44` */
export function liftRange({ low, high }: Interval): string {
  const [from, to] = [low, high].map((end) => points(end).replace('+', ''));
  return msg(str`${from} to ${to}`);
}

/** The heading: what is claimed, and whether it holds here. */
export function openHeadline(state: OpenState): string {
  const { given, claim, problem, check } = state;
  if (claim === null) {
    if (problem !== null && given?.kind === 'file') return msg('This file cannot be opened.');
    if (problem !== null && given?.kind === 'link') return msg('This link cannot be opened.');
    return given === null ? msg('Open what somebody gave you.') : msg('Reading what you were given.');
  }
  const { lift } = claim;
  if (lift === null) return msg('This file claims nothing that can be checked.');
  const claimed = points(lift.mean);
  if (check.state === 'checking') return msg(str`Claimed: ${claimed} points from its notes. Being checked.`);
  const verdict = presentVerdict(state);
  switch (verdict?.kind) {
    case undefined:
      return msg(str`Claimed: ${claimed} points from its notes. Not checked.`);
    case 'identical':
      return verdict.checked.depth === 'full'
        ? msg(str`${claimed} points from its notes: computed again here, identical.`)
        : msg(str`${claimed} points are claimed. What was computed here is identical.`);
    case 'agrees':
      return msg(str`${claimed} points claimed, ${points(verdict.found.mean)} found here: they agree.`);
    case 'differs':
      return msg(str`${claimed} points are claimed. What was computed here differs.`);
    case 'cannot-check':
      return msg(str`${claimed} points are claimed. Here that cannot be checked.`);
  }
}

/** What was given, as a name for it: the run's own where it brings one. */
export function givenName(given: NamedGiven, claim: Claim): string {
  if (claim.kind === 'file') return claim.summary.title ?? claim.summary.run;
  if (given.kind === 'file') return given.name;
  return claim.kind === 'agent' ? msg('An agent, in a link') : msg('A receipt, in a link');
}

const ORIGINS: Readonly<Record<Origin, () => string>> = {
  webgpu: () => msg('on a graphics device, through WebGPU'),
  'onnx-wasm': () => msg('on the CPU, in a browser: the same bits everywhere'),
  'onnx-native': () => msg('on the CPU, on the command line'),
  mixed: () => msg('on more than one engine, or an earlier version of one'),
};

export function originWords(origin: Origin): string {
  return ORIGINS[origin]();
}

/** `60 of 60 iterations`, and how many of them it had from another run. */
export function trainingWords(claim: Claim): string {
  const done = iterationsOf(claim);
  const { iterations } = recipeOf(claim);
  const inherited = inheritedOf(claim);
  const trained = msg(str`${whole(done)} of ${counted(iterations, msg('{n} iteration|{n} iterations'))}`);
  return inherited === 0 ? trained : msg(str`${trained}, ${whole(inherited)} of them in another run`);
}

/** The sender's recipe: its world and seed, and what is changed from the preset it is closest to, one line each. */
export function recipeWords(claim: Claim): { readonly summary: string; readonly changes: readonly string[] } {
  const recipe = recipeOf(claim);
  const preset = { ...closestPreset(recipe).recipe, seed: recipe.seed };
  const changes = changeLines(preset, recipeDifferences(recipe, preset));
  const world = environmentLabel(recipe.environment);
  // A seed is a name: it has no thousands.
  const seed = String(recipe.seed);
  return {
    summary:
      changes.length === 0
        ? msg(str`${world}, as its preset, seed ${seed}`)
        : msg(str`${world}, seed ${seed}; other than its preset:`),
    changes,
  };
}

/** What the lift was measured on. */
export function evaluationWords(): string {
  const tasks = counted(RECEIPT_LENGTH, msg('{n} task|{n} tasks'));
  return counted(
    RECEIPT_PACKS,
    msg(
      str`on {n} held-out pack of ${tasks}, notes kept and erased|on {n} held-out packs of ${tasks}, notes kept and erased`,
    ),
  );
}

function solved(outcomes: Outcomes): number {
  return outcomes.flat().filter((outcome) => outcome > 0).length;
}

/** `380 of 512 tasks solved with notes kept, 158 erased` */
export function outcomeCounts({ kept, erased }: { readonly kept: Outcomes; readonly erased: Outcomes }): string {
  const tasks = whole(kept.flat().length);
  return msg(
    str`${whole(solved(kept))} of ${tasks} tasks solved with notes kept, ${whole(solved(erased))} with them erased`,
  );
}

/** What can be computed again, and what can not. */
export function checkableWords(claim: Claim): readonly string[] {
  const { receipt } = claim;
  if (receipt === null || obstacleOf(claim) !== null) return [];
  const outcomes = msg('Its outcomes: the agent lives the same packs again, and every bit must be the same.');
  switch (claim.kind) {
    case 'agent':
      return [outcomes, msg('Not how it was trained: a link has no room for that.')];
    case 'receipt':
      return trainsAgainExactly(receipt)
        ? [msg('All of it: it is trained again by its recipe, and every bit must be the same.')]
        : [
            msg('It is trained again by its recipe, but on another engine than the sender’s, which rounds otherwise.'),
            msg('So only whether the two lifts agree within their intervals can be found.'),
          ];
    case 'file':
      return [
        claim.lives
          ? msg('Its log: tasks of its training are played again in their worlds.')
          : msg('Not its training: the file does not hold every life of it.'),
        outcomes,
        ...(claim.lives && trainsAgainExactly(receipt)
          ? [msg('In a full check its training too: it is trained again, and every life must be the same.')]
          : []),
      ];
  }
}

/** What a match means, and what it does not. */
export function matchMeaning(): string {
  return msg('A match means that the run computes again. It does not say who made it.');
}

/** What a check of this depth will do and how long that takes, in a few words. */
function checkHint(claim: Claim, depth: CheckDepth): string {
  const time = duration(checkSeconds(claim, depth));
  return depth === 'quick'
    ? msg(str`${RECEIPT_BLOCK} of ${RECEIPT_PACKS} packs, ${time}`)
    : msg(str`all of it, ${time}`);
}

/** The big button: the next check that there is. Null where there is none. */
export function nextCheck(
  state: OpenState,
): { readonly depth: CheckDepth; readonly label: string; readonly hint: string } | null {
  const { claim, check } = state;
  if (claim === null) return null;
  const depths = checkDepths(claim);
  if (depths.length === 0) return null;
  const done = check.state === 'checked' && check.verdict.kind !== 'cannot-check' ? check.verdict.checked.depth : null;
  const depth = done === null ? depths[0] : 'full';
  const label = done === null ? msg('Check it') : done === 'quick' ? msg('Check it all') : msg('Check it again');
  return { depth, label, hint: checkHint(claim, depth) };
}

const PHASES: Readonly<Record<SharePhase, () => string>> = {
  opening: () => msg('Looking into it'),
  training: () => msg('Training it again'),
  evaluating: () => msg('Living its packs again'),
  packing: () => msg('Packing it'),
};

/** What a check is doing. */
export function phaseWords(phase: SharePhase | null): string {
  return phase === null ? msg('Waiting for the engine') : PHASES[phase]();
}

/** How far it is in that: `iteration 12 of 60`, `task 300 of 1,024`. */
export function phaseCount(phase: SharePhase | null, done: number, total: number): string {
  return phase === 'training'
    ? msg(str`iteration ${whole(done)} of ${whole(total)}`)
    : msg(str`task ${whole(done)} of ${whole(total)}`);
}

/** Under which name it will stand in the library, before it does. */
export function keepPromise(claim: Claim): string {
  return claim.kind === 'file'
    ? msg(str`It will stand in the library as ${claim.summary.title ?? claim.summary.run}, beside what is there.`)
    : msg('It will stand in the library under a new name, beside what is there.');
}

/** What became of keeping it. */
export function keptWords(run: string, renamed: string | null): string {
  return renamed === null
    ? msg(str`It stands in the library as ${run}.`)
    : msg(str`The name ${renamed} is taken here, so it stands in the library as ${run}.`);
}
