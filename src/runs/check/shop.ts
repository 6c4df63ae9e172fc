/** What a check works with, wherever it is carried out: in the page's worker, or on the command line. */

import type { Player } from '../../learning/episodes.ts';
import type { LoraSettings } from '../../policy/lora.ts';
import type { BaseModel } from '../../policy/model.ts';

/** A player on the portable engine for WebAssembly. */
export interface PortablePlayer extends Player {
  /** The result of work with its engine, or the engine's death. */
  readonly alive: <Result>(work: Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}

export interface CheckShop {
  /** The base model of that name. Rejects with `no-build` where there is none. */
  loadBase(name: string): Promise<BaseModel>;
  /** A player with an adapter of this shape; its values are whatever. */
  openPlayer(base: BaseModel, lora: LoraSettings): Promise<PortablePlayer>;
}

/** `opening` looks at what stands in a file, without the engine. */
export type CheckPhase = 'opening' | 'training' | 'evaluating';

/** How a check tells of itself while it works. */
export interface CheckListener {
  /** What it throws ends the check. Told of tasks, in `training` of iterations. */
  readonly onProgress: (phase: CheckPhase, done: number, total: number) => void | Promise<void>;
  /** Seconds, for the verdict. */
  readonly clock: () => number;
}
