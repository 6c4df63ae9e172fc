/** What the lab calls its agents and its tests, and what it can do now. Pure. */

import { msg, str } from '@lit/localize';
import { parseWorldId } from '../../environments/ids.ts';
import type { Control, LifeRecord } from '../../learning/records.ts';
import { oracleNotes } from '../../learning/controls.ts';
import { NOTE_BUDGET } from '../../policy/notes.ts';
import type { TrialNotes } from '../../worker/lab-protocol.ts';
import type { WorkerStatus } from '../../worker/protocol.ts';
import { counted } from '../i18n/counted.ts';
import { truthOf } from '../state/lab-play.ts';
import { knownTrial, type LabAgent } from '../state/lab-view.ts';
import { TEST_LENGTH, TRIAL_TASKS, type LabJob, type LabState } from '../state/lab-state.ts';
import { isReadable, readNote, splitNote } from './lab-notes.ts';
import { whole } from './format.ts';
import { environmentLabel } from './sentences.ts';

/** `code lake: your run, seed 3, 25 iterations` */
export function agentName(agent: LabAgent): string {
  const place = environmentLabel(agent.level);
  if (!agent.run) return msg(str`${place}: the recorded agent`);
  const { seed, iteration, title } = agent.run;
  const trained = counted(iteration, msg('{n} iteration|{n} iterations'));
  if (title !== null) return msg(str`${place}: ${title}, ${trained}`);
  return msg(str`${place}: your run, seed ${seed}, ${trained}`);
}

export interface ControlWords {
  readonly control: Control;
  /** What is done to the notes. */
  readonly name: string;
  readonly meaning: string;
}

/** The rows of the lab, in order. */
export function controlWords(): readonly ControlWords[] {
  return [
    { control: 'kept', name: msg('Keep'), meaning: msg('its own notes, carried on') },
    { control: 'erased', name: msg('Erase'), meaning: msg('wiped before every task') },
    { control: 'shuffled', name: msg('Swap'), meaning: msg('notes from a life in another world') },
    { control: 'oracle', name: msg('Truth'), meaning: msg('every fact, given for free') },
  ];
}

/** Names on the chart. */
export function seriesName(control: Control): string {
  switch (control) {
    case 'kept':
      return msg('kept');
    case 'erased':
      return msg('erased');
    case 'shuffled':
      return msg('swapped');
    case 'oracle':
      return msg('true notes');
  }
}

/** Names of what was read throughout a trial. */
export function trialName(notes: TrialNotes): string {
  switch (notes) {
    case 'none':
      return msg('No notes');
    case 'yours':
      return msg('Your note');
    case 'agents':
      return msg('Its own notes');
    case 'truth':
      return msg('The truth');
  }
}

/** The notes read before the last task of a life. */
function lastRead(life: LifeRecord | undefined): readonly string[] | null {
  const solve = life?.episodes.filter((episode) => episode.kind === 'solve').at(-1);
  return solve?.notes ?? null;
}

/** One example of what was read under a control, from the lives of a test; null where there is none. */
export function exampleNotes(lives: readonly LifeRecord[], control: Control): readonly string[] | null {
  if (control === 'erased') return [];
  const read = lastRead(lives.find((life) => life.control === control));
  if (read) return read;
  // A recording has lives with their own notes only; what the others would have read follows from them.
  const [life, stranger] = lives;
  if (!life) return null;
  if (control === 'shuffled') return lastRead(stranger);
  return control === 'oracle' ? oracleNotes(truthOf(life.pack.replace(/x\d+$/, ''))) : null;
}

/** Why nothing can be tested now; null when it can. */
export function hindrance(status: WorkerStatus | null): string | null {
  switch (status?.state) {
    case undefined:
    case 'loading':
      return msg('The model is still loading.');
    case 'failed':
      return msg('The engine has failed.');
    case 'watching':
      return msg('Another tab has the run. Test there, or choose a recorded agent once it is done.');
    case 'testing':
      return msg('Another test is going on.');
    case 'idle':
    case 'paused':
    case 'finished':
    case 'training':
    case 'living':
      return null;
  }
}

/** How far a test is: `1,024 of 2,048 tasks`. */
export function jobProgress({ done, total, cancelling }: LabJob): string {
  if (cancelling) return msg('Stopping');
  if (total === 0) return msg('Starting');
  return msg(str`${whole(done)} of ${counted(total, msg('{n} task|{n} tasks'))}`);
}

export interface LabButton {
  readonly action: 'controls' | 'trial' | 'cancel' | 'none';
  readonly label: string;
  readonly hint: string;
}

/** The visitor's note can be read and was not tried in this world yet. */
function noteWaits(lab: LabState, agent: LabAgent): boolean {
  const words = readNote(lab.note, parseWorldId(`${agent.level}:0`).environment);
  if (!isReadable(words)) return false;
  const tried = knownTrial(lab, agent)?.results.yours.notes;
  return tried?.join(' ') !== splitNote(lab.note).join(' ');
}

/** The one big button: the visitor's note once there is one, else the switches. */
export function labButton(lab: LabState, agent: LabAgent, status: WorkerStatus | null): LabButton {
  if (lab.job) return { action: 'cancel', label: msg('Stop'), hint: jobProgress(lab.job) };
  const hindered = hindrance(status);
  const note = noteWaits(lab, agent);
  const label = note ? msg('Test your note') : msg('Test its notes');
  if (hindered !== null) return { action: 'none', label, hint: hindered };
  const pauses = status?.state === 'training' ? msg('training pauses meanwhile') : null;
  if (note) return { action: 'trial', label, hint: pauses ?? counted(TRIAL_TASKS, msg('{n} task|{n} tasks')) };
  const packs = counted(lab.packs, msg('{n} pack|{n} packs'));
  return { action: 'controls', label, hint: pauses ?? msg(str`${packs} of ${TEST_LENGTH} tasks, each way`) };
}

/** `15 words left`, or how many are too many. */
export function roomLeft(words: number): string {
  const left = NOTE_BUDGET - words;
  return left >= 0
    ? counted(left, msg('{n} word left|{n} words left'))
    : counted(-left, msg('{n} word too many|{n} words too many'));
}
