/**
 * All that the page knows, as one immutable value: what the worker has told, what the visitor has chosen, and which
 * life is being shown. Changed only by reduce.ts.
 */

import type { WaymarkErrorKind } from '../../core/errors.ts';
import type { EngineDescription } from '../../engines/engine.ts';
import type { EnginePath } from '../../engines/engine-supply.ts';
import { presets } from '../../learning/presets.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { EvaluationRecord, IterationRecord, LifeRecord } from '../../learning/records.ts';
import type { Recording } from '../../runs/recording.ts';
import type {
  LivedTask,
  LivingAgentView,
  Rescue,
  StorageState,
  WorkerMessage,
  WorkerStatus,
} from '../../worker/protocol.ts';
import type { Still } from '../replay/still.ts';

/** A run as its events have told it so far. */
export interface RunView {
  readonly id: string;
  readonly recipe: Recipe;
  readonly engine: EngineDescription;
  readonly iterations: readonly IterationRecord[];
  /** The latest. */
  readonly evaluation: EvaluationRecord | null;
  /** Those stored for replay, oldest first. */
  readonly lives: readonly LifeRecord[];
  /** Coverage of the notes when the run was found to have no readers. */
  readonly deadCoverage: number | null;
  readonly finished: boolean;
}

/**
 * Where the life on screen comes from: shipped with the site, this run's training, lived because the visitor asked for
 * it, or the living agent's.
 */
export type LifeSource = 'recorded' | 'run' | 'rolled' | 'lived';

export interface Playback {
  readonly source: LifeSource;
  readonly life: LifeRecord;
  readonly stills: readonly Still[];
  /** The still being shown. */
  readonly index: number;
}

/** A new life that the visitor has asked for, while it is lived. */
export interface Rolling {
  readonly request: number;
  /** Of its world. */
  readonly seed: number;
  /** Tasks played, of all that will be; null until the worker has begun. */
  readonly done: number;
  readonly total: number | null;
}

/** What the visitor has chosen for the next run. */
export interface Setup {
  /** Name of a preset. */
  readonly preset: string;
  readonly seed: number;
  /** Other settings that differ from the recipe changed (state/draft.ts): the run's on the page, or the preset's. */
  readonly changes: Partial<Recipe>;
}

export interface Refusal {
  readonly kind: WaymarkErrorKind;
  readonly message: string;
  readonly remedy: string;
}

/** Seeds that a die may show: short enough to say aloud. */
export const ROLLED_SEEDS = 1000;

/** Replay speeds, as multiples of the reading pace. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export interface RunState {
  /** Null until the worker has spoken. */
  readonly status: WorkerStatus | null;
  readonly engine: EngineDescription | null;
  /** How the engine that is open computes, where it has a choice. */
  readonly paths: readonly EnginePath[];
  /** What a failed graphics device was replaced by, until it is read. */
  readonly rescue: Rescue | null;
  readonly storage: StorageState | null;
  /** What the worker could not do or read, until that is read. */
  readonly refusal: Extract<WorkerMessage, { readonly type: 'damaged' | 'refused' }> | null;
  readonly run: RunView | null;
  readonly agent: LivingAgentView | null;
  readonly lived: LivedTask | null;
  /** Whose lives are watched: the recorded agent's, or those of the run. */
  readonly watched: 'recorded' | 'run';
  /** Of the recording that is wanted: `code-lake`. */
  readonly environment: string;
  readonly recording: Recording | null;
  /** Why there is no recording, when it could not be read. */
  readonly recordingProblem: string | null;
  /** New lives of the agent watched that the visitor asked for, oldest first. */
  readonly rolled: readonly LifeRecord[];
  readonly rolling: Rolling | null;
  readonly setup: Setup;
  /** Play was pressed before the engine was ready. */
  readonly playWanted: boolean;
  /** Pause was pressed; what is going on ends as soon as it can without losing anything. */
  readonly pausing: boolean;
  readonly playback: Playback | null;
  readonly replaying: boolean;
  readonly speed: Speed;
}

/** The preset a tab starts with: light enough for a machine with two cores. */
const FIRST_PRESET = 'code-lake-light';
const FIRST_ENVIRONMENT = 'code-lake';
/** One of those that learn early on the portable engine (docs/figures.md): a first visit should not meet a slow start. */
const FIRST_SEED = 6;

/** The page before anything has been heard. `still` is for visitors who want no motion: nothing plays by itself. */
export function initialRunState(still: boolean): RunState {
  return {
    status: null,
    engine: null,
    paths: [],
    rescue: null,
    storage: null,
    refusal: null,
    run: null,
    agent: null,
    lived: null,
    watched: 'recorded',
    environment: FIRST_ENVIRONMENT,
    recording: null,
    recordingProblem: null,
    rolled: [],
    rolling: null,
    setup: {
      preset: (presets.find(({ name }) => name === FIRST_PRESET) ?? presets[0]).name,
      seed: FIRST_SEED,
      changes: {},
    },
    playWanted: false,
    pausing: false,
    playback: null,
    replaying: !still,
    speed: 1,
  };
}
