/** Which of the shortcuts act now, and what a key therefore does. Pure. */

import type { App } from '../app.ts';
import { presentLesson } from '../lessons/present-lesson.ts';
import { hidden, presentScreen } from '../state/page-state.ts';
import type { ScreenName } from '../state/route.ts';
import { SHORTCUTS, type Shortcut, type ShortcutGroup } from './shortcuts.ts';

/** Keys that write nothing: they stay when single keys are switched off. */
const SILENT_KEYS: ReadonlySet<string> = new Set(['escape', 'arrowleft', 'arrowright']);

/** The screen in sight, and under a lesson's page the screen that it speaks of. */
function screensInSight(app: App): readonly ScreenName[] {
  const screen = presentScreen(app.page.state);
  const taught = screen === 'lesson' ? presentLesson(app) : null;
  return taught ? [screen, taught.page.screen] : [screen];
}

/** Whether the keys of a group do something now. */
export function groupActs({ screens, projectorOnly }: ShortcutGroup, app: App): boolean {
  const { state } = app.page;
  if (projectorOnly && !state.projector) return false;
  if (screens === 'all') return true;
  // In a room the arrows advance the lesson, not what lies under its page.
  const inSight = projectorOnly ? [presentScreen(state)] : screensInSight(app);
  return inSight.some((screen) => screens.includes(screen));
}

/** The shortcuts of a group that no class link has taken away. */
export function shortcutsOf({ shortcuts }: ShortcutGroup, app: App): readonly Shortcut[] {
  return shortcuts.filter(({ control }) => control === undefined || !hidden(app.page.state, control));
}

/** What a key does now; null where it does nothing. */
export function findShortcut(key: string, app: App): Shortcut | null {
  if (!app.page.state.preferences.shortcuts && !SILENT_KEYS.has(key)) return null;
  const present = SHORTCUTS.filter((group) => groupActs(group, app)).flatMap((group) => shortcutsOf(group, app));
  return present.find((shortcut) => shortcut.key === key) ?? null;
}
