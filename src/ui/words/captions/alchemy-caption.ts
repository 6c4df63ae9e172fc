/** Alchemy's captions: what is asked for, what it mixes and why, and what comes out. */

import type { AlchemyScene } from '../../../environments/scene.ts';
import { NOTHING_HAPPENED, TRYING } from '../../../environments/words.ts';
import type { Move, Still } from '../../replay/still.ts';
import { phrase, plain, sentences, type Phrase } from './phrase.ts';

function tries(count: number): string {
  return count === 1 ? '1 try' : `${count} tries`;
}

function mixing(move: Move): Phrase {
  const [wish, one, other] = move.turn;
  if (move.observation[0] === NOTHING_HAPPENED) return phrase`It says ${move.turn.join(' ')}, which mixes nothing.`;
  if (move.used) return phrase`It wants ${wish}. Its notes say ${one} and ${other}, so it mixes them.`;
  if (wish === TRYING) return phrase`It mixes ${one} and ${other} to see what comes out.`;
  return phrase`It wants ${wish} and guesses ${one} and ${other}.`;
}

/** What happens in a still of the bench. */
export function alchemyCaption(still: Exclude<Still, { kind: 'writing' }>, scene: AlchemyScene): Phrase {
  if (still.kind === 'opening') {
    return sentences(phrase`It is asked for ${scene.wanted}.`, plain(`${tries(scene.turnsLeft)} for it.`));
  }
  const [product] = still.last.observation;
  const outcome =
    product === NOTHING_HAPPENED
      ? null
      : still.ending?.solved
        ? phrase`Out comes ${product}, as asked.`
        : phrase`Out comes ${product}.`;
  const rest = still.ending
    ? still.ending.outcome === 'out-of-turns' && plain('No tries left.')
    : plain(`${tries(scene.turnsLeft)} left.`);
  return sentences(plain(`Try ${still.moves.length}.`), mixing(still.last), outcome, rest || null);
}
