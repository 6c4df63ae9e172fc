/** What the screens are called: in the tabs, in the shortcut sheet, in the title of the tab. Pure. */

import { msg, str } from '@lit/localize';
import { presentScreen, type PageState } from '../state/page-state.ts';
import type { ScreenName } from '../state/route.ts';

/** In the language of the page, as it is now. */
export function screenName(screen: ScreenName): string {
  switch (screen) {
    case 'watch':
      return msg('Watch');
    case 'train':
      return msg('Train');
    case 'lab':
      return msg('Notes lab');
    case 'library':
      return msg('Library');
    case 'lesson':
      return msg('Lessons');
    case 'bench':
      return msg('This device, measured');
    case 'open':
      return msg('What you were given');
  }
}

/** The title of the browser's tab: what the page is on its first screen, and elsewhere the screen's name. */
export function pageTitle(state: PageState): string {
  const screen = presentScreen(state);
  if (screen === 'watch') return msg('Waymark: watch an agent learn to use its own notes');
  return msg(str`${screenName(screen)} | Waymark`);
}
