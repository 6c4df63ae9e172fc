/** What the lab's state and the run's make together: which agents there are, which one is tested, what is known of it. Pure. */

import { formatLevelId, formatWorldId, evaluationWorld, parseLevelId } from '../../environments/ids.ts';
import { environmentNames } from '../../environments/registry.ts';
import type { AgentSource, NoteTrial } from '../../worker/lab-protocol.ts';
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
  /** Of a run: how far it is trained, and its seed. */
  readonly run: { readonly id: string; readonly iteration: number; readonly seed: number } | null;
}

function trained(id: string, level: string, iteration: number, seed: number): LabAgent {
  const source: AgentSource = { kind: 'run', run: id };
  return { key: agentKey(source), source, level, run: { id, iteration, seed } };
}

function recorded(recording: string): LabAgent {
  const source: AgentSource = { kind: 'recorded', recording };
  return { key: agentKey(source), source, level: formatLevelId(parseLevelId(recording)), run: null };
}

/** Every agent that can be tested, the newest first: runs that have trained at least once, then those of the site. */
export function labAgents({ run, status }: RunState): readonly LabAgent[] {
  const runs: LabAgent[] = [];
  if (run && run.iterations.length > 0) {
    const { iteration } = run.iterations[run.iterations.length - 1];
    runs.push(trained(run.id, run.recipe.environment, iteration, run.recipe.seed));
  }
  const stored = status?.state === 'idle' ? status.latestRun : null;
  if (stored && stored.iteration > 0 && stored.run !== run?.id) {
    runs.push(trained(stored.run, stored.recipe.environment, stored.iteration, stored.recipe.seed));
  }
  return [...runs, ...environmentNames.map(recorded)];
}

/** The agent that is tested: the visitor's choice as long as it is there, else the newest. */
export function labAgent(lab: LabState, run: RunState): LabAgent {
  const agents = labAgents(run);
  const chosen = lab.chosen && agentKey(lab.chosen);
  return agents.find(({ key }) => key === chosen) ?? agents[0];
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
    const evaluation = agent.run.id === run.run?.id ? run.run.evaluation : null;
    return evaluation && { evaluation, lives: [], origin: 'run' };
  }
  const { recording } = run;
  if (!recording || recording.recipe.environment !== agent.level) return null;
  return { evaluation: recording.evaluation, lives: recording.lives, origin: 'recorded' };
}

/** The latest trial of a note by this agent in the world chosen. */
export function knownTrial(lab: LabState, agent: LabAgent): NoteTrial | null {
  const trial = lab.trials.get(agent.key);
  return trial?.world === labWorld(lab, agent) ? trial : null;
}
