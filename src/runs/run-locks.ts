/** One writer per run: who may train a run, and when somebody else stops training it. */

/** The right to write to a run, until released or until the tab dies. */
export interface Lease {
  release(): void;
}

export interface RunLocks {
  /** The right to write to the run, or null while another tab has it. */
  tryAcquire(run: string): Promise<Lease | null>;
  /** Resolves once no tab holds the run; rejects with the signal's reason when it is aborted first. */
  whenFree(run: string, signal: AbortSignal): Promise<void>;
}

/**
 * Locks between the tabs of one browser (Web Locks). `manager` is undefined where pages are served without a secure
 * connection: every tab may write then, and the stores' check on each commit is what remains.
 */
export function createWebLocks(manager: LockManager | undefined): RunLocks {
  if (manager === undefined) {
    return { tryAcquire: () => Promise.resolve({ release: () => undefined }), whenFree: () => Promise.resolve() };
  }
  return {
    tryAcquire: (run) =>
      new Promise((resolve, reject) => {
        const holding = manager.request(lockName(run), { ifAvailable: true }, (lock) => {
          if (lock === null) {
            resolve(null);
            return undefined;
          }
          // The lock is held for as long as this inner promise is pending.
          return new Promise<void>((release) => resolve({ release }));
        });
        holding.catch(reject);
      }),
    whenFree: async (run, signal) => {
      // Shared, so that all who watch are told at once and none of them holds the run.
      await manager.request(lockName(run), { mode: 'shared', signal }, () => undefined);
    },
  };
}

function lockName(run: string): string {
  return `waymark/run/${run}`;
}
