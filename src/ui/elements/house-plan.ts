/** The plan of the house as data: walls, rooms, where each place is, and how the walker gets from one to another. */

export const PLAN_WIDTH = 358;
export const PLAN_HEIGHT = 476;

export type Point = readonly [x: number, y: number];

export type Room = 'kitchen' | 'study' | 'living room' | 'bedroom';

export interface Furniture {
  readonly room: Room;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `open`: a place to look in. `put`: a place where things may be put. */
  readonly use: 'open' | 'put';
  /** Round corners. */
  readonly soft?: boolean;
  /** Where the walker's feet are when it is there: beside it, clear of its name and pin. */
  readonly stand: Point;
}

export const FURNITURE: Readonly<Record<string, Furniture>> = {
  cabinet: { room: 'kitchen', x: 12, y: 68, width: 78, height: 46, use: 'open', stand: [92, 174] },
  fridge: { room: 'kitchen', x: 98, y: 68, width: 76, height: 50, use: 'open', stand: [152, 178] },
  box: { room: 'kitchen', x: 14, y: 178, width: 58, height: 40, use: 'open', stand: [88, 230] },
  table: { room: 'kitchen', x: 106, y: 184, width: 66, height: 42, use: 'put', stand: [88, 230] },
  shelf: { room: 'study', x: 246, y: 62, width: 98, height: 38, use: 'open', stand: [226, 136] },
  drawer: { room: 'study', x: 262, y: 160, width: 82, height: 40, use: 'open', stand: [238, 180] },
  desk: { room: 'study', x: 188, y: 188, width: 62, height: 40, use: 'put', stand: [214, 182] },
  basket: { room: 'living room', x: 92, y: 298, width: 80, height: 42, use: 'open', soft: true, stand: [66, 346] },
  sofa: { room: 'living room', x: 14, y: 420, width: 88, height: 42, use: 'open', soft: true, stand: [122, 462] },
  bench: { room: 'living room', x: 102, y: 362, width: 68, height: 38, use: 'put', stand: [140, 460] },
  closet: { room: 'bedroom', x: 266, y: 308, width: 78, height: 64, use: 'open', stand: [238, 370] },
  bed: { room: 'bedroom', x: 210, y: 402, width: 110, height: 56, use: 'put', soft: true, stand: [230, 396] },
};

/** Where the walker comes in. */
const ENTRANCE: { readonly room: Room; readonly stand: Point } = { room: 'living room', stand: [140, 462] };

/** Names of the rooms and where they are written. */
export const ROOMS: readonly (readonly [Room, number, number])[] = [
  ['kitchen', 112, 152],
  ['study', 194, 28],
  ['living room', 14, 262],
  ['bedroom', 192, 262],
];

/** Doorways, in the order in which one walks round the house. */
const DOORWAYS: readonly { readonly between: readonly [Room, Room]; readonly at: Point }[] = [
  { between: ['kitchen', 'study'], at: [180, 128] },
  { between: ['study', 'bedroom'], at: [278, 244] },
  { between: ['bedroom', 'living room'], at: [180, 320] },
  { between: ['living room', 'kitchen'], at: [72, 244] },
];

export const FLOORBOARDS =
  'M39 6V236M72 6V236M105 6V236M138 6V236M171 6V236M6 39H180M6 72H180M6 105H180M6 138H180M6 171H180M6 204H180' +
  'M180 30H352M180 54H352M180 78H352M180 102H352M180 126H352M180 150H352M180 174H352M180 198H352M180 222H352' +
  'M30 236V470M54 236V470M78 236V470M102 236V470M126 236V470M150 236V470M174 236V470';

export const WALLS =
  'M6 6H352V470H166M112 470H6V6M180 6V90M180 148V236M6 236H44M100 236H250M306 236H352M180 236V280M180 340V470';

export const DOOR_LEAF = 'M112 470V416A54 54 0 0 1 166 470';

function spot(name: string | null): { readonly room: Room; readonly stand: Point } {
  return (name === null ? undefined : FURNITURE[name]) ?? ENTRANCE;
}

/** Where the walker stands when it is at a place; null is the entrance. */
export function standingAt(name: string | null): Point {
  return spot(name).stand;
}

/** The doorways between two rooms: none, one, or two by way of the room between. */
function doorways(from: Room, to: Room): readonly Point[] {
  if (from === to) return [];
  const joins = (one: Room, other: Room): Point | undefined =>
    DOORWAYS.find(({ between }) => between.includes(one) && between.includes(other))?.at;
  const direct = joins(from, to);
  if (direct) return [direct];
  for (const { between } of DOORWAYS) {
    const middle = between.find((room) => room !== from);
    const first = middle && between.includes(from) ? joins(from, middle) : undefined;
    const second = middle ? joins(middle, to) : undefined;
    if (first && second) return [first, second];
  }
  return [];
}

/** The points of a walk from place to place, through the doors. */
export function walkBetween(stops: readonly (string | null)[]): readonly Point[] {
  return stops.flatMap((stop, index) => {
    const { room, stand } = spot(stop);
    return index === 0 ? [stand] : [...doorways(spot(stops[index - 1]).room, room), stand];
  });
}
