/**
 * Keyboard shortcuts as data: where each key acts, what it does and how that is called. The sheet of keys is drawn from
 * this table and keys are looked up in it, so that no key does anything that the sheet does not say.
 */

import { msg } from '@lit/localize';
import type { App } from '../app.ts';
import { presentLesson } from '../lessons/present-lesson.ts';
import type { ScreenName } from '../state/route.ts';

export interface Shortcut {
  /** As `KeyboardEvent.key`, lower case; `shift+` in front where it is held. */
  readonly key: string;
  /** As printed on the keys, one entry for each that is held. */
  readonly caps: () => readonly string[];
  readonly meaning: () => string;
  readonly act: (app: App) => void;
  /** A control that class links can take away (controls.ts) takes its keys with it. */
  readonly control?: string;
}

export interface ShortcutGroup {
  readonly screens: readonly ScreenName[] | 'all';
  /** Only there, since the same keys scroll or move a cursor otherwise. */
  readonly projectorOnly?: true;
  readonly shortcuts: readonly Shortcut[];
}

/** A key that is a letter or a sign: its cap shows itself. */
function cap(key: string): () => readonly string[] {
  return () => [key.toUpperCase()];
}

function shiftAnd(key: string): () => readonly string[] {
  return () => [msg('Shift'), key.toUpperCase()];
}

const space: Shortcut['caps'] = () => [msg('Space')];

function turnLesson(app: App, by: 1 | -1): void {
  const present = presentLesson(app);
  if (present) void app.actions.lesson.turnTo(present.lesson, present.index + by);
}

const playOrPause: Shortcut = {
  key: ' ',
  caps: space,
  meaning: () => msg('Play or pause training'),
  act: ({ actions }) => actions.run.bigButton(),
};

const trainOne: Shortcut = {
  key: 's',
  caps: cap('s'),
  meaning: () => msg('Train one iteration'),
  act: ({ actions }) => actions.run.stepTraining(),
};

const moveBack: Shortcut = {
  key: 'j',
  caps: cap('j'),
  meaning: () => msg('One move back'),
  act: ({ actions }) => actions.run.step('still', -1),
};

const moveOn: Shortcut = {
  key: 'l',
  caps: cap('l'),
  meaning: () => msg('One move on'),
  act: ({ actions }) => actions.run.step('still', 1),
};

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    screens: ['watch'],
    shortcuts: [
      playOrPause,
      trainOne,
      {
        key: 'k',
        caps: cap('k'),
        meaning: () => msg('Play or pause the replay'),
        act: ({ actions }) => actions.run.switchReplay(),
      },
      moveBack,
      moveOn,
      {
        key: 'shift+j',
        caps: shiftAnd('j'),
        meaning: () => msg('One task back'),
        act: ({ actions }) => actions.run.step('task', -1),
      },
      {
        key: 'shift+l',
        caps: shiftAnd('l'),
        meaning: () => msg('One task on'),
        act: ({ actions }) => actions.run.step('task', 1),
      },
      {
        key: 'shift+u',
        caps: shiftAnd('u'),
        meaning: () => msg('Back to the last update of its notes'),
        act: ({ actions }) => actions.run.step('update', -1),
        control: 'stepping',
      },
      {
        key: 'u',
        caps: cap('u'),
        meaning: () => msg('On to the next update of its notes'),
        act: ({ actions }) => actions.run.step('update', 1),
        control: 'stepping',
      },
      {
        key: '[',
        caps: cap('['),
        meaning: () => msg('To the life above'),
        act: ({ actions }) => actions.run.step('life', -1),
        control: 'stepping',
      },
      {
        key: ']',
        caps: cap(']'),
        meaning: () => msg('To the life below'),
        act: ({ actions }) => actions.run.step('life', 1),
        control: 'stepping',
      },
      {
        key: 'h',
        caps: cap('h'),
        meaning: () => msg('To the first note that helped'),
        act: ({ actions }) => actions.watch.showFirstHelp(),
        control: 'stepping',
      },
      {
        key: 'd',
        caps: cap('d'),
        meaning: () => msg('Have it live in another world'),
        act: ({ actions }) => actions.watch.roll(),
        control: 'seed',
      },
    ],
  },
  {
    screens: ['train'],
    shortcuts: [playOrPause, trainOne],
  },
  {
    screens: ['lab'],
    shortcuts: [
      {
        key: ' ',
        caps: space,
        meaning: () => msg('Begin or stop the test'),
        act: ({ actions }) => actions.lab.bigButton(),
      },
    ],
  },
  {
    screens: 'all',
    shortcuts: [
      { key: '1', caps: cap('1'), meaning: () => msg('Go to Watch'), act: ({ actions }) => actions.page.go('watch') },
      {
        key: '2',
        caps: cap('2'),
        meaning: () => msg('Go to Train'),
        act: ({ actions }) => actions.page.go('train'),
        control: 'train',
      },
      {
        key: '3',
        caps: cap('3'),
        meaning: () => msg('Go to the Notes lab'),
        act: ({ actions }) => actions.page.go('lab'),
        control: 'lab',
      },
      {
        key: '4',
        caps: cap('4'),
        meaning: () => msg('Go to the Library'),
        act: ({ actions }) => actions.page.go('library'),
        control: 'library',
      },
      {
        key: 'p',
        caps: cap('p'),
        meaning: () => msg('Projector mode, and back'),
        act: ({ actions }) => actions.page.switchProjector(),
        control: 'projector',
      },
      {
        key: '?',
        caps: cap('?'),
        meaning: () => msg('This list'),
        act: ({ actions }) => actions.page.openSheet('keys'),
        control: 'keys',
      },
    ],
  },
  {
    screens: ['lesson'],
    projectorOnly: true,
    shortcuts: [
      {
        key: 'arrowright',
        caps: cap('→'),
        meaning: () => msg('The next page of the lesson'),
        act: (app) => turnLesson(app, 1),
      },
      {
        key: 'arrowleft',
        caps: cap('←'),
        meaning: () => msg('The page before'),
        act: (app) => turnLesson(app, -1),
      },
    ],
  },
  {
    screens: ['watch'],
    projectorOnly: true,
    shortcuts: [
      { ...moveOn, key: 'arrowright', caps: cap('→') },
      { ...moveBack, key: 'arrowleft', caps: cap('←') },
    ],
  },
  {
    screens: 'all',
    projectorOnly: true,
    shortcuts: [
      {
        key: 'escape',
        caps: () => [msg('Esc')],
        meaning: () => msg('Leave projector mode'),
        act: ({ actions }) => actions.page.leaveProjector(),
      },
    ],
  },
];
