/** What a spectator sees of a task at one moment, as data for pictures and their text twins. */

export type Cell = readonly [row: number, column: number];

export interface LakeScene {
  readonly kind: 'lake';
  /** The map is `size` x `size`. */
  readonly size: number;
  readonly start: Cell;
  readonly goal: Cell;
  readonly holes: readonly Cell[];
  readonly walker: Cell;
  /** Which direction each button means: hidden from the agent. */
  readonly buttons: Readonly<Record<string, string>>;
  readonly turnsLeft: number;
}

export interface HouseScene {
  readonly kind: 'house';
  readonly wanted: string;
  readonly target: string;
  /** Where each object lives: hidden from the agent. */
  readonly homes: Readonly<Record<string, string>>;
  readonly at: string | null;
  readonly visited: readonly string[];
  readonly carrying: boolean;
  readonly turnsLeft: number;
}

export interface AlchemyScene {
  readonly kind: 'alchemy';
  readonly wanted: string;
  /** What each pair makes, as `[element, element, product]`: hidden from the agent. */
  readonly recipes: readonly (readonly [string, string, string])[];
  readonly tried: readonly (readonly [string, string, string])[];
  readonly turnsLeft: number;
}

export type Scene = LakeScene | HouseScene | AlchemyScene;
