/**
 * What a lesson is: pages of data. A page stands above a live screen and names the part of it to look at; it may begin
 * with something that happens there, and it knows by the state of the page whether that has been seen. Lessons send
 * nothing anywhere and keep nothing beyond the visit.
 */

import type { App } from '../app.ts';
import type { ScreenName } from '../state/route.ts';

/** Parts of screens that lessons point at; the elements that show them wear the name (lessons/spotlight.ts). */
export type Part =
  | 'world'
  | 'notebook'
  | 'staircase'
  | 'lives'
  | 'controls'
  | 'curves'
  | 'credit'
  | 'monitor'
  | 'switches'
  | 'own-note'
  | 'bar';

/** Texts are functions, because the language may change. */
export type Text = () => string;

export interface Choice {
  readonly name: string;
  readonly text: Text;
}

/** Something to decide before or after looking: voted on in a class, answered by one alone. */
export interface Question {
  readonly text: Text;
  readonly choices: readonly Choice[];
  /** The name of the choice that what is on screen bears out; null where the visitor is to find out or to argue. */
  readonly answer: string | null;
  /** Said once a choice was made. */
  readonly afterwards: Text;
}

export interface LessonPage {
  /** Unique in its lesson. */
  readonly name: string;
  /** The screen under the page. */
  readonly screen: Extract<ScreenName, 'watch' | 'train' | 'lab'>;
  /** What to look at; null where the words are enough. */
  readonly part: Part | null;
  readonly title: Text;
  readonly text: Text;
  readonly question?: Question;
  /** Findings stay covered on it, because it asks for a prediction. */
  readonly conceals?: boolean;
  /** What happens when the page is come to. */
  readonly enter?: (app: App) => void;
  /** Whether what the page asks for has been done. A page without it asks for nothing. Pure: it only reads. */
  readonly done?: (app: App) => boolean;
  /** Said in place of the waiting sentence once it is done: what there is to see now. */
  readonly outcome?: (app: App) => string;
}

export interface Lesson {
  /** As in addresses: `notes-help`. */
  readonly name: string;
  readonly title: Text;
  /** One sentence: what it is about. */
  readonly about: Text;
  /** How long it takes, in minutes. */
  readonly minutes: number;
  readonly pages: readonly LessonPage[];
  /** For the worksheet: questions to answer in writing. */
  readonly worksheet: readonly Text[];
}
