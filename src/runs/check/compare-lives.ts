/** Compares lives and outcomes that are claimed with those that were found. Pure. */

import { sameValue } from '../../environments/facts.ts';
import type { Outcomes } from '../../learning/figures.ts';
import { RECEIPT_BLOCK } from '../../learning/receipt.ts';
import type { PlayedBlock } from '../../learning/receipt-evaluation.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from '../../learning/records.ts';
import type { Difference } from './verdict.ts';

export type ReceiptControl = 'kept' | 'erased';

export const RECEIPT_CONTROLS: readonly ReceiptControl[] = ['kept', 'erased'];

type Claimed<Table> = Readonly<Record<ReceiptControl, Table>>;

/** Outcomes that a receipt claims, and, in a file, the lives that they come from. */
export interface ClaimedEvaluation {
  readonly outcomes: Claimed<Outcomes>;
  readonly lives: Claimed<readonly LifeRecord[]> | null;
}

/** Where blocks that were lived again part from what is claimed of them: pack by pack, kept before erased. */
export function compareBlocks(claimed: ClaimedEvaluation, blocks: readonly PlayedBlock[]): readonly Difference[] {
  const inOrder = blocks.toSorted((one, other) => one.block - other.block);
  return inOrder.flatMap((found) =>
    Array.from({ length: RECEIPT_BLOCK }, (_, index) => index).flatMap((index) =>
      RECEIPT_CONTROLS.flatMap((control) => comparePack(claimed, found, control, index)),
    ),
  );
}

/** `index` counts in the block. */
function comparePack(
  { outcomes, lives }: ClaimedEvaluation,
  found: PlayedBlock,
  control: ReceiptControl,
  index: number,
): readonly Difference[] {
  const pack = found.block * RECEIPT_BLOCK + index;
  const foundLife = found.lives[control][index];
  const claimedLife = lives?.[control].at(pack) ?? null;
  const different = compareOutcomes(outcomes[control][pack], found[control][index], {
    control,
    pack,
    claimedLife,
    foundLife,
  });
  if (different.length > 0 || claimedLife === null) return different;
  const life = compareLife(claimedLife, foundLife);
  return life === null ? [] : [life];
}

/** The positions at which the outcomes of a pack differ. */
export function compareOutcomes(
  claimed: readonly number[],
  found: readonly number[],
  where: Pick<Extract<Difference, { part: 'outcome' }>, 'control' | 'pack' | 'claimedLife' | 'foundLife'>,
): readonly Difference[] {
  return found.flatMap((outcome, index): readonly Difference[] => {
    if (outcome === claimed[index]) return [];
    return [{ part: 'outcome', ...where, position: index + 1, claimed: claimed[index], found: outcome }];
  });
}

/** The first episode in which two lives differ; null where there is none. */
export function compareLife(claimed: LifeRecord, found: LifeRecord): Difference | null {
  const { iteration, control, life } = found;
  const whole = claimed.pack === found.pack && claimed.control === control && claimed.life === life;
  const first = found.episodes.findIndex((episode, index) => !whole || !isSame(claimed.episodes.at(index), episode));
  if (first === -1) return null;
  const position = found.episodes.slice(0, first).filter(({ kind }) => kind === 'solve').length;
  const episode = found.episodes[first].kind;
  return {
    part: 'life',
    iteration,
    control,
    life,
    // An update belongs to the task before it.
    position: episode === 'solve' ? position + 1 : position,
    episode,
    claimedLife: claimed,
    foundLife: found,
  };
}

/** The first life in which two lists of lives differ; null where there is none. */
export function compareLives(claimed: readonly LifeRecord[], found: readonly LifeRecord[]): Difference | null {
  for (const [index, life] of found.entries()) {
    const other = claimed.at(index);
    const difference = other === undefined ? null : compareLife(other, life);
    if (difference !== null) return difference;
  }
  return null;
}

function isSame(one: SolveRecord | UpdateRecord | undefined, other: SolveRecord | UpdateRecord): boolean {
  if (one?.kind === 'solve' && other.kind === 'solve') {
    const turns = one.turns.length === other.turns.length;
    return (
      turns &&
      one.reward === other.reward &&
      one.outcome === other.outcome &&
      sameValue(one.notes, other.notes) &&
      one.turns.every((turn, index) => sameValue(turn, other.turns[index]))
    );
  }
  if (one?.kind === 'update' && other.kind === 'update') {
    return (
      one.valid === other.valid &&
      one.trueFacts === other.trueFacts &&
      one.writtenFacts === other.writtenFacts &&
      one.worldFacts === other.worldFacts &&
      sameValue(one.oldNotes, other.oldNotes) &&
      sameValue(one.written, other.written) &&
      sameValue(one.notes, other.notes)
    );
  }
  return false;
}
