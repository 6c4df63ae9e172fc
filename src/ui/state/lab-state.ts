/**
 * What the notes lab knows: which agent is tested, which notes it is given, what the tests gave, and what the visitor
 * has written and played. Results stay until the page is closed. Pure.
 */

import type { Turn } from '../../environments/environment.ts';
import type { Control, EvaluationRecord, LifeRecord } from '../../learning/records.ts';
import type { Recording } from '../../runs/recording.ts';
import type { AgentSource, NoteTrial } from '../../worker/lab-protocol.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { splitNote } from '../words/lab-notes.ts';
import { NOT_PLAYED, withNextTask, withTurn, type Play } from './lab-play.ts';
import type { Refusal } from './run-state.ts';
import { Store } from './store.ts';

/** Packs that one test may take: more packs, narrower intervals, more time. */
export const PACK_CHOICES = [16, 32, 64, 128] as const;
export type PackChoice = (typeof PACK_CHOICES)[number];

/** Tasks that a note is tried on. */
export const TRIAL_TASKS = 64;
/** Tasks of a pack in a test. */
export const TEST_LENGTH = 8;
/** Worlds that a visitor can choose from, numbered from 0. */
export const LAB_WORLDS = 10_000;

/** A question that the worker is answering. */
export interface LabJob {
  readonly request: number;
  readonly kind: 'controls' | 'trial' | 'life';
  readonly agent: string;
  /** Tasks played so far, of all that will be; 0 of 0 before the first answer. */
  readonly done: number;
  readonly total: number;
  readonly cancelling: boolean;
}

/** One agent's test of the controls: by the tab, or as it came with the recording. */
export interface Comparison {
  readonly evaluation: EvaluationRecord;
  readonly lives: readonly LifeRecord[];
}

export interface LabState {
  /** The visitor's choice; null means the newest agent there is. */
  readonly chosen: AgentSource | null;
  /** Runs stored on this device, the one worked on last first. */
  readonly runs: readonly LibraryRun[];
  /** By environment: those of the site that have been fetched. */
  readonly recordings: ReadonlyMap<string, Recording>;
  readonly shown: Readonly<Record<Control, boolean>>;
  readonly packs: PackChoice;
  readonly job: LabJob | null;
  readonly failure: Refusal | null;
  /** By agent (`agentKey`). */
  readonly comparisons: ReadonlyMap<string, Comparison>;
  /** The latest trial of a note, by agent. */
  readonly trials: ReadonlyMap<string, NoteTrial>;
  /** The agent's own life on the tasks that the visitor plays, by agent and pack. */
  readonly lives: ReadonlyMap<string, LifeRecord>;
  /** The visitor's note as typed, and what it was before each word. */
  readonly note: string;
  readonly earlierNotes: readonly string[];
  /** Which world the note is for. */
  readonly world: number;
  /** The visitor asked for what is true in the world. */
  readonly revealed: boolean;
  readonly play: Play;
}

export type LabStateMessage =
  | { readonly type: 'agent-chosen'; readonly agent: AgentSource }
  | { readonly type: 'runs-listed'; readonly runs: readonly LibraryRun[] }
  | { readonly type: 'recording-fetched'; readonly environment: string; readonly recording: Recording }
  | { readonly type: 'control-switched'; readonly control: Control; readonly shown: boolean }
  | { readonly type: 'packs-chosen'; readonly packs: PackChoice }
  | { readonly type: 'asked'; readonly request: number; readonly kind: LabJob['kind']; readonly agent: string }
  | { readonly type: 'progressed'; readonly done: number; readonly total: number }
  | { readonly type: 'cancel-asked' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly failure: Refusal }
  | { readonly type: 'failure-read' }
  | { readonly type: 'compared'; readonly agent: string; readonly comparison: Comparison }
  | { readonly type: 'tried'; readonly agent: string; readonly trial: NoteTrial }
  | { readonly type: 'lived-pack'; readonly agent: string; readonly life: LifeRecord }
  | { readonly type: 'note-written'; readonly note: string }
  | { readonly type: 'note-undone' }
  | { readonly type: 'world-chosen'; readonly world: number }
  | { readonly type: 'truth-revealed'; readonly revealed: boolean }
  | { readonly type: 'turn-taken'; readonly turn: Turn }
  | { readonly type: 'next-task' }
  | { readonly type: 'play-restarted' };

