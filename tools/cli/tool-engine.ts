/** A command's engine: opened when it is needed, and again, on another device or as the portable one, where it fails. */

import type { DeviceFailure, EngineSupply, LivingEngine } from '../../src/engines/engine-supply.ts';
import type { Player } from '../../src/learning/episodes.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { engineSupply, type EngineOptions } from './engine-options.ts';

/** The same object as long as its engine is the same. */
export interface ToolPlayer extends Player {
  /** The result of work with the engine, or its death. */
  readonly alive: <Result>(work: Promise<Result>) => Promise<Result>;
}

export class ToolEngine {
  readonly #supply: EngineSupply;
  readonly #base: BaseModel;
  readonly #adapter: Adapter;
  #open: { readonly living: LivingEngine; readonly player: ToolPlayer } | null = null;

  /** Throws `bad-request` for an engine there is not. */
  constructor(options: EngineOptions, base: BaseModel, adapter: Adapter) {
    this.#supply = engineSupply(options, adapter);
    this.#base = base;
    this.#adapter = adapter;
  }

  /** Carries out work that begins at what is stored: once more wherever a device fails, `onFailure` having been told. */
  rescued<Result>(
    work: (player: ToolPlayer) => Promise<Result>,
    onFailure: (failure: DeviceFailure) => void | Promise<void>,
  ): Promise<Result> {
    return this.#supply.rescued(
      async () => work(await this.#player()),
      async (failure) => {
        await this.close().catch(() => undefined);
        await onFailure(failure);
      },
    );
  }

  /** Something was stored: devices that failed before are forgiven. */
  progressed(): void {
    this.#supply.progressed();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.living.engine.close();
  }

  async #player(): Promise<ToolPlayer> {
    if (this.#open === null) {
      const living = await this.#supply.open(this.#base, this.#adapter.settings);
      const player: ToolPlayer = {
        engine: living.engine,
        tokenizer: this.#base.tokenizer,
        alive: (work) => Promise.race([work, living.death]),
      };
      living.death.catch(() => undefined);
      this.#open = { living, player };
    }
    return this.#open.player;
  }
}

/** `The graphics device was lost: … Going on from iteration 12 on a new device.` */
export function failureSentence({ message, onto }: DeviceFailure, iteration: number): string {
  const where = onto === 'new-device' ? 'on a new device' : 'on the portable engine';
  return `${message} Going on from iteration ${iteration} ${where}.`;
}
