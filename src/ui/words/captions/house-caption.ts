/** The house's captions: what is wanted, where it looks and why, and where it puts things. */

import type { HouseScene } from '../../../environments/scene.ts';
import { NOTHING_HAPPENED, TRYING } from '../../../environments/words.ts';
import { list, plural } from '../format.ts';
import type { Move, Still } from '../../replay/still.ts';
import { phrase, plain, sentences, type Phrase } from './phrase.ts';

const OBJECTS_IN_OBSERVATION = 1;
const NOTHING_THERE = 'none';

function deed(move: Move, scene: HouseScene): Phrase {
  const [wish, place] = move.turn;
  const [answer] = move.observation;
  if (answer === NOTHING_HAPPENED) return phrase`It says ${`${wish} ${place}`}, which names no place.`;
  if (answer === 'ok') return phrase`It puts the ${scene.wanted} on the ${place}, where it belongs.`;
  if (!looked(move)) {
    return move.before.kind === 'house' && move.before.carrying
      ? phrase`It puts the ${scene.wanted} down: ${`${wish} ${place}`}. It does not belong there.`
      : phrase`It has nothing to put down: ${`${wish} ${place}`}.`;
  }
  if (move.used) return phrase`It wants the ${wish}. Its notes say ${place}, so it looks there.`;
  if (wish === TRYING) return phrase`It looks in the ${place} to see what is there.`;
  return phrase`It wants the ${wish} and guesses the ${place}.`;
}

/** Whether the move looked into a place, rather than putting something down or doing nothing. */
function looked({ before, after }: Move): boolean {
  return before.kind === 'house' && after.kind === 'house' && after.visited.length > before.visited.length;
}

function finding(move: Move, scene: HouseScene): Phrase | null {
  if (!looked(move)) return null;
  const objects = move.observation.slice(OBJECTS_IN_OBSERVATION).filter((word) => word !== NOTHING_THERE);
  if (objects.length === 0) return plain('It is empty.');
  const found = objects.includes(scene.wanted);
  const others = objects.filter((object) => object !== scene.wanted);
  if (!found) return plain(`Inside: ${list(others)}.`);
  const more = others.length > 0 ? ` The ${list(others)} is in there too.` : '';
  return plain(`There it is.${more}`);
}

/** What happens in a still of the house. */
export function houseCaption(still: Exclude<Still, { kind: 'writing' }>, scene: HouseScene): Phrase {
  if (still.kind === 'opening') {
    return sentences(
      phrase`Bring the ${scene.wanted} to the ${scene.target}.`,
      plain(`${plural(scene.turnsLeft, 'turn')} for it.`),
    );
  }
  const rest = still.ending
    ? still.ending.outcome === 'out-of-turns' && plain('No turns left.')
    : plain(`${plural(scene.turnsLeft, 'turn')} left.`);
  return sentences(
    plain(`Turn ${still.moves.length}.`),
    deed(still.last, scene),
    finding(still.last, scene),
    rest || null,
  );
}
