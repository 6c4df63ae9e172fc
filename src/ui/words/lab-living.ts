/** The agent that lives on, in words: what it has done, why it can or cannot go on, and what changed in its notes. Pure. */

import { msg, str } from '@lit/localize';
import { parseWorldId } from '../../environments/ids.ts';
import { findEnvironment } from '../../environments/registry.ts';
import type { LivingAgentView, NotesVersion } from '../../worker/protocol.ts';
import { counted } from '../i18n/counted.ts';
import { truthOf } from '../state/lab-play.ts';
import type { RunState } from '../state/run-state.ts';
import { percent } from './format.ts';
import { noteLines, type NoteLine } from './note-lines.ts';
import { environmentLabel } from './sentences.ts';

/** What it has done so far, with its counts. */
export function livingSentence(agent: LivingAgentView): string {
  const place = environmentLabel(agent.world);
  if (agent.lived === 0) return msg(str`It is about to live its first task in one world of ${place}.`);
  const solved = agent.solved;
  const share = percent(solved / agent.lived);
  const tasks = counted(agent.lived, msg('{n} task|{n} tasks'));
  return msg(str`It has solved ${solved} of ${tasks} in one world of ${place}, ${share} %.`);
}

/** Why it can or cannot live on now. */
export function livingCondition({ run, status }: RunState): string {
  if (run === null) return msg('Only an agent that you have trained can live on. Train one first.');
  switch (status?.state) {
    case 'training':
      return msg('Training pauses meanwhile, which loses nothing.');
    case 'watching':
      return msg('Not here, while another tab has the run.');
    case 'testing':
      return msg('Once the test is over.');
    default:
      return msg('It lives with what training has taught it so far.');
  }
}

/** Whether it can live on now. */
export function canLive({ run, status }: RunState): boolean {
  return run !== null && ['paused', 'finished', 'idle', 'training'].includes(status?.state ?? '');
}

/** Where a version comes from. */
export function versionOrigin(version: NotesVersion): string {
  switch (version.origin) {
    case 'born':
      return msg('as it was born');
    case 'update':
      return msg(str`after task ${version.task}`);
    case 'restored':
      return msg(str`version ${version.restoredFrom ?? 0} brought back`);
  }
}

export interface VersionView {
  readonly version: NotesVersion;
  /** Its facts, in order, and after them what the version before it held and it does not. */
  readonly lines: readonly NoteLine[];
  /** It says what the one before it said. */
  readonly unchanged: boolean;
}

/** Every version with what changed in it, the newest first. */
export function versionViews({ world, versions }: LivingAgentView): readonly VersionView[] {
  const truth = truthOf(world);
  const environment = findEnvironment(parseWorldId(world).environment);
  const views = versions.map((version, index): VersionView => {
    const before = versions[index - 1]?.words ?? [];
    const lines = noteLines(version.words, before, truth, null, (words) => environment.parseFacts(words));
    const unchanged = index > 0 && lines.every(({ change }) => change === 'kept');
    return { version, lines, unchanged };
  });
  return views.reverse();
}
