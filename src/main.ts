/** The page's beginning: state, worker, the recorded life that plays at once, and the one screen; or the benchmark. */

import { findPreset } from './learning/presets.ts';
import { parseRecording } from './runs/recording.ts';
import { Actions } from './ui/actions.ts';
import { Player } from './ui/player.ts';
import { applyStoredTheme } from './ui/preferences.ts';
import './ui/screens/watch-screen.ts';
import { initialState } from './ui/state/app-state.ts';
import { Store } from './ui/state/store.ts';
import './ui/styles/page.css';
import { TrainingClient } from './worker/client.ts';

/** Text must not jump when its fonts arrive, nor wait for them for long. */
const FONTS_WAIT_MS = 800;
const FONTS = ['1em Besley', '1em "Atkinson Hyperlegible Next"', '1em "Atkinson Hyperlegible Mono"'];

async function loadFonts(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, FONTS_WAIT_MS));
  await Promise.race([late, Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))]);
}

/** The recorded life of the environment that the page starts with. */
async function loadRecording(store: Store): Promise<void> {
  const { environment } = findPreset(store.state.setup.preset).recipe;
  const address = new URL(`recorded/${environment.split('/')[0]}.json`, document.baseURI);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname} answers ${response.status}`);
    store.dispatch({ type: 'recording-loaded', recording: parseRecording(await response.json()) });
  } catch (error) {
    store.dispatch({ type: 'recording-missing', problem: error instanceof Error ? error.message : String(error) });
  }
}

/** The address of the benchmark, which is a page of its own: neither needs the other's state. */
const BENCH = '#bench';

/** The screen of everything else. */
async function openWatchScreen(): Promise<void> {
  const store = new Store(initialState(matchMedia('(prefers-reduced-motion: reduce)').matches));
  const actions = new Actions(new TrainingClient(), store);
  new Player(store);
  await Promise.all([loadFonts(), loadRecording(store)]);
  const screen = document.createElement('wm-watch-screen');
  screen.store = store;
  screen.actions = actions;
  document.body.append(screen);
  // Model and engine load after the first picture is on screen, so that they do not hold it up.
  requestAnimationFrame(() => setTimeout(() => actions.open()));
}

async function openBenchScreen(): Promise<void> {
  await Promise.all([loadFonts(), import('./ui/screens/bench-screen.ts')]);
  document.body.append(document.createElement('wm-bench-screen'));
}

applyStoredTheme();
const benched = location.hash === BENCH;
addEventListener('hashchange', () => {
  if ((location.hash === BENCH) !== benched) location.reload();
});
await (benched ? openBenchScreen() : openWatchScreen());
