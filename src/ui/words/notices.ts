/** Named states: each one sentence and one button, in the order of their weight. Pure. */

import { percent, plural } from './format.ts';
import type { DeviceFailureKind } from '../../engines/engine-supply.ts';
import type { Rescue } from '../../worker/protocol.ts';
import type { RunState } from '../state/run-state.ts';

export type NoticeAction = 'open' | 'resume' | 'another-seed' | 'read-refusal' | 'read-rescue' | 'read-storage';

export interface Notice {
  /** Which icon: each has a shape of its own. */
  readonly tone: 'stop' | 'box' | 'eye' | 'back' | 'empty';
  /** The state's name, then the rest of its sentence. */
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly action: NoticeAction;
}

function failed(state: RunState): Notice[] {
  if (state.status?.state !== 'failed') return [];
  const { message, remedy } = state.status;
  const title = state.status.kind === 'storage' ? 'Storage has failed.' : 'It cannot go on.';
  return [{ tone: 'stop', title, sentence: `${message} ${remedy}`.trim(), button: 'Try again', action: 'open' }];
}

function refused({ refusal }: RunState): Notice[] {
  if (!refusal) return [];
  const sentence = `${refusal.message} ${refusal.remedy}`.trim();
  return [{ tone: 'stop', title: 'That was not possible.', sentence, button: 'All right', action: 'read-refusal' }];
}

const DEVICE_FAILURES: Readonly<Record<DeviceFailureKind, string>> = {
  'no-gpu': 'The graphics device is gone.',
  'gpu-lost': 'The graphics device was lost.',
  'gpu-memory': 'The graphics device has too little memory.',
  'gpu-fault': 'The graphics device made an error.',
};

function goesOnFrom(work: Rescue['work']): string {
  if (work === null) return 'It runs';
  if (work.kind === 'agent') return 'It lives on from its last stored episode';
  return work.iteration === 0 ? 'Starting again' : `Going on from iteration ${work.iteration}`;
}

function rescued({ rescue }: RunState): Notice[] {
  if (!rescue) return [];
  const where =
    rescue.onto === 'new-device'
      ? 'on a new device.'
      : 'on the CPU instead, which is slower. Reload the page to try the graphics device again.';
  return [
    {
      tone: 'back',
      title: DEVICE_FAILURES[rescue.kind],
      sentence: `${goesOnFrom(rescue.work)} ${where}`,
      button: 'All right',
      action: 'read-rescue',
    },
  ];
}

function storageBlocked({ storage, storageRead }: RunState): Notice[] {
  if (storage?.state !== 'blocked' || storageRead) return [];
  const sentence = `${storage.message} ${storage.remedy}`.trim();
  return [{ tone: 'box', title: 'Nothing is kept.', sentence, button: 'Go on without', action: 'read-storage' }];
}

function watching({ status }: RunState): Notice[] {
  if (status?.state !== 'watching') return [];
  const sentence = 'This one shows what happens there, and can take over when that tab is closed.';
  return [{ tone: 'eye', title: 'Another tab trains this run.', sentence, button: 'Look again', action: 'open' }];
}

function noReaders({ run, status, setup }: RunState): Notice[] {
  if (run?.deadCoverage === null || !run || status?.state === 'living') return [];
  const sentence = `After ${plural(run.iterations.length, 'iteration')} its notes hold ${percent(run.deadCoverage)} % of the facts: a dead run, which happens with some seeds.`;
  return [
    {
      tone: 'empty',
      title: 'Nobody reads, so nobody writes.',
      sentence,
      button: `Try seed ${setup.seed}`,
      action: 'another-seed',
    },
  ];
}

function restored({ status }: RunState): Notice[] {
  const iterations =
    status?.state === 'paused' && status.restored
      ? status.iteration
      : status?.state === 'idle' && status.latestRun && !status.latestRun.finished
        ? status.latestRun.iteration
        : null;
  if (iterations === null) return [];
  const sentence = `It had trained ${plural(iterations, 'iteration')}; nothing before that is lost.`;
  return [{ tone: 'back', title: 'Restored.', sentence, button: 'Resume', action: 'resume' }];
}

/** The states worth naming now; usually none or one. */
export function notices(state: RunState): readonly Notice[] {
  return [failed, refused, rescued, storageBlocked, watching, noReaders, restored].flatMap((find) => find(state));
}
