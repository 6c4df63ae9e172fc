/** What can be wrong with a link. The messages are English; the page says above them, in its own language, what it is. */

import { WaymarkError } from '../../core/errors.ts';

const ASK_AGAIN = 'Ask for the link again, or for a file.';

/** It is not what was sent, or no link of Waymark at all. */
export function damagedLink(defect: string, options?: ErrorOptions): WaymarkError {
  return new WaymarkError('link-damaged', defect, ASK_AGAIN, options);
}

/** It says something that only a later version of this page understands. */
export function newerLink(novelty: string): WaymarkError {
  return new WaymarkError(
    'link-newer',
    novelty,
    'Reload the page to get the newest version, then open the link again. If this goes on, ask for the link again.',
  );
}

/** More than links carry. */
export function tooLargeLink(excess: string): WaymarkError {
  return new WaymarkError('link-too-large', excess, 'Ask for a file instead.');
}
