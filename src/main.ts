/** The page's beginning: its parts put together, and the recorded life that plays at once. */

// First, so that it hears of whatever breaks while the rest is put together.
import './ui/services/crash.ts';
import { createApp } from './ui/app.ts';
import './ui/screens/app-shell.ts';
import { benchServices } from './ui/services/bench-run.ts';
import { addressBar, presentRoute, watchAddress } from './ui/services/address.ts';
import { showAppearance } from './ui/services/appearance.ts';
import { watchConnection } from './ui/services/connection.ts';
import { speech } from './ui/services/language.ts';
import { libraryServices } from './ui/services/library-services.ts';
import { checkLink } from './ui/services/link-check.ts';
import { wallClock } from './ui/services/clock.ts';
import { drawNumber } from './ui/services/draw.ts';
import { Player } from './ui/services/player.ts';
import { rememberPreferences, storedPreferences } from './ui/services/preferences.ts';
import { printPage } from './ui/services/printing.ts';
import { copyText } from './ui/services/clipboard.ts';
import { fetchRecording } from './ui/services/recordings.ts';
import { loadScreen } from './ui/services/screens.ts';
import { browserSharing } from './ui/services/browser-sharing.ts';
import { sharedLinks } from './ui/services/shared-links.ts';
import { showShell } from './ui/services/shell.ts';
import { reportStorage } from './ui/services/storage-state.ts';
import { Updates } from './ui/services/updates.ts';
import { watchVisibility } from './ui/services/visibility.ts';
import { recallVisit, rememberVisit } from './ui/services/visit-memory.ts';
import './ui/styles/page.css';
import { TrainingClient } from './worker/client.ts';

/** Text must not jump when its fonts arrive, nor wait for them for long. */
const FONTS_WAIT_MS = 800;
const FONTS = ['1em Besley', '1em "Atkinson Hyperlegible Next"', '1em "Atkinson Hyperlegible Mono"'];

async function loadFonts(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, FONTS_WAIT_MS));
  await Promise.race([late, Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))]);
}

const updates = new Updates({
  onKept: () => app.actions.conditions.siteKept(),
  onReady: () => app.actions.conditions.updateReady(),
});
const app = createApp({
  bench: benchServices,
  client: new TrainingClient(),
  address: addressBar,
  copy: copyText,
  library: libraryServices,
  links: sharedLinks,
  loadScreen,
  recordings: fetchRecording,
  share: browserSharing,
  speech,
  conditions: {
    checkLink,
    reportStorage,
    remember: rememberVisit,
    keepSite: () => void updates.start(),
    takeUpUpdate: () => updates.takeUp(),
  },
  told: recallVisit(),
  clock: wallClock,
  draw: drawNumber,
  print: printPage,
  preferences: storedPreferences(),
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
});
const { conditions, language, page, run, watch } = app.actions;

showAppearance(app.page, app.language);
rememberPreferences(app.page);
new Player(app.run);
const route = presentRoute();
const begun = Promise.all([loadFonts(), watch.loadRecording(), language.begin(route), page.arrive(route)]);
// From now on, though it is followed only when there is a page to follow it: a link may be opened before.
watchAddress((next) => {
  void begun.then(() => {
    void conditions.readLink(next);
    void language.follow(next);
    void page.arrive(next);
  });
});
await begun;
watchConnection((online) => conditions.connectionChanged(online));
watchVisibility({ onHidden: () => conditions.tabHidden(), onShown: () => conditions.tabShown() });
void conditions.readLink(route);
document.querySelector('.start')?.remove();
showShell(app);
// Model and engine load after the first picture is on screen, so that they do not hold it up.
requestAnimationFrame(() => setTimeout(() => run.open()));
