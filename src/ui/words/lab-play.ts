/** What happens in a task that a visitor plays, in sentences addressed to the visitor. Pure. */

import { msg, str } from '@lit/localize';
import type { Turn } from '../../environments/environment.ts';
import type { Scene } from '../../environments/scene.ts';
import { NONE, NOTHING_HAPPENED, OK } from '../../environments/words.ts';
import type { Ending, Move } from '../replay/still.ts';
import type { PlayedTask } from '../state/lab-play.ts';
import { counted } from '../i18n/counted.ts';
import { phrase, said, sentences, type Phrase } from './captions/phrase.ts';
import { list } from './format.ts';

/** The word that puts a thing down in the house. */
const PUT = 'put';

/** Kinds of choices, each with a heading: looking into places and putting things down differ. */
export interface ChoiceGroup {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** Number of its first choice among all, from 1. */
  readonly first: number;
}

/** The choices there are, sorted as a visitor thinks of them. */
export function choiceGroups(scene: Scene, turns: readonly Turn[]): readonly ChoiceGroup[] {
  switch (scene.kind) {
    case 'lake':
      return [{ name: msg('Press a button'), turns, first: 1 }];
    case 'alchemy':
      return [{ name: msg('Mix two'), turns, first: 1 }];
    case 'house': {
      const looks = turns.filter(([wish]) => wish !== PUT);
      const puts = turns.filter(([wish]) => wish === PUT);
      return [
        { name: msg('Look in'), turns: looks, first: 1 },
        { name: msg('Put it on'), turns: puts, first: looks.length + 1 },
      ];
    }
  }
}

/** What stands on the button of a choice: the world's own words. */
export function choiceLabel(turn: Turn): string {
  return turn.slice(1).join(' + ');
}

/** What the task asks for. */
export function playGoal({ scene }: PlayedTask): Phrase {
  switch (scene.kind) {
    case 'lake':
      return phrase(msg('Reach the flag.'));
    case 'house':
      return phrase(msg(str`Find this: ${said(scene.wanted)}. Put it here: ${said(scene.target)}.`));
    case 'alchemy':
      return phrase(msg(str`Make ${said(scene.wanted)}.`));
  }
}

function turnsLeft(scene: Scene): string {
  return counted(scene.turnsLeft, msg('{n} turn left.|{n} turns left.'));
}

function lakeMove({ turn: [, button = ''], observation: [effect = ''] }: Move): string {
  const pressed = said(button);
  if (effect === NOTHING_HAPPENED) return msg(str`You press ${pressed}. Nothing happens.`);
  if (effect === 'bump') return msg(str`You press ${pressed} and bump into the shore.`);
  return msg(str`You press ${pressed} and go ${said(effect)}.`);
}

function houseMove({ turn: [wish, place = ''], observation: [answer, ...inside] }: Move, wanted: string): string {
  const [there, thing] = [said(place), said(wanted)];
  if (wish === PUT) {
    return answer === OK
      ? msg(str`You put it down: ${thing} on ${there}.`)
      : msg(str`You have nothing to put here, or it does not belong here: ${there}.`);
  }
  const things = inside.filter((word) => word !== NONE);
  if (things.length === 0) return msg(str`You look in here: ${there}. It is empty.`);
  const seen = list(things.map(said));
  return answer === 'got'
    ? msg(str`You look in here: ${there}. You find ${seen}, and take what is wanted.`)
    : msg(str`You look in here: ${there}. You find ${seen}, which is not wanted now.`);
}

function alchemyMove({ turn: [, one = '', other = ''], observation: [product = ''] }: Move): string {
  return msg(str`You mix ${said(one)} and ${said(other)}. Out comes ${said(product)}.`);
}

function moveInWords(move: Move, scene: Scene): string {
  switch (scene.kind) {
    case 'lake':
      return lakeMove(move);
    case 'house':
      return houseMove(move, scene.wanted);
    case 'alchemy':
      return alchemyMove(move);
  }
}

function endingInWords({ outcome, solved }: Ending): string {
  if (solved) return msg('Solved.');
  return outcome === 'hole' ? msg('It is a hole. The task is over.') : msg('No turns left. The task is over.');
}

/** The present moment of a task: the last turn, what it brought about, and how many are left. */
export function playCaption(task: PlayedTask): Phrase {
  const last = task.moves.at(-1);
  const rest = task.ending ? endingInWords(task.ending) : turnsLeft(task.scene);
  return sentences(last ? moveInWords(last, task.scene) : null, rest);
}

/** What is hidden in worlds of this kind, and what the visitor can see. */
export function hiddenHere(scene: Scene): string {
  switch (scene.kind) {
    case 'lake':
      return msg(
        'Hidden here, and the same in every task: where each button takes you. Like the agent, you see only the ice beside you.',
      );
    case 'house':
      return msg('Hidden here, and the same in every task: where each kind of thing lives.');
    case 'alchemy':
      return msg('Hidden here, and the same in every task: which pair makes what.');
  }
}

/** How the visitor and the agent did on the tasks that both have played. */
export function scoreInWords(yours: readonly boolean[], agents: readonly boolean[] | null): string {
  const solved = (results: readonly boolean[]): number => results.filter(Boolean).length;
  if (yours.length === 0) return msg('You have not finished a task yet.');
  const tasks = counted(yours.length, msg('{n} task|{n} tasks'));
  if (!agents) return msg(str`You solved ${solved(yours)} of ${tasks}.`);
  return msg(str`Of ${tasks}, you solved ${solved(yours)} and the agent ${solved(agents.slice(0, yours.length))}.`);
}
