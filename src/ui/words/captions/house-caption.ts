/** The house's captions: what is wanted, where it looks and why, and where it puts things. */

import { msg, str } from '@lit/localize';
import type { HouseScene } from '../../../environments/scene.ts';
import { NOTHING_HAPPENED, TRYING } from '../../../environments/words.ts';
import { counted } from '../../i18n/counted.ts';
import { list } from '../format.ts';
import type { Ending, Move, Still } from '../../replay/still.ts';
import { said } from './phrase.ts';

const OBJECTS_IN_OBSERVATION = 1;
const NOTHING_THERE = 'none';

function deed(move: Move, scene: HouseScene): string {
  const [wish, place] = move.turn;
  const [answer] = move.observation;
  const [turn, wished, there, wanted] = [`${wish} ${place}`, wish, place, scene.wanted].map(said);
  if (answer === NOTHING_HAPPENED) return msg(str`It says ${turn}, which names no place.`);
  if (answer === 'ok') return msg(str`It puts the ${wanted} on the ${there}, where it belongs.`);
  if (!looked(move)) {
    return move.before.kind === 'house' && move.before.carrying
      ? msg(str`It puts the ${wanted} down: ${turn}. It does not belong there.`)
      : msg(str`It has nothing to put down: ${turn}.`);
  }
  if (move.used) return msg(str`It wants the ${wished}. Its notes say ${there}, so it looks there.`);
  if (wish === TRYING) return msg(str`It looks in the ${there} to see what is there.`);
  return msg(str`It wants the ${wished} and guesses the ${there}.`);
}

/** Whether the move looked into a place, rather than putting something down or doing nothing. */
function looked({ before, after }: Move): boolean {
  return before.kind === 'house' && after.kind === 'house' && after.visited.length > before.visited.length;
}

function finding(move: Move, scene: HouseScene): Sentences {
  if (!looked(move)) return [];
  const objects = move.observation.slice(OBJECTS_IN_OBSERVATION).filter((word) => word !== NOTHING_THERE);
  if (objects.length === 0) return [msg('It is empty.')];
  const others = list(objects.filter((object) => object !== scene.wanted).map(said));
  if (!objects.includes(scene.wanted)) return [msg(str`Inside: ${others}.`)];
  return [msg('There it is.'), objects.length > 1 ? msg(str`Also in there: ${others}.`) : null];
}

type Sentences = readonly (string | null)[];

function turnsLeft(ending: Ending | null, left: number): string | null {
  if (ending) return ending.outcome === 'out-of-turns' ? msg('No turns left.') : null;
  return counted(left, msg('{n} turn left.|{n} turns left.'));
}

/** What happens in a still of the house, in sentences. */
export function houseCaption(still: Exclude<Still, { kind: 'writing' }>, scene: HouseScene): Sentences {
  if (still.kind === 'opening') {
    return [
      msg(str`Bring the ${said(scene.wanted)} to the ${said(scene.target)}.`),
      counted(scene.turnsLeft, msg('It has {n} turn for it.|It has {n} turns for it.')),
    ];
  }
  return [
    msg(str`Turn ${still.moves.length}.`),
    deed(still.last, scene),
    ...finding(still.last, scene),
    turnsLeft(still.ending, scene.turnsLeft),
  ];
}
