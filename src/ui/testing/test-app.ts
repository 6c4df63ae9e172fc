/** The page without its worker: what it sends is written down, and the test says what is answered. */

import type { BenchMessage } from '../../worker/bench-protocol.ts';
import type { Command, WorkerMessage } from '../../worker/protocol.ts';
import { formatLevelId, parseLevelId } from '../../environments/ids.ts';
import { WaymarkError } from '../../core/errors.ts';
import type { SharedLink } from '../../runs/links/shared-link.ts';
import { createApp, type App } from '../app.ts';
import { USUAL_PREFERENCES } from '../state/page-state.ts';
import { scriptedRecording } from './scripted-lives.ts';

export interface TestApp extends App {
  /** The benchmark that is under way: what it says is given to `hear`, which is null when none is. */
  readonly benchmark: { hear: ((message: BenchMessage) => void) | null };
  /** Commands sent to the worker, oldest first. */
  readonly sent: Command[];
  /** The worker speaks. */
  readonly say: (...messages: readonly WorkerMessage[]) => void;
  /** Fragments that the address bar was given, `reload` and `update`. */
  readonly shown: string[];
  /** What the payloads of shared links carry; any other payload is damaged. */
  readonly links: Map<string, SharedLink>;
  /** Texts that the clipboard was given. */
  readonly copied: string[];
  /** Links, and names of files, that the system was given to pass on. */
  readonly handedOver: string[];
  /** Files that the visitor was handed. */
  readonly saved: { readonly name: string; readonly content: Uint8Array | string | Blob }[];
  /** The time of everything that waits for it is over. */
  readonly timeIsUp: () => void;
}

/** Nothing plays by itself. */
export function testApp(): TestApp {
  const benchmark: TestApp['benchmark'] = { hear: null };
  const sent: Command[] = [];
  const shown: string[] = [];
  const links: TestApp['links'] = new Map();
  const copied: string[] = [];
  const handedOver: string[] = [];
  const saved: TestApp['saved'] = [];
  const timers = new Set<() => void>();
  const listeners = new Set<(message: WorkerMessage) => void>();
  const app = createApp({
    bench: {
      hasAdapter: () => Promise.resolve(true),
      run: (hear) => {
        benchmark.hear = hear;
        return () => (benchmark.hear = null);
      },
      copy: (text) => {
        copied.push(text);
        return Promise.resolve();
      },
      save: () => undefined,
    },
    client: {
      send: (command) => void sent.push(command),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    address: {
      show: (fragment) => void shown.push(fragment),
      replace: (fragment) => void shown.push(fragment),
      whole: (fragment) => `https://waymark.example/${fragment}`,
      reload: () => void shown.push('reload'),
    },
    copy: (text) => {
      copied.push(text);
      return Promise.resolve();
    },
    library: {
      saveFile: (name, content) => void saved.push({ name, content }),
      readFile: async (file) => new Uint8Array(await file.arrayBuffer()),
      savePicture: (_, name, kind) => {
        saved.push({ name: `${name}.${kind}`, content: '' });
        return Promise.resolve();
      },
      reportStorage: () => Promise.resolve({ space: { usage: 2_100_000, quota: 10_000_000_000 }, persistent: false }),
      askToKeep: () => Promise.resolve(false),
      later: (_, act) => {
        timers.add(act);
        return () => timers.delete(act);
      },
    },
    links: {
      encode: (link) => {
        const payload = `${link.kind}-${links.size}`;
        links.set(payload, link);
        return Promise.resolve(payload);
      },
      decode: (payload) => {
        const link = links.get(payload);
        return link
          ? Promise.resolve(link)
          : Promise.reject(new WaymarkError('link-damaged', 'It is cut short.', 'Ask.'));
      },
      findPayload: (text) => Promise.resolve(/open=([\w-]+)/.exec(text)?.[1] ?? null),
    },
    loadScreen: () => Promise.resolve(),
    recordings: (environment) => Promise.resolve(scriptedRecording(formatLevelId(parseLevelId(environment)))),
    share: {
      loadSheet: () => Promise.resolve(),
      loadQr: () => Promise.resolve(),
      saveFile: (name, content) => void saved.push({ name, content }),
      print: () => undefined,
      web: {
        canShareLinks: () => true,
        canShareFile: () => true,
        shareLink: (_, link) => {
          handedOver.push(link);
          return Promise.resolve('shared');
        },
        shareFile: (name) => {
          handedOver.push(name);
          return Promise.resolve('shared');
        },
      },
    },
    conditions: {
      checkLink: () => Promise.resolve(),
      reportStorage: () => Promise.resolve({ space: null, persistent: null }),
      remember: () => undefined,
      keepSite: () => undefined,
      takeUpUpdate: () => void shown.push('update'),
    },
    told: [],
    speech: { preferred: () => 'en', remember: () => undefined, speak: () => Promise.resolve() },
    clock: { now: () => 0, every: () => undefined },
    draw: () => 417,
    print: () => undefined,
    preferences: USUAL_PREFERENCES,
    still: true,
  });
  const say: TestApp['say'] = (...messages) => {
    for (const message of messages) for (const listener of listeners) listener(message);
  };
  const timeIsUp = (): void => {
    const due = [...timers];
    timers.clear();
    for (const act of due) act();
  };
  return { ...app, benchmark, sent, say, shown, links, copied, handedOver, saved, timeIsUp };
}
