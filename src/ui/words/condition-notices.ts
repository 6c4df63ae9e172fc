/** Named states of the page itself: storage, the link, updates, the network, the device. Pure. */

import { msg } from '@lit/localize';
import { counted } from '../i18n/counted.ts';
import type { ConditionsState, LinkProblem } from '../state/conditions-state.ts';
import type { RunState } from '../state/run-state.ts';
import type { Notice } from './notice.ts';

/** Of the space that the browser gives, what may be used before something should be said. */
const NEARLY_FULL = 0.9;

/** Names under which software that computes in place of a graphics device shows up. */
const SOFTWARE_ADAPTERS = /swiftshader|llvmpipe|lavapipe|\bwarp\b|basic render|software/i;

/** Grouped by weight. */
export interface ConditionNotices {
  readonly link: readonly Notice[];
  readonly storage: readonly Notice[];
  readonly update: readonly Notice[];
  readonly quiet: readonly Notice[];
}

function isBusy({ status }: RunState): boolean {
  return status?.state === 'training' || status?.state === 'living' || status?.state === 'testing';
}

function nameOfLink({ kind }: LinkProblem): Pick<Notice, 'icon' | 'title'> {
  switch (kind) {
    case 'link-too-large':
      return { icon: 'scale', title: msg('The link is too large.') };
    case 'link-newer':
      return { icon: 'clock', title: msg('The link is from a newer Waymark.') };
    case 'no-build':
      return { icon: 'piece', title: msg('This site lacks what the link needs.') };
    default:
      return { icon: 'chain', title: msg('The link is damaged.') };
  }
}

function linkNotices({ link, read }: ConditionsState): Notice[] {
  if (link === null || read.has('link')) return [];
  return [
    {
      ...nameOfLink(link),
      sentence: `${link.message} ${link.remedy}`.trim(),
      button: msg('Go on without'),
      answer: { to: 'read', condition: 'link' },
    },
  ];
}

function blocked({ storage, run }: RunState, { read }: ConditionsState): Notice[] {
  if (storage?.state !== 'blocked' || read.has('storage-blocked')) return [];
  const hasWork = run !== null && run.iterations.length > 0;
  return [
    {
      icon: 'box',
      title: msg('Nothing is kept.'),
      sentence: `${storage.message} ${storage.remedy}`.trim(),
      button: hasWork ? msg('Save a file') : msg('Go on without'),
      answer: hasWork
        ? { to: 'screen', screen: 'library', condition: 'storage-blocked' }
        : { to: 'read', condition: 'storage-blocked' },
    },
  ];
}

function nearlyFull({ space, read }: ConditionsState): Notice[] {
  if (space === null || space.usage < space.quota * NEARLY_FULL || read.has('storage-full')) return [];
  return [
    {
      icon: 'full',
      title: msg('Storage is nearly full.'),
      sentence: msg('Delete runs that you no longer need, or save them as files first.'),
      button: msg('Make room'),
      answer: { to: 'screen', screen: 'library', condition: 'storage-full' },
    },
  ];
}

/** Only at rest, and only when there is work to lose. */
function notPersistent({ run, storage, status }: RunState, { persistent, read }: ConditionsState): Notice[] {
  const hasWork = run !== null && (status?.state === 'paused' || status?.state === 'finished');
  if (persistent !== false || !hasWork || storage?.state === 'blocked' || read.has('not-persistent')) return [];
  return [
    {
      icon: 'lock',
      title: msg('This browser does not promise to keep your runs.'),
      sentence: msg('It may clear them when this device runs low on space; a file stays.'),
      button: msg('Save a file'),
      answer: { to: 'screen', screen: 'library', condition: 'not-persistent' },
    },
  ];
}

function updateReady(run: RunState, { updateReady, read }: ConditionsState): Notice[] {
  if (!updateReady) return [];
  if (!isBusy(run)) {
    return [
      {
        icon: 'arrow',
        title: msg('Update ready.'),
        sentence: msg('A newer Waymark is here; everything stored stays.'),
        button: msg('Reload with it'),
        answer: { to: 'update' },
      },
    ];
  }
  if (read.has('update-later')) return [];
  return [
    {
      icon: 'arrow',
      title: msg('Update ready (after this run).'),
      sentence: msg('Nothing reloads while the agent is at work; you will be asked again when it rests.'),
      button: msg('Later'),
      answer: { to: 'read', condition: 'update-later' },
    },
  ];
}

function livedAway({ livedAway, read }: ConditionsState): Notice[] {
  if (livedAway <= 0 || read.has('away')) return [];
  return [
    {
      icon: 'moon',
      title: msg('It went on while this tab was hidden.'),
      sentence: counted(livedAway, msg('It trained on {n} life meanwhile.|It trained on {n} lives meanwhile.')),
      button: msg('All right'),
      answer: { to: 'read', condition: 'away' },
    },
  ];
}

function offline({ online, siteKept, read }: ConditionsState): Notice[] {
  if (online || read.has('offline')) return [];
  return [
    {
      icon: 'cloud',
      title: msg('You are offline.'),
      sentence: siteKept
        ? msg('Everything here works without a network, training included.')
        : msg('What is open goes on working; screens that you have not opened yet need the network.'),
      button: msg('All right'),
      answer: { to: 'read', condition: 'offline' },
    },
  ];
}

/** Which device trains, said once, when it begins to matter. */
function slowDevice({ engine, status, rescue }: RunState, { read }: ConditionsState): Notice[] {
  if (status?.state !== 'training' || engine === null || rescue !== null) return [];
  if (engine.name === 'onnx-wasm' && !read.has('no-webgpu')) {
    return [
      {
        icon: 'chip',
        title: msg('It trains on the CPU.'),
        sentence: msg('This browser offers no WebGPU; it learns as well without, only more slowly.'),
        button: msg('All right'),
        answer: { to: 'read', condition: 'no-webgpu' },
      },
    ];
  }
  if (engine.name === 'webgpu' && SOFTWARE_ADAPTERS.test(engine.detail) && !read.has('software-adapter')) {
    return [
      {
        icon: 'drawn-chip',
        title: msg('It trains on a graphics device made of software.'),
        sentence: msg('This browser has found no real one; it learns as well without, only more slowly.'),
        button: msg('All right'),
        answer: { to: 'read', condition: 'software-adapter' },
      },
    ];
  }
  return [];
}

/** The states of the page that are worth naming now. */
export function conditionNotices(run: RunState, conditions: ConditionsState): ConditionNotices {
  return {
    link: linkNotices(conditions),
    storage: [...blocked(run, conditions), ...nearlyFull(conditions)],
    update: updateReady(run, conditions),
    quiet: [
      ...livedAway(conditions),
      ...offline(conditions),
      ...notPersistent(run, conditions),
      ...slowDevice(run, conditions),
    ],
  };
}
