/** The page's beginning: its parts put together, and the recorded life that plays at once. */

import { findPreset } from './learning/presets.ts';
import { parseRecording } from './runs/recording.ts';
import { createApp } from './ui/app.ts';
import './ui/screens/app-shell.ts';
import { addressBar, presentRoute, watchAddress } from './ui/services/address.ts';
import { showAppearance } from './ui/services/appearance.ts';
import { speech } from './ui/services/language.ts';
import { Player } from './ui/services/player.ts';
import { rememberPreferences, storedPreferences } from './ui/services/preferences.ts';
import { printPage } from './ui/services/printing.ts';
import { loadScreen } from './ui/services/screens.ts';
import { showShell } from './ui/services/shell.ts';
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

const app = createApp({
  client: new TrainingClient(),
  address: addressBar,
  loadScreen,
  speech,
  print: printPage,
  preferences: storedPreferences(),
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
});
const { language, page, run } = app.actions;

showAppearance(app.page);
rememberPreferences(app.page);
new Player(app.run);
const route = presentRoute();
await Promise.all([loadFonts(), loadRecording(app.run), language.begin(route), page.arrive(route)]);
watchAddress((next) => {
  void language.follow(next);
  void page.arrive(next);
});
showShell(app);
// Model and engine load after the first picture is on screen, so that they do not hold it up.
requestAnimationFrame(() => setTimeout(() => run.open()));
