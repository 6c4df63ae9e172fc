/** What a picture shows, in plain sentences: its text twin, for screen readers and for anyone who would rather read. */

import { msg, str } from '@lit/localize';
import type { AlchemyScene, Cell, HouseScene, LakeScene, Scene } from '../../environments/scene.ts';
import { counted } from '../i18n/counted.ts';
import type { Move } from '../replay/still.ts';
import { inSequence, list } from './format.ts';

const SIDES: readonly { readonly down: number; readonly right: number; readonly name: () => string }[] = [
  { down: -1, right: 0, name: () => msg('above') },
  { down: 1, right: 0, name: () => msg('below') },
  { down: 0, right: -1, name: () => msg('left') },
  { down: 0, right: 1, name: () => msg('right') },
];

function isAt([row, column]: Cell, [otherRow, otherColumn]: Cell): boolean {
  return row === otherRow && column === otherColumn;
}

function place([row, column]: Cell): string {
  return msg(str`row ${row + 1}, column ${column + 1}`);
}

function pressed(moves: readonly Move[]): string {
  if (moves.length === 0) return msg('No button pressed yet.');
  return msg(str`Buttons pressed so far: ${list(moves.map((move) => move.turn[1] ?? msg('nothing')))}.`);
}

function whereabouts({ walker, goal, holes }: LakeScene): string {
  if (isAt(goal, walker)) return msg(str`The agent stands at the flag, ${place(goal)}.`);
  return holes.some((hole) => isAt(hole, walker))
    ? msg(str`The agent has fallen into the hole in ${place(walker)}; the flag is in ${place(goal)}.`)
    : msg(str`The agent is in ${place(walker)}; the flag is in ${place(goal)}.`);
}

/** `A frozen lake, 4 by 4. The agent is in row 3, column 2. ...` */
export function lakeInWords(scene: LakeScene, moves: readonly Move[]): string {
  const { size, walker, holes } = scene;
  const fallen = holes.some((hole) => isAt(hole, walker));
  const beside = SIDES.filter(({ down, right }) =>
    holes.some((hole) => isAt(hole, [walker[0] + down, walker[1] + right])),
  );
  return inSequence([
    msg(str`A frozen lake, ${size} by ${size}.`),
    whereabouts(scene),
    msg(str`Holes: ${list(holes.map(place), 'semicolon')}.`),
    ...(beside.length > 0 && !fallen ? [msg(str`Next to a hole: ${list(beside.map(({ name }) => name()))}.`)] : []),
    pressed(moves),
    counted(scene.turnsLeft, msg('{n} move left.|{n} moves left.')),
  ]);
}

/** `A house of four rooms with eight places to look in. Its task: bring the lamp to the bench. ...` */
export function houseInWords(scene: HouseScene, moves: readonly Move[]): string {
  const { wanted, target, at, carrying, visited } = scene;
  return inSequence([
    msg('A house of four rooms with eight places to look in.'),
    msg(str`Its task: bring the ${wanted} to the ${target}.`),
    at === null ? msg('The agent stands at the door.') : msg(str`The agent stands at the ${at}.`),
    carrying ? msg(str`It has the ${wanted}.`) : msg(str`It does not have the ${wanted}.`),
    visited.length > 0 ? msg(str`It has looked in: ${list(visited)}.`) : msg('It has looked nowhere yet.'),
    counted(moves.length, msg('{n} turn taken.|{n} turns taken.')),
    counted(scene.turnsLeft, msg('{n} turn left.|{n} turns left.')),
  ]);
}

/** `A bench with four jars: ... Its task: make smoke. ...` */
export function alchemyInWords({ wanted, tried, turnsLeft }: AlchemyScene): string {
  const tries = tried.map(([one, other, product]) => msg(str`${one} and ${other} made ${product}`));
  return inSequence([
    msg(str`A bench with four jars: ${list(['fire', 'water', 'earth', 'air'])}.`),
    msg(str`Its task: make ${wanted}.`),
    tries.length > 0 ? msg(str`So far: ${list(tries, 'semicolon')}.`) : msg('Nothing has been mixed yet.'),
    counted(turnsLeft, msg('{n} try left.|{n} tries left.')),
  ]);
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
