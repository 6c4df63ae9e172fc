/** The lake's captions: what it knows at the start, and every press in words. */

import type { LakeScene } from '../../../environments/scene.ts';
import { TRYING } from '../../../environments/words.ts';
import { plural } from '../format.ts';
import type { Ending, Move, Still } from '../../replay/still.ts';
import { phrase, plain, sentences, type Phrase } from './phrase.ts';

const COMPASS: Readonly<Record<string, string>> = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
};

const DIRECTIONS: ReadonlySet<string> = new Set(['up', 'down', 'left', 'right']);
const BUTTON = /^b\d$/;

/** Where the flag lies, from the compass word that ends every sight of the lake. */
export function flagDirection(sight: readonly string[]): string {
  return COMPASS[sight.at(-1) ?? ''] ?? 'out of sight';
}

/** Whether the notes say anything of a button. */
function noted(notes: readonly string[], button: string): boolean {
  return notes.some((word, index) => word === button && DIRECTIONS.has(notes[index - 1]));
}

function intention(move: Move, earlier: readonly Move[], notes: readonly string[]): Phrase {
  const {
    turn: [wish, button],
    used,
  } = move;
  if (!BUTTON.test(button)) return phrase`It says ${`${wish} ${button}`}, which names no button.`;
  if (wish === TRYING) {
    return noted(notes, button)
      ? phrase`It tries ${button}, although its notes tell what that does.`
      : phrase`It tries ${button} to see what it does.`;
  }
  if (!DIRECTIONS.has(wish)) return phrase`It says ${wish} and presses ${button}.`;
  if (used) return phrase`It wants ${wish}. Its notes say ${button} is ${wish}, so it presses ${button}.`;
  const seen = earlier.some((move) => move.turn[1] === button && move.observation[0] === wish);
  if (seen) return phrase`It wants ${wish}. It has just seen that ${button} is ${wish}, so it presses ${button}.`;
  return phrase`It wants ${wish} and guesses ${button}.`;
}

function effect({ turn, observation: [effectWord] }: Move, ending: Ending | null): Phrase {
  if (ending?.outcome === 'goal') return plain('It reaches the flag.');
  if (ending?.outcome === 'hole') return phrase`It goes ${effectWord} and falls in.`;
  if (effectWord === 'bump') return plain('It bumps into the shore.');
  if (!DIRECTIONS.has(effectWord)) return plain('Nothing happens.');
  return effectWord === turn[0] ? plain('It works.') : phrase`It goes ${effectWord}.`;
}

/** What happens in a still of the lake. */
export function lakeCaption(still: Exclude<Still, { kind: 'writing' }>, scene: LakeScene): Phrase {
  if (still.kind === 'opening') {
    return plain(`The flag is ${flagDirection(still.sight)}, ${plural(scene.turnsLeft, 'move')} to get there.`);
  }
  const rest = still.ending
    ? still.ending.outcome === 'out-of-turns' && plain('No moves left.')
    : plain(`${plural(scene.turnsLeft, 'move')} left.`);
  return sentences(
    plain(`Move ${still.moves.length}.`),
    intention(still.last, still.moves.slice(0, -1), still.notes),
    effect(still.last, still.ending),
    rest || null,
  );
}
