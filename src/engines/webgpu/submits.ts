/** What is asked of submits, whatever is in them. */

/** Milliseconds of the device that a submit may take: a page that is drawn in between stays smooth. */
export const SUBMIT_MS = 20;
/** More under way at once make devices slower. */
export const SUBMITS_IN_FLIGHT = 2;
