/**
 * Loads base models and opens engines on them, one at a time, and keeps the last for whoever needs the same again. An
 * engine that has failed is put away, so that work can begin again on another.
 */

import { WaymarkError } from '../core/errors.ts';
import type { DeviceFailure, EngineSupply, LivingEngine } from '../engines/engine-supply.ts';
import type { Player } from '../learning/episodes.ts';
import { loraOf, type Recipe } from '../learning/recipe.ts';
import type { LoraSettings } from '../policy/lora.ts';
import type { BaseModel } from '../policy/model.ts';

export interface PlayerSource {
  loadBase(name: string): Promise<BaseModel>;
  readonly engines: EngineSupply;
}

/** Told of what is being loaded, and of every engine that is there to work with. */
export interface PlayerListener {
  readonly onLoading: (what: 'model' | 'engine') => void;
  readonly onOpened: (opened: LivingEngine) => void;
}

export interface OpenPlayer extends Player {
  readonly death: Promise<never>;
}

/** A player on the portable engine. */
export interface LentPlayer extends OpenPlayer {
  /** Whether it is the one that others use too: what they had in it is gone. */
  readonly isShared: boolean;
  /** To be called when it is no longer needed. */
  giveBack(): Promise<void>;
}

/** The result of some work with a player, or the death of its engine. */
export function alive<Result>(player: OpenPlayer, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, player.death]);
}

export class Players {
  readonly #source: PlayerSource;
  readonly #listener: PlayerListener;
  #base: BaseModel | null = null;
  #open: { readonly shape: string; readonly player: OpenPlayer } | null = null;

  constructor(source: PlayerSource, listener: PlayerListener) {
    this.#source = source;
    this.#listener = listener;
  }

  /** A player on the recipe's base with an adapter of the recipe's shape; its values are whatever they were last. */
  async playerFor(recipe: Recipe): Promise<OpenPlayer> {
    const lora = loraOf(recipe);
    const shape = shapeOf(recipe.base, lora);
    if (this.#open?.shape === shape) return this.#open.player;
    await this.close();
    const base = await this.base(recipe.base);
    this.#listener.onLoading('engine');
    const opened = await this.#source.engines.open(base, lora);
    const { engine, death } = opened;
    const player = { engine, tokenizer: base.tokenizer, death };
    this.#open = { shape, player };
    death.catch(() => {
      if (this.#open?.player === player) void this.#discard();
    });
    this.#listener.onOpened(opened);
    return player;
  }

  /** A player on the portable engine: the one that is open where it is of that kind and shape, else one beside it. */
  async portablePlayer(base: BaseModel, lora: LoraSettings): Promise<LentPlayer> {
    const { tokenizer } = base;
    const open = this.#open;
    if (open?.player.engine.description.name === 'onnx-wasm' && open.shape === shapeOf(base.name, lora)) {
      return { ...open.player, isShared: true, giveBack: () => Promise.resolve() };
    }
    const { engine, death } = await this.#source.engines.openPortable(base, lora);
    // Heard by whoever works with it; when it is no longer needed, by nobody.
    death.catch(() => undefined);
    return { engine, tokenizer, death, isShared: false, giveBack: () => engine.close().catch(() => undefined) };
  }

  /**
   * Carries out work that asks for its player here and begins at what is stored: once more wherever a graphics device
   * fails, `onFailure` having been told.
   */
  rescued<Result>(work: () => Promise<Result>, onFailure: (failure: DeviceFailure) => Promise<void>): Promise<Result> {
    return this.#source.engines.rescued(work, async (failure) => {
      await this.#discard();
      await onFailure(failure);
    });
  }

  /** Something was stored: devices that failed before are forgiven. */
  progressed(): void {
    this.#source.engines.progressed();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.player.engine.close();
  }

  /** Puts away an engine that has failed, and may fail at that too. */
  async #discard(): Promise<void> {
    await this.close().catch(() => undefined);
  }

  /** A base model by itself. */
  async base(name: string): Promise<BaseModel> {
    if (this.#base?.name === name) return this.#base;
    this.#listener.onLoading('model');
    const base = await this.#source.loadBase(name);
    if (base.name !== name) {
      throw new WaymarkError(
        'bad-model',
        `The files of the base model ${name} are those of ${base.name}.`,
        'Reload the page.',
      );
    }
    this.#base = base;
    return base;
  }
}

/** What an engine is opened for: another base, or an adapter of another shape, needs another engine. */
function shapeOf(base: string, { rank, alpha, targets }: LoraSettings): string {
  return [base, rank, alpha, targets].join(' ');
}
