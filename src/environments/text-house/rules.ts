/**
 * The rules of the text house: fetch the wanted object from wherever objects of its kind live and put it on the target.
 * Where each kind lives is hidden and the same in all tasks of a world. Known names only here; see words.ts for words.
 */

export const OBJECTS = ['mug', 'pen', 'key', 'book', 'lamp', 'sock', 'apple', 'phone'] as const;
export const PLACES = ['cabinet', 'drawer', 'shelf', 'fridge', 'box', 'sofa', 'basket', 'closet'] as const;
export const TARGETS = ['desk', 'table', 'bed', 'bench'] as const;

export type HouseObject = (typeof OBJECTS)[number];
export type Place = (typeof PLACES)[number];
export type Target = (typeof TARGETS)[number];

/** Objects that can live at one place. */
export const PLACE_CAPACITY = 2;

/** Where each kind of object lives, hidden. */
export interface HouseWorld {
  readonly homes: Readonly<Record<HouseObject, Place>>;
}

export interface HouseTask {
  readonly wanted: HouseObject;
  readonly target: Target;
  readonly turnLimit: number;
}

export interface HouseState {
  readonly world: HouseWorld;
  readonly task: HouseTask;
  /** Turns spent, those without effect included. */
  readonly turns: number;
  /** Where the agent went last; null at the start. */
  readonly at: Place | Target | null;
  /** Places visited, oldest first, repeats included. */
  readonly visits: readonly Place[];
  readonly carrying: boolean;
  readonly delivered: boolean;
}

/** What a turn asks for: to look into a place (and take the wanted object), or to put the object somewhere. */
export type HouseAction =
  | { readonly kind: 'visit'; readonly place: Place }
  /** `target` is null when what was named is no target. */
  | { readonly kind: 'put'; readonly target: Target | null }
  | { readonly kind: 'unknown' };

export type HouseOutcome = 'going' | 'delivered' | 'out-of-turns';

export function startHouse(world: HouseWorld, task: HouseTask): HouseState {
  return { world, task, turns: 0, at: null, visits: [], carrying: false, delivered: false };
}

export function actInHouse(state: HouseState, action: HouseAction): HouseState {
  const turns = state.turns + 1;
  switch (action.kind) {
    case 'visit': {
      const carrying = state.carrying || state.world.homes[state.task.wanted] === action.place;
      return { ...state, turns, at: action.place, visits: [...state.visits, action.place], carrying };
    }
    case 'put': {
      const delivered = state.carrying && action.target === state.task.target;
      return { ...state, turns, at: action.target ?? state.at, delivered };
    }
    case 'unknown':
      return { ...state, turns };
  }
}

/** The objects that live at a place, in the order of `OBJECTS`. */
export function objectsAt(world: HouseWorld, place: Place): readonly HouseObject[] {
  return OBJECTS.filter((object) => world.homes[object] === place);
}

export function houseOutcome(state: HouseState): HouseOutcome {
  if (state.delivered) return 'delivered';
  return state.turns >= state.task.turnLimit ? 'out-of-turns' : 'going';
}
