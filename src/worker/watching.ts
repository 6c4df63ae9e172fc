/** Watching a run that another tab trains: what that tab stores is told here too, until it stops. */

import type { Workplace } from './workplace.ts';

export interface Watch {
  end(): void;
}

export interface WatchListener {
  /** The other tab has stopped training the run, or is gone. */
  readonly onFree: () => Promise<void>;
  /** The run cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** Tells the page about a run as it goes on elsewhere. */
export function watchRun(
  { channel, locks, storage, teller }: Workplace,
  run: string,
  { onFree, onError }: WatchListener,
): Watch {
  const abort = new AbortController();
  const { signal } = abort;
  // One after the other, so that what is announced while the log is being read follows on from it.
  let telling = Promise.resolve();
  const next = (body: () => Promise<void>): void => {
    telling = telling.then(() => (signal.aborted ? undefined : body())).catch(onError);
  };
  const stopListening = channel.listen((announcement) => {
    if (announcement.run !== run) return;
    next(async () => {
      if (!teller.tell(announcement)) await teller.tellAll(storage.runs, run);
    });
  });
  next(() => teller.tellMissing(storage.runs, run));
  locks.whenFree(run, signal).then(
    () => next(onFree),
    (error: unknown) => {
      if (!signal.aborted) onError(error);
    },
  );
  return {
    end: () => {
      abort.abort();
      stopListening();
    },
  };
}
