/** Ctrl-C as a request to stop at the next good moment. */

import process from 'node:process';

/** What a shell reports for a command that was interrupted. */
export const INTERRUPTED = 130;

export interface Interrupt {
  readonly requested: boolean;
  /** Lets Ctrl-C end the program at once again. */
  ignore(): void;
}

/** The first Ctrl-C (or SIGTERM) is noted and told to `onRequest`; a second ends the program at once. */
export function noteInterrupts(onRequest: () => void): Interrupt {
  let requested = false;
  const receive = (): void => {
    if (requested) process.exit(INTERRUPTED);
    requested = true;
    onRequest();
  };
  process.on('SIGINT', receive);
  process.on('SIGTERM', receive);
  return {
    get requested() {
      return requested;
    },
    ignore() {
      process.off('SIGINT', receive);
      process.off('SIGTERM', receive);
    },
  };
}