const FIRST_LAB: LabState = {
  chosen: null,
  runs: [],
  recordings: new Map(),
  shown: { kept: true, erased: true, shuffled: true, oracle: true },
  packs: 32,
  job: null,
  failure: null,
  comparisons: new Map(),
  trials: new Map(),
  lives: new Map(),
  note: '',
  earlierNotes: [],
  world: 417,
  revealed: false,
  play: NOT_PLAYED,
};

/** One name for an agent, to keep its results by. */
export function agentKey(agent: AgentSource): string {
  return agent.kind === 'run' ? `run ${agent.run}` : `recorded ${agent.recording}`;
}

/** Where an agent's life of a pack is kept. */
export function lifeKey(agent: string, pack: string): string {
  return `${agent} ${pack}`;
}

/** What was played and revealed belongs to a world of an environment; another one begins afresh. */
function inAnotherWorld(state: LabState): LabState {
  return { ...state, revealed: false, play: NOT_PLAYED };
}

function withNote(state: LabState, note: string): LabState {
  // One step of undoing is a word, not a letter.
  const another = splitNote(note).length !== splitNote(state.note).length;
  return { ...state, note, earlierNotes: another ? [...state.earlierNotes, state.note] : state.earlierNotes };
}

function reduceLab(state: LabState, message: LabStateMessage): LabState {
  switch (message.type) {
    case 'agent-chosen':
      return { ...inAnotherWorld(state), chosen: message.agent, failure: null };
    case 'runs-listed':
      return { ...state, runs: message.runs };
    case 'recording-fetched': {
      const { environment, recording } = message;
      return { ...state, recordings: new Map([...state.recordings, [environment, recording]]) };
    }
    case 'control-switched':
      return { ...state, shown: { ...state.shown, [message.control]: message.shown } };
    case 'packs-chosen':
      return { ...state, packs: message.packs };
    case 'asked': {
      const { request, kind, agent } = message;
      return { ...state, failure: null, job: { request, kind, agent, done: 0, total: 0, cancelling: false } };
    }
    case 'progressed':
      return state.job ? { ...state, job: { ...state.job, done: message.done, total: message.total } } : state;
    case 'cancel-asked':
      return state.job ? { ...state, job: { ...state.job, cancelling: true } } : state;
    case 'ended':
      return { ...state, job: null };
    case 'failed':
      return { ...state, job: null, failure: message.failure };
    case 'failure-read':
      return { ...state, failure: null };
    case 'compared':
      return { ...state, comparisons: new Map([...state.comparisons, [message.agent, message.comparison]]) };
    case 'tried':
      return { ...state, trials: new Map([...state.trials, [message.agent, message.trial]]) };
    case 'lived-pack': {
      const { agent, life } = message;
      return { ...state, lives: new Map([...state.lives, [lifeKey(agent, life.pack), life]]) };
    }
    case 'note-written':
      return withNote(state, message.note);
    case 'note-undone': {
      const note = state.earlierNotes.at(-1);
      return note === undefined ? state : { ...state, note, earlierNotes: state.earlierNotes.slice(0, -1) };
    }
    case 'world-chosen':
      return message.world === state.world ? state : { ...inAnotherWorld(state), world: message.world };
    case 'truth-revealed':
      return { ...state, revealed: message.revealed };
    case 'turn-taken':
      return { ...state, play: withTurn(state.play, message.turn) };
    case 'next-task':
      return { ...state, play: withNextTask(state.play) };
    case 'play-restarted':
      return { ...state, play: NOT_PLAYED };
  }
}

export type LabStore = Store<LabState, LabStateMessage>;

export function createLabStore(): LabStore {
  return new Store(FIRST_LAB, reduceLab);
}
