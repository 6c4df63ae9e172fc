/** Alchemy's captions: what is asked for, what it mixes and why, and what comes out. */

import { msg, str } from '@lit/localize';
import type { AlchemyScene } from '../../../environments/scene.ts';
import { NOTHING_HAPPENED, TRYING } from '../../../environments/words.ts';
import { counted } from '../../i18n/counted.ts';
import type { Ending, Move, Still } from '../../replay/still.ts';
import { said } from './phrase.ts';

function mixing(move: Move): string {
  const [wish, one, other] = move.turn;
  const [wished, first, second] = [wish, one, other].map(said);
  if (move.observation[0] === NOTHING_HAPPENED) {
    return msg(str`It says ${said(move.turn.join(' '))}, which mixes nothing.`);
  }
  if (move.used) return msg(str`It wants ${wished}. Its notes say ${first} and ${second}, so it mixes them.`);
  if (wish === TRYING) return msg(str`It mixes ${first} and ${second} to see what comes out.`);
  return msg(str`It wants ${wished} and guesses ${first} and ${second}.`);
}

function outcome([product]: readonly string[], solved: boolean): string | null {
  if (product === NOTHING_HAPPENED) return null;
  return solved ? msg(str`Out comes ${said(product)}, as asked.`) : msg(str`Out comes ${said(product)}.`);
}

function triesLeft(ending: Ending | null, left: number): string | null {
  if (ending) return ending.outcome === 'out-of-turns' ? msg('No tries left.') : null;
  return counted(left, msg('{n} try left.|{n} tries left.'));
}

/** What happens in a still of the bench, in sentences. */
export function alchemyCaption(
  still: Exclude<Still, { kind: 'writing' }>,
  { wanted, turnsLeft }: AlchemyScene,
): readonly (string | null)[] {
  if (still.kind === 'opening') {
    return [
      msg(str`It is asked for ${said(wanted)}.`),
      counted(turnsLeft, msg('It has {n} try for it.|It has {n} tries for it.')),
    ];
  }
  const { moves, last, ending } = still;
  return [
    msg(str`Try ${moves.length}.`),
    mixing(last),
    outcome(last.observation, ending?.solved ?? false),
    triesLeft(ending, turnsLeft),
  ];
}
