/** Loads the code of a screen; the first one is part of the page itself. */

import type { LoadScreen } from '../state/route.ts';

export const loadScreen: LoadScreen = async (screen) => {
  switch (screen) {
    case 'watch':
      return;
    case 'train':
      await import('../screens/train-screen.ts');
      return;
    case 'lab':
      await import('../screens/lab-screen.ts');
      return;
    case 'library':
      await import('../screens/library-screen.ts');
      return;
    case 'lesson':
      await import('../screens/lesson-screen.ts');
      return;
    case 'bench':
      await import('../screens/bench-screen.ts');
      return;
    case 'open':
      await import('../screens/open-screen.ts');
      return;
  }
};
