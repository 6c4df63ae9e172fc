/** Whether a failure means that there was no memory left: engines and browsers say so in words of their own. */

const WORDS = /out of memory|could not allocate|allocation failed|failed to allocate|bad_alloc/i;

/** `reason` is what a worker or an engine said when it broke down. */
export function meansOutOfMemory(reason: string | undefined): boolean {
  return reason !== undefined && WORDS.test(reason);
}
