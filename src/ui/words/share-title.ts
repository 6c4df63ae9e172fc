/** What the sheet for sharing is called: apart from its other words, because it is there before them. Pure. */

import { msg, str } from '@lit/localize';
import type { Subject } from '../state/share-state.ts';

/** What a run is called; null for a recipe without one. */
export function subjectName({ run }: Subject): string | null {
  return run ? (run.title ?? run.run) : null;
}

export function sheetTitle(subject: Subject | null): string {
  if (!subject) return msg('Share');
  const name = subjectName(subject);
  return name === null ? msg('Share this recipe') : msg(str`Share ${name}`);
}
