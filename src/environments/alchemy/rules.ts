/**
 * The rules of alchemy: mix two of four elements to make the wanted product. Which pair makes what is hidden and the
 * same in all tasks of a world. A mixture can always be tried again; only tries are scarce.
 */

export const ELEMENTS = ['fire', 'water', 'earth', 'air'] as const;
export const PRODUCTS = ['steam', 'lava', 'smoke', 'mud', 'rain', 'dust'] as const;

export type Element = (typeof ELEMENTS)[number];
export type Product = (typeof PRODUCTS)[number];
export type Pair = readonly [Element, Element];

/** The six pairs of different elements, each in the order of `ELEMENTS`. */
export const PAIRS: readonly Pair[] = ELEMENTS.flatMap((first, index) =>
  ELEMENTS.slice(index + 1).map((second): Pair => [first, second]),
);

/** The hidden recipes: `products[i]` is what `PAIRS[i]` makes. */
export interface AlchemyWorld {
  readonly products: readonly Product[];
}

export interface AlchemyTask {
  readonly wanted: Product;
  readonly turnLimit: number;
}

export interface Mixture {
  readonly pair: Pair;
  readonly product: Product;
}

export interface AlchemyState {
  readonly world: AlchemyWorld;
  readonly task: AlchemyTask;
  /** Turns spent, those without effect included. */
  readonly turns: number;
  /** What was mixed, oldest first. */
  readonly mixtures: readonly Mixture[];
}

export type AlchemyOutcome = 'going' | 'made' | 'out-of-turns';

export function startAlchemy(world: AlchemyWorld, task: AlchemyTask): AlchemyState {
  return { world, task, turns: 0, mixtures: [] };
}

/** One turn: a pair by its index in `PAIRS`, or null for a turn that names none. */
export function mix(state: AlchemyState, pair: number | null): AlchemyState {
  const turns = state.turns + 1;
  if (pair === null) return { ...state, turns };
  const mixture = { pair: PAIRS[pair], product: state.world.products[pair] };
  return { ...state, turns, mixtures: [...state.mixtures, mixture] };
}

export function alchemyOutcome(state: AlchemyState): AlchemyOutcome {
  if (state.mixtures.some(({ product }) => product === state.task.wanted)) return 'made';
  return state.turns >= state.task.turnLimit ? 'out-of-turns' : 'going';
}
