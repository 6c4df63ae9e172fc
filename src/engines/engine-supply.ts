/**
 * Which engine there is to work with: the graphics device as long as it can be trusted, the portable engine where there
 * is none or where it keeps failing. Work begins at what is stored, so it can begin again on another engine.
 */

import { WaymarkError } from '../core/errors.ts';
import type { LoraSettings } from '../policy/lora.ts';
import type { BaseModel } from '../policy/model.ts';
import type { Engine } from './engine.ts';

/** An engine that may die: its device can be lost, its workers can be ended by the browser. */
export interface LivingEngine {
  readonly engine: Engine;
  /** Rejects when the engine can no longer answer; otherwise pending. */
  readonly death: Promise<never>;
  /** By which of its ways it computes, and why; empty where there is only one. */
  readonly paths: readonly EnginePath[];
}

/** A part of the work that an engine can do in several ways, in words. */
export interface EnginePath {
  /** `decoding` */
  readonly part: string;
  readonly chosen: string;
  readonly why: string;
}

export type OpenEngine = (base: BaseModel, lora: LoraSettings) => Promise<LivingEngine>;

export type DeviceFailureKind = 'no-gpu' | 'gpu-lost' | 'gpu-memory' | 'gpu-fault';

/** A graphics device has failed, and work goes on elsewhere. */
export interface DeviceFailure {
  readonly kind: DeviceFailureKind;
  /** What the device said. */
  readonly message: string;
  readonly onto: 'new-device' | 'portable';
}

export interface EngineSupplyOptions {
  /** Throws `no-gpu` where there is no adapter; null where the portable engine is wanted. */
  readonly openDevice: OpenEngine | null;
  readonly openPortable: OpenEngine;
  /** Whether having no adapter is an error instead of a reason for the portable engine. */
  readonly deviceRequired: boolean;
}

/** Failures in a row, nothing having been stored in between, after which no further device is tried. */
const FAILURES_IN_A_ROW = 2;

export class EngineSupply {
  readonly #options: EngineSupplyOptions;
  #failures = 0;
  #hadDevice = false;
  #isPortable: boolean;

  constructor(options: EngineSupplyOptions) {
    this.#options = options;
    this.#isPortable = options.openDevice === null;
  }

  /** Opens the engine to work with now. Throws what `rescued` knows how to deal with. */
  async open(base: BaseModel, lora: LoraSettings): Promise<LivingEngine> {
    const { openDevice, openPortable, deviceRequired } = this.#options;
    if (openDevice !== null && !this.#isPortable) {
      try {
        const opened = await openDevice(base, lora);
        this.#hadDevice = true;
        return opened;
      } catch (error) {
        if (kindOf(error) !== 'no-gpu' || this.#hadDevice || deviceRequired) throw error;
        this.#isPortable = true;
      }
    }
    return openPortable(base, lora);
  }

  /** Opens the portable engine, whatever there is to work with: for what must be the same bits everywhere. */
  openPortable(base: BaseModel, lora: LoraSettings): Promise<LivingEngine> {
    return this.#options.openPortable(base, lora);
  }

  /**
   * Carries out work that opens its engine here and begins at what is stored: once more wherever a device fails,
   * `onFailure` having been told. Throws whatever another engine would not cure.
   */
  async rescued<Result>(
    work: () => Promise<Result>,
    onFailure: (failure: DeviceFailure) => Promise<void>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const failure = this.#judge(error);
        if (failure === null) throw error;
        await onFailure(failure);
      }
    }
  }

  /** Something was stored: failures before it no longer count. */
  progressed(): void {
    this.#failures = 0;
  }

  #judge(error: unknown): DeviceFailure | null {
    const kind = kindOf(error);
    if (kind === null || this.#isPortable || !(error instanceof WaymarkError)) return null;
    // Without any adapter from the start, another attempt finds none either.
    if (kind === 'no-gpu' && !this.#hadDevice) return null;
    this.#failures++;
    this.#isPortable = kind === 'no-gpu' || this.#failures >= FAILURES_IN_A_ROW;
    return { kind, message: error.message, onto: this.#isPortable ? 'portable' : 'new-device' };
  }
}

function kindOf(error: unknown): DeviceFailureKind | null {
  if (!(error instanceof WaymarkError)) return null;
  const { kind } = error;
  return kind === 'no-gpu' || kind === 'gpu-lost' || kind === 'gpu-memory' || kind === 'gpu-fault' ? kind : null;
}
