/** What a picture shows, in plain sentences: its text twin, for screen readers and for anyone who would rather read. */

import type { AlchemyScene, Cell, HouseScene, LakeScene, Scene } from '../../environments/scene.ts';
import { list, numberWord, plural } from './format.ts';
import type { Move } from '../replay/still.ts';

const SIDES: readonly (readonly [string, number, number])[] = [
  ['above', -1, 0],
  ['below', 1, 0],
  ['left', 0, -1],
  ['right', 0, 1],
];

function place([row, column]: Cell): string {
  return `row ${row + 1}, column ${column + 1}`;
}

function pressed(moves: readonly Move[]): string {
  if (moves.length === 0) return 'No button pressed yet.';
  return `Buttons pressed so far: ${list(moves.map((move) => move.turn[1] ?? 'nothing'))}.`;
}

/** `A frozen lake, four by four. The agent is in row 3, column 2. ...` */
export function lakeInWords(scene: LakeScene, moves: readonly Move[]): string {
  const [row, column] = scene.walker;
  const beside = SIDES.flatMap(([side, down, right]) => {
    const hole = scene.holes.some(([r, c]) => r === row + down && c === column + right);
    return hole ? [side] : [];
  });
  const fallen = scene.holes.some(([r, c]) => r === row && c === column);
  const arrived = scene.goal[0] === row && scene.goal[1] === column;
  const sentences = [
    `A frozen lake, ${numberWord(scene.size)} by ${numberWord(scene.size)}.`,
    arrived
      ? `The agent stands at the flag, ${place(scene.goal)}.`
      : `The agent ${fallen ? 'has fallen into the hole' : 'is'} in ${place(scene.walker)}; the flag is in ${place(scene.goal)}.`,
    `Holes: ${list(scene.holes.map(place), '; ')}.`,
    ...(beside.length > 0 && !fallen ? [`Next to a hole: ${list(beside)}.`] : []),
    pressed(moves),
    `${plural(scene.turnsLeft, 'move')} left.`,
  ];
  return sentences.join(' ');
}

/** `A house with eight places to look in. It wants the lamp on the bench. ...` */
export function houseInWords(scene: HouseScene, moves: readonly Move[]): string {
  const searched =
    scene.visited.length > 0 ? `It has looked in: ${list(scene.visited)}.` : 'It has looked nowhere yet.';
  const sentences = [
    'A house of four rooms with eight places to look in.',
    `Its task: bring the ${scene.wanted} to the ${scene.target}.`,
    scene.at === null ? 'The agent stands at the door.' : `The agent stands at the ${scene.at}.`,
    scene.carrying ? `It has the ${scene.wanted}.` : `It does not have the ${scene.wanted}.`,
    searched,
    `${plural(scene.turnsLeft, 'turn')} left after ${plural(moves.length, 'turn')}.`,
  ];
  return sentences.join(' ');
}

/** `A bench with four jars: ... It is asked for smoke. ...` */
export function alchemyInWords(scene: AlchemyScene): string {
  const tries = scene.tried.map(([one, other, product]) => `${one} and ${other} made ${product}`);
  const sentences = [
    'A bench with four jars: fire, water, earth and air.',
    `Its task: make ${scene.wanted}.`,
    tries.length > 0 ? `So far ${list(tries, '; ')}.` : 'Nothing has been mixed yet.',
    `${numberWord(scene.turnsLeft, true)} ${scene.turnsLeft === 1 ? 'try' : 'tries'} left.`,
  ];
  return sentences.join(' ');
}

/** The text twin of any picture. */
export function sceneInWords(scene: Scene, moves: readonly Move[]): string {
  switch (scene.kind) {
    case 'lake':
      return lakeInWords(scene, moves);
    case 'house':
      return houseInWords(scene, moves);
    case 'alchemy':
      return alchemyInWords(scene);
  }
}
