/** What the lab's state and the run's make together: which agents there are, which one is tested, what is known of it. Pure. */

import { formatLevelId, formatWorldId, evaluationWorld, parseLevelId } from '../../environments/ids.ts';
import { environmentNames } from '../../environments/registry.ts';
import type { AgentSource, NoteTrial } from '../../worker/lab-protocol.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { Recording } from '../../runs/recording.ts';
import { agentKey, type Comparison, type LabState } from './lab-state.ts';
import type { RunState } from './run-state.ts';

/** Beyond the worlds of evaluations, below those of agents that live on. */
const FIRST_WORLD = 0x20000000;

/** An agent that can be tested. */
export interface LabAgent {
  readonly key: string;
  readonly source: AgentSource;
  /** `code-lake/4x4` */
  readonly level: string;
  /** Of a run: what it is called, how far it is trained, and its seed. */
  readonly run: {
    readonly id: string;
    readonly title: string | null;
    readonly iteration: number;
    readonly seed: number;
  } | null;
}

function trained(id: string, title: string | null, recipe: Recipe, iteration: number): LabAgent {
  const source: AgentSource = { kind: 'run', run: id };
  return { key: agentKey(source), source, level: recipe.environment, run: { id, title, iteration, seed: recipe.seed } };
}

function recorded(recording: string): LabAgent {
  const source: AgentSource = { kind: 'recorded', recording };
  return { key: agentKey(source), source, level: formatLevelId(parseLevelId(recording)), run: null };
}

/**
 * Every agent that can be tested, the nearest first: the run on the page, other runs that have trained at least once,
 * and the recorded agents of the site, the one being watched before the others.
 */
export function labAgents(lab: LabState, { run, environment }: RunState): readonly LabAgent[] {
  const last = run?.iterations.at(-1);
  const title = lab.runs.find((stored) => stored.run === run?.id)?.title ?? null;
  const own = run && last ? [trained(run.id, title, run.recipe, last.iteration)] : [];
  const others = lab.runs
    .filter((stored) => stored.run !== run?.id && stored.iteration > 0)
    .map((stored) => trained(stored.run, stored.title, stored.recipe, stored.iteration));
  const names = [environment, ...environmentNames.filter((name) => name !== environment)];
  return [...own, ...others, ...names.map(recorded)];
}

/** The agent that is tested: the visitor's choice as long as it is there, else the nearest. */
export function labAgent(lab: LabState, run: RunState): LabAgent {
  const agents = labAgents(lab, run);
  const chosen = lab.chosen && agentKey(lab.chosen);
  return agents.find(({ key }) => key === chosen) ?? agents[0];
}

/** The recording that a recorded agent comes from, once it is there. */
function recordingOf(lab: LabState, run: RunState, agent: LabAgent): Recording | null {
  const { environment } = parseLevelId(agent.level);
  if (run.recording && run.environment === environment) return run.recording;
  return lab.recordings.get(environment) ?? null;
}

/** The recording that is still to be fetched for the agent tested; null when none is. */
export function missingRecording(lab: LabState, run: RunState): string | null {
  const agent = labAgent(lab, run);
  if (agent.run || recordingOf(lab, run, agent)) return null;
  return parseLevelId(agent.level).environment;
}

/** The world that the visitor's note is for: `code-lake/4x4:2684354977`. */
export function labWorld(lab: LabState, agent: LabAgent): string {
  return formatWorldId({ ...parseLevelId(agent.level), world: evaluationWorld(FIRST_WORLD + lab.world) });
}

export interface KnownComparison extends Comparison {
  /** Tested in this tab, or measured before: with the recording, or in the run's training. */
  readonly origin: 'tested' | 'recorded' | 'run';
}

/** The best that is known of an agent under the controls. */
export function knownComparison(lab: LabState, run: RunState, agent: LabAgent): KnownComparison | null {
  const tested = lab.comparisons.get(agent.key);
  if (tested) return { ...tested, origin: 'tested' };
  if (agent.run) {
    const { id } = agent.run;
    const stored = lab.runs.find(({ run: name }) => name === id)?.evaluation ?? null;
    const evaluation = id === run.run?.id ? (run.run.evaluation ?? stored) : stored;
    return evaluation && { evaluation, lives: [], origin: 'run' };
  }
  const recording = recordingOf(lab, run, agent);
  return recording && { evaluation: recording.evaluation, lives: recording.lives, origin: 'recorded' };
}

/** The latest trial of a note by this agent in the world chosen. */
export function knownTrial(lab: LabState, agent: LabAgent): NoteTrial | null {
  const trial = lab.trials.get(agent.key);
  return trial?.world === labWorld(lab, agent) ? trial : null;
}
