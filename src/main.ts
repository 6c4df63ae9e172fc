/** The page's beginning: its parts put together, and the recorded life that plays at once. */

import { findPreset } from './learning/presets.ts';
import { parseRecording } from './runs/recording.ts';
import { createApp } from './ui/app.ts';
import './ui/screens/app-shell.ts';
import { presentRoute, showAddress, watchAddress } from './ui/services/address.ts';
import { Player } from './ui/services/player.ts';
import { applyStoredTheme } from './ui/services/preferences.ts';
import { loadScreen } from './ui/services/screens.ts';
import type { Route } from './ui/state/route.ts';
import type { RunStore } from './ui/state/run-reducer.ts';
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
async function loadRecording(store: RunStore): Promise<void> {
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

applyStoredTheme();
const app = createApp({
  client: new TrainingClient(),
  address: { show: showAddress },
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
});
const { page, run } = app.actions;

async function arrive(route: Route): Promise<void> {
  await loadScreen(route.screen);
  page.arrive(route);
}

new Player(app.run);
await Promise.all([loadFonts(), loadRecording(app.run), arrive(presentRoute())]);
watchAddress((route) => void arrive(route));
const shell = document.createElement('wm-app');
shell.app = app;
document.body.append(shell);
// Model and engine load after the first picture is on screen, so that they do not hold it up.
requestAnimationFrame(() => setTimeout(() => run.open()));
