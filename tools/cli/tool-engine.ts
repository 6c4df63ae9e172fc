/** A command's engine: opened when it is needed, and again, on another device or as the portable one, where it fails. */

import type { DeviceFailure, EngineSupply, LivingEngine } from '../../src/engines/engine-supply.ts';
import type { Player } from '../../src/learning/episodes.ts';
import type { LoraSettings } from '../../src/policy/lora.ts';
import type { BaseModel } from '../../src/policy/model.ts';

/** The same object as long as its engine is the same. */
export interface ToolPlayer extends Player {
  /** The result of work with the engine, or its death. */
  readonly alive: <Result>(work: Promise<Result>) => Promise<Result>;
}

export class ToolEngine {
  readonly #supply: EngineSupply;
  readonly #base: BaseModel;
  readonly #lora: LoraSettings;
  #open: { readonly living: LivingEngine; readonly player: ToolPlayer } | null = null;

  constructor(supply: EngineSupply, base: BaseModel, lora: LoraSettings) {
    this.#supply = supply;
    this.#base = base;
    this.#lora = lora;
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
      const living = await this.#supply.open(this.#base, this.#lora);
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
