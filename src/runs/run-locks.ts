/** One writer per run: who may train a run, when somebody else stops training it, and taking it over from them. */

/** The right to write to a run, until released or taken over or until the tab dies. */
export interface Lease {
  release(): void;
  /** Resolves when another tab has taken the run over: from then on nothing more may be written. */
  readonly lost: Promise<void>;
}

export interface RunLocks {
  /** The right to write to the run, or null while somebody has it. */
  tryAcquire(run: string): Promise<Lease | null>;
  /** The right to write to the run; whoever has it loses it. */
  takeOver(run: string): Promise<Lease>;
  /** Resolves once no tab holds the run; rejects with the signal's reason when it is aborted first. */
  whenFree(run: string, signal: AbortSignal): Promise<void>;
  /** What is held now, by this tab or another. */
  held(): Promise<ReadonlySet<string>>;
}

const PREFIX = 'waymark/run/';

/**
 * Locks between the tabs of one browser (Web Locks). `manager` is undefined where pages are served without a secure
 * connection: every tab may write then, and the stores' check on each commit is what remains.
 */
export function createWebLocks(manager: LockManager | undefined): RunLocks {
  if (manager === undefined) {
    const free = (): Promise<Lease> =>
      Promise.resolve({ release: () => undefined, lost: new Promise(() => undefined) });
    return { tryAcquire: free, takeOver: free, whenFree: () => Promise.resolve(), held: async () => new Set() };
  }
  return {
    tryAcquire: (run) => acquire(manager, run, { ifAvailable: true }),
    takeOver: async (run) => {
      const lease = await acquire(manager, run, { steal: true });
      if (lease === null) throw new Error('A lock that is taken over is always granted.');
      return lease;
    },
    whenFree: async (run, signal) => {
      // Shared, so that all who watch are told at once and none of them holds the run.
      await manager.request(PREFIX + run, { mode: 'shared', signal }, () => undefined);
    },
    held: async () => {
      const { held = [] } = await manager.query();
      return new Set(held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
    },
  };
}

function acquire(manager: LockManager, run: string, options: LockOptions): Promise<Lease | null> {
  return new Promise((resolve, reject) => {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolveLost) => {
      lose = resolveLost;
    });
    const holding = manager.request(PREFIX + run, options, (lock) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      // The lock is held for as long as this inner promise is pending.
      return new Promise<void>((release) => resolve({ release, lost }));
    });
    // Rejects where there are no locks to be had, and when one that is held is taken over.
    holding.catch(reject);
    holding.catch(lose);
  });
}
