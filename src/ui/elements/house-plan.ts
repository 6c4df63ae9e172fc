/** The plan of the house as data: walls, rooms, and where each place stands; drawn by house.ts. */

export const PLAN_WIDTH = 358;
export const PLAN_HEIGHT = 476;

/** `open`: a place to look in. `put`: a place where things may be put. `soft` has round corners. */
export interface Furniture {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly use: 'open' | 'put';
  readonly soft?: boolean;
}

export const FURNITURE: Readonly<Record<string, Furniture>> = {
  cabinet: { x: 12, y: 68, width: 78, height: 46, use: 'open' },
  fridge: { x: 98, y: 68, width: 76, height: 50, use: 'open' },
  table: { x: 104, y: 182, width: 66, height: 44, use: 'put' },
  shelf: { x: 246, y: 58, width: 98, height: 40, use: 'open' },
  drawer: { x: 262, y: 128, width: 82, height: 40, use: 'open' },
  desk: { x: 188, y: 140, width: 62, height: 42, use: 'put' },
  box: { x: 282, y: 196, width: 60, height: 36, use: 'open' },
  sofa: { x: 14, y: 418, width: 90, height: 44, use: 'open', soft: true },
  basket: { x: 92, y: 288, width: 80, height: 42, use: 'open', soft: true },
  bench: { x: 102, y: 362, width: 68, height: 38, use: 'put' },
  closet: { x: 266, y: 284, width: 78, height: 66, use: 'open' },
  bed: { x: 210, y: 400, width: 110, height: 56, use: 'put', soft: true },
};

/** Where the walker comes in, and the points it passes: its feet, beside each place. */
export const DOOR: readonly [number, number] = [140, 452];

/** Names of the rooms and where they are written. */
export const ROOMS: readonly (readonly [string, number, number])[] = [
  ['kitchen', 14, 28],
  ['study', 194, 28],
  ['living room', 14, 268],
  ['bedroom', 262, 268],
];

export const FLOORBOARDS =
  'M39 6V236M72 6V236M105 6V236M138 6V236M171 6V236M6 39H180M6 72H180M6 105H180M6 138H180M6 171H180M6 204H180' +
  'M180 30H352M180 54H352M180 78H352M180 102H352M180 126H352M180 150H352M180 174H352M180 198H352M180 222H352' +
  'M30 236V470M54 236V470M78 236V470M102 236V470M126 236V470M150 236V470M174 236V470';

export const WALLS =
  'M6 6H352V470H166M112 470H6V6M180 6V70M180 128V236M6 236H44M100 236H250M306 236H352M180 236V270M180 330V470';

export const DOOR_LEAF = 'M112 470V416A54 54 0 0 1 166 470';

/** Where the walker stands when it is at a place: in front of it, its feet a little below. */
export function standingAt(name: string | null): readonly [number, number] {
  const found = name === null ? undefined : FURNITURE[name];
  if (!found) return DOOR;
  return [found.x + found.width / 2, Math.min(found.y + found.height + 44, PLAN_HEIGHT - 12)];
}
