/** Loads base models and opens engines on them, one at a time, and keeps the last for whoever needs the same again. */

import { WaymarkError } from '../core/errors.ts';
import type { Engine } from '../engines/engine.ts';
import type { Player } from '../learning/episodes.ts';
import { loraOf, type Recipe } from '../learning/recipe.ts';
import type { LoraSettings } from '../policy/lora.ts';
import type { BaseModel } from '../policy/model.ts';

/** An engine that may die: its workers can be ended by the browser. */
export interface LivingEngine {
  readonly engine: Engine;
  /** Rejects when the engine can no longer answer; otherwise pending. */
  readonly death: Promise<never>;
}

export interface PlayerSource {
  loadBase(name: string): Promise<BaseModel>;
  openEngine(base: BaseModel, lora: LoraSettings): Promise<LivingEngine>;
}

export interface OpenPlayer extends Player {
  readonly death: Promise<never>;
}

/** The result of some work with a player, or the death of its engine. */
export function alive<Result>(player: OpenPlayer, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, player.death]);
}

export class Players {
  readonly #source: PlayerSource;
  readonly #onLoading: (what: 'model' | 'engine') => void;
  #base: BaseModel | null = null;
  #open: { readonly shape: string; readonly player: OpenPlayer } | null = null;

  constructor(source: PlayerSource, onLoading: (what: 'model' | 'engine') => void) {
    this.#source = source;
    this.#onLoading = onLoading;
  }

  /** A player on the recipe's base with an adapter of the recipe's shape; its values are whatever they were last. */
  async playerFor(recipe: Recipe): Promise<OpenPlayer> {
    const shape = [recipe.base, recipe.loraRank, recipe.loraAlpha, recipe.loraTargets].join(' ');
    if (this.#open?.shape === shape) return this.#open.player;
    await this.close();
    const base = await this.#loadBase(recipe.base);
    this.#onLoading('engine');
    const { engine, death } = await this.#source.openEngine(base, loraOf(recipe));
    const player = { engine, tokenizer: base.tokenizer, death };
    this.#open = { shape, player };
    death.catch(() => {
      if (this.#open?.player === player) this.#open = null;
    });
    return player;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.player.engine.close();
  }

  async #loadBase(name: string): Promise<BaseModel> {
    if (this.#base?.name === name) return this.#base;
    this.#onLoading('model');
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
