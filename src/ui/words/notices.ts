/** Named states: each one sentence and one button, at most two at a time, the weightiest first. Pure. */

import { msg, str } from '@lit/localize';
import type { DeviceFailureKind } from '../../engines/engine-supply.ts';
import type { Rescue } from '../../worker/protocol.ts';
import { counted } from '../i18n/counted.ts';
import type { ConditionsState } from '../state/conditions-state.ts';
import type { RunState } from '../state/run-state.ts';
import { conditionNotices } from './condition-notices.ts';
import { percent } from './format.ts';
import type { Notice, NoticeAction, NoticeAnswer } from './notice.ts';

/** More at once would hide the page, and nobody would read them. */
const MOST_AT_ONCE = 2;

function toRun(action: NoticeAction): NoticeAnswer {
  return { to: 'run', action };
}

function joined(message: string, remedy: string): string {
  return `${message} ${remedy}`.trim();
}

function failed({ status }: RunState): Notice[] {
  if (status?.state !== 'failed') return [];
  const { kind, message, remedy } = status;
  const sentence = joined(message, remedy);
  const again = { sentence, button: msg('Try again'), answer: toRun('open') };
  switch (kind) {
    case 'storage':
      return [{ ...again, icon: 'stop', title: msg('Storage has failed.') }];
    case 'memory':
      return [{ ...again, icon: 'memory', title: msg('It ran out of memory.') }];
    case 'no-build':
      return [{ ...again, icon: 'piece', title: msg('This site lacks what the run needs.') }];
    default:
      return [{ ...again, icon: 'stop', title: msg('It cannot go on.') }];
  }
}

function refused({ refusal }: RunState): Notice[] {
  if (!refusal) return [];
  const { message, remedy } = refusal;
  const read = { sentence: joined(message, remedy), button: msg('All right'), answer: toRun('read-refusal') };
  if (refusal.type === 'damaged') return [{ ...read, icon: 'piece', title: msg('Something stored cannot be read.') }];
  if (refusal.kind === 'no-build')
    return [{ ...read, icon: 'piece', title: msg('This site lacks what the run needs.') }];
  return [{ ...read, icon: 'refused', title: msg('That was not possible.') }];
}

function deviceFailure(kind: DeviceFailureKind): string {
  switch (kind) {
    case 'no-gpu':
      return msg('The graphics device is gone.');
    case 'gpu-lost':
      return msg('The graphics device was lost.');
    case 'gpu-memory':
      return msg('The graphics device has too little memory.');
    case 'gpu-fault':
      return msg('The graphics device made an error.');
  }
}

/** Where work goes on, and from what. */
function goesOn({ work, onto }: Rescue): string {
  const isDevice = onto === 'new-device';
  if (work === null) {
    return isDevice
      ? msg('It runs on a new device.')
      : msg('It runs on the CPU instead, which is slower. Reload the page to try the graphics device again.');
  }
  if (work.kind === 'agent') {
    return isDevice
      ? msg('It lives on from its last stored episode on a new device.')
      : msg(
          'It lives on from its last stored episode on the CPU instead, which is slower. Reload the page to try the graphics device again.',
        );
  }
  if (work.iteration === 0) {
    return isDevice
      ? msg('Starting again on a new device.')
      : msg('Starting again on the CPU instead, which is slower. Reload the page to try the graphics device again.');
  }
  return isDevice
    ? msg(str`Going on from iteration ${work.iteration} on a new device.`)
    : msg(
        str`Going on from iteration ${work.iteration} on the CPU instead, which is slower. Reload the page to try the graphics device again.`,
      );
}

function rescued({ rescue }: RunState): Notice[] {
  if (!rescue) return [];
  return [
    {
      icon: rescue.kind === 'gpu-memory' ? 'memory' : 'bolt',
      title: deviceFailure(rescue.kind),
      sentence: goesOn(rescue),
      button: msg('All right'),
      answer: toRun('read-rescue'),
    },
  ];
}

function watching({ status }: RunState): Notice[] {
  if (status?.state !== 'watching') return [];
  return [
    {
      icon: 'eye',
      title: status.taken ? msg('Another tab took this run over.') : msg('Another tab trains this run.'),
      sentence: msg(
        'This one shows what happens there. It can take the run over: the other tab stops and loses at most the iteration in progress.',
      ),
      button: msg('Take over'),
      answer: { to: 'take-over', run: status.run },
    },
  ];
}

function noReaders({ run, status, setup }: RunState): Notice[] {
  if (run?.deadCoverage === null || !run || status?.state === 'living') return [];
  const share = percent(run.deadCoverage);
  return [
    {
      icon: 'empty',
      title: msg('Nobody reads, so nobody writes.'),
      sentence: counted(
        run.iterations.length,
        msg(
          str`After {n} iteration its notes hold ${share} % of the facts. Few such runs recover.|After {n} iterations its notes hold ${share} % of the facts. Few such runs recover.`,
        ),
      ),
      button: msg(str`Try seed ${setup.seed}`),
      answer: toRun('another-seed'),
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
  return [
    {
      icon: 'back',
      title: msg('Restored.'),
      sentence: counted(
        iterations,
        msg(
          'It had trained {n} iteration; nothing before that is lost.|It had trained {n} iterations; nothing before that is lost.',
        ),
      ),
      button: msg('Resume'),
      answer: toRun('resume'),
    },
  ];
}

/** The states worth naming now; usually none or one. */
export function notices(run: RunState, conditions: ConditionsState): readonly Notice[] {
  const { link, storage, update, quiet } = conditionNotices(run, conditions);
  const ofRun = [failed, refused, rescued, watching].flatMap((find) => find(run));
  const all = [...ofRun, ...link, ...storage, ...noReaders(run), ...restored(run), ...update, ...quiet];
  return all.slice(0, MOST_AT_ONCE);
}
