/** The lake's captions: what it knows at the start, and every press in words. */

import { msg, str } from '@lit/localize';
import type { LakeScene } from '../../../environments/scene.ts';
import { TRYING } from '../../../environments/words.ts';
import { counted } from '../../i18n/counted.ts';
import type { Ending, Move, Still } from '../../replay/still.ts';
import { said } from './phrase.ts';

const COMPASS: Readonly<Record<string, () => string>> = {
  N: () => msg('The flag is to the north.'),
  NE: () => msg('The flag is to the north-east.'),
  E: () => msg('The flag is to the east.'),
  SE: () => msg('The flag is to the south-east.'),
  S: () => msg('The flag is to the south.'),
  SW: () => msg('The flag is to the south-west.'),
  W: () => msg('The flag is to the west.'),
  NW: () => msg('The flag is to the north-west.'),
};

const DIRECTIONS: ReadonlySet<string> = new Set(['up', 'down', 'left', 'right']);
const BUTTON = /^b\d$/;

/** Where the flag lies, from the compass word that ends every sight of the lake. */
export function flagDirection(sight: readonly string[]): string {
  return COMPASS[sight.at(-1) ?? '']?.() ?? msg('The flag is out of sight.');
}

/** Whether the notes say anything of a button. */
function noted(notes: readonly string[], button: string): boolean {
  return notes.some((word, index) => word === button && DIRECTIONS.has(notes[index - 1]));
}

function intention(move: Move, earlier: readonly Move[], notes: readonly string[]): string {
  const {
    turn: [wish, button],
    used,
  } = move;
  const [wished, pressed] = [said(wish), said(button)];
  if (!BUTTON.test(button)) return msg(str`It says ${said(`${wish} ${button}`)}, which names no button.`);
  if (wish === TRYING) {
    return noted(notes, button)
      ? msg(str`It tries ${pressed}, although its notes tell what that does.`)
      : msg(str`It tries ${pressed} to see what it does.`);
  }
  if (!DIRECTIONS.has(wish)) return msg(str`It says ${wished} and presses ${pressed}.`);
  if (used) return msg(str`It wants ${wished}. Its notes say ${pressed} is ${wished}, so it presses ${pressed}.`);
  const seen = earlier.some((move) => move.turn[1] === button && move.observation[0] === wish);
  if (seen) {
    return msg(str`It wants ${wished}. It has just seen that ${pressed} is ${wished}, so it presses ${pressed}.`);
  }
  return msg(str`It wants ${wished} and guesses ${pressed}.`);
}

function effect({ turn, observation: [effectWord] }: Move, ending: Ending | null): string {
  if (ending?.outcome === 'goal') return msg('It reaches the flag.');
  if (ending?.outcome === 'hole') return msg(str`It goes ${said(effectWord)} and falls in.`);
  if (effectWord === 'bump') return msg('It bumps into the shore.');
  if (!DIRECTIONS.has(effectWord)) return msg('Nothing happens.');
  return effectWord === turn[0] ? msg('It works.') : msg(str`It goes ${said(effectWord)}.`);
}

function movesLeft(ending: Ending | null, turnsLeft: number): string | null {
  if (ending) return ending.outcome === 'out-of-turns' ? msg('No moves left.') : null;
  return counted(turnsLeft, msg('{n} move left.|{n} moves left.'));
}

/** What happens in a still of the lake, in sentences. */
export function lakeCaption(
  still: Exclude<Still, { kind: 'writing' }>,
  { turnsLeft }: LakeScene,
): readonly (string | null)[] {
  if (still.kind === 'opening') {
    const moves = counted(turnsLeft, msg('It has {n} move to get there.|It has {n} moves to get there.'));
    return [flagDirection(still.sight), moves];
  }
  const { moves, last, ending, notes } = still;
  return [
    msg(str`Move ${moves.length}.`),
    intention(last, moves.slice(0, -1), notes),
    effect(last, ending),
    movesLeft(ending, turnsLeft),
  ];
}
