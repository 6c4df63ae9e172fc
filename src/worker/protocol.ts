/**
 * What the page and the training worker say to each other. Plain structured-clone data only. The page sends commands;
 * the worker answers with a stream of messages. Every `run` message has been stored before it is sent, so that what
 * the page shows survives a reload.
 */

import type { EngineDescription } from '../engines/engine.ts';
import type { DeviceFailure, EnginePath } from '../engines/engine-supply.ts';
import type { NotesVersion } from '../learning/living-agent.ts';
import type { LifeRecord, RunEvent } from '../learning/records.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { WaymarkErrorKind } from '../core/errors.ts';
import type { LabCommand, LabMessage } from './lab-protocol.ts';
import type { LibraryCommand, LibraryMessage } from './library-protocol.ts';
import type { ShareCommand, ShareMessage } from './share-protocol.ts';

export type Command =
  | LabCommand
  | LibraryCommand
  | ShareCommand
  /** Loads model and engine, looks for earlier work, and reports status; nothing starts by itself. */
  | { readonly type: 'open' }
  /** A new run from a recipe; an earlier run stays stored. */
  | { readonly type: 'start'; readonly recipe: Recipe }
  /** Goes on with a stored run from its last checkpoint. */
  | { readonly type: 'resume'; readonly run: string }
  /** Stops after the present iteration; loses nothing. */
  | { readonly type: 'pause' }
  /** One iteration, then pause. */
  | { readonly type: 'step' }
  /** The living agent: starts (or goes on) living with the run's present adapter in the world given. */
  | { readonly type: 'live'; readonly run: string; readonly world: string }
  | { readonly type: 'pause-living' }
  /** Makes an earlier version of the notes the present one; the versions between stay in the history. */
  | { readonly type: 'restore-notes'; readonly agent: string; readonly version: number };

export type { NotesVersion };

/** What a living agent did with one task, for the page to replay. */
export interface LivedTask {
  readonly agent: string;
  readonly world: string;
  readonly task: number;
  readonly life: LifeRecord;
}

export interface LivingAgentView {
  readonly agent: string;
  readonly run: string;
  readonly world: string;
  /** Tasks lived so far and how many were solved. */
  readonly lived: number;
  readonly solved: number;
  readonly versions: readonly NotesVersion[];
}

/** What the worker is doing, as a union the page turns into one sentence and one button. */
export type WorkerStatus =
  | { readonly state: 'loading'; readonly what: 'model' | 'engine' }
  | { readonly state: 'idle'; readonly engine: EngineDescription; readonly latestRun: StoredRun | null }
  | {
      readonly state: 'training';
      readonly run: string;
      readonly phase: 'restoring' | 'rollout' | 'training' | 'evaluating' | 'saving';
    }
  | { readonly state: 'paused'; readonly run: string; readonly iteration: number; readonly restored: boolean }
  | { readonly state: 'finished'; readonly run: string; readonly iteration: number }
  | { readonly state: 'living'; readonly agent: string }
  /** The agent answers a question of the lab. */
  | { readonly state: 'testing' }
  /** Another tab owns this run: watch only. `taken` where that tab took it over from this one. */
  | { readonly state: 'watching'; readonly run: string; readonly taken?: true }
  | { readonly state: 'failed'; readonly kind: WaymarkErrorKind; readonly message: string; readonly remedy: string };

/** Where work is kept. Told once after `open`, and again when it changes. */
export type StorageState =
  /** In this browser, on this device. */
  | { readonly state: 'kept' }
  /** Only in memory, because the browser gives no storage: gone when the tab closes. */
  | { readonly state: 'blocked'; readonly message: string; readonly remedy: string };

export interface StoredRun {
  readonly run: string;
  readonly recipe: Recipe;
  readonly iteration: number;
  readonly finished: boolean;
}

/** A graphics device failed; work goes on by itself from what is stored. */
export interface Rescue extends DeviceFailure {
  /** What goes on; null where nothing had begun. */
  readonly work:
    | { readonly kind: 'run'; readonly run: string; readonly iteration: number }
    | { readonly kind: 'agent'; readonly agent: string }
    | null;
}

export type WorkerMessage =
  | LabMessage
  | LibraryMessage
  | ShareMessage
  | { readonly type: 'status'; readonly status: WorkerStatus }
  /** The engine that there is to work with from now on. */
  | { readonly type: 'engine'; readonly engine: EngineDescription; readonly paths: readonly EnginePath[] }
  | { readonly type: 'rescue'; readonly rescue: Rescue }
  | { readonly type: 'storage'; readonly storage: StorageState }
  /** Everything a stored run has emitted so far, when it is opened or taken up again. */
  | { readonly type: 'history'; readonly run: string; readonly events: readonly RunEvent[] }
  | { readonly type: 'run'; readonly event: RunEvent }
  | { readonly type: 'agent'; readonly agent: LivingAgentView }
  | { readonly type: 'lived'; readonly lived: LivedTask }
  /** Something stored could not be read; the rest is there. */
  | { readonly type: 'damaged'; readonly message: string; readonly remedy: string }
  /** A command that could not be carried out; the state is as before. */
  | { readonly type: 'refused'; readonly kind: WaymarkErrorKind; readonly message: string; readonly remedy: string };
