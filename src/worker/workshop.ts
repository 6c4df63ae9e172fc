/** All that the training worker can do once the storage is open. */

import type { Storage } from '../runs/browser-storage.ts';
import type { RecordedAgent } from '../runs/recorded-agent.ts';
import type { StorageError } from '../runs/storage-error.ts';
import { LabActivity } from './lab-activity.ts';
import { LibraryActivity } from './library-activity.ts';
import { LivingActivity } from './living-activity.ts';
import { ShareActivity } from './share-activity.ts';
import { TrainingActivity } from './training-activity.ts';
import type { Workplace } from './workplace.ts';

export interface Workshop {
  readonly workplace: Workplace;
  readonly training: TrainingActivity;
  readonly living: LivingActivity;
  readonly library: LibraryActivity;
  readonly lab: LabActivity;
  readonly share: ShareActivity;
}

export interface WorkshopParts extends Omit<Workplace, 'storage'> {
  /** `onClosed` is called when the storage can no longer be used. */
  readonly openStorage: (onClosed: (error: StorageError) => void) => Promise<Storage>;
  /** An agent that the site ships. */
  readonly loadRecorded: (recording: string) => Promise<RecordedAgent>;
  /** A whole number from 0, another each time: for the names of runs and nothing else. */
  readonly draw: () => number;
}

/** A workshop that is opened when it is first needed, and again after its storage was closed under it. */
export class WorkshopDoor {
  readonly #parts: WorkshopParts;
  readonly #onClosed: (error: StorageError) => void;
  #opened: Promise<Workshop> | null = null;

  constructor(parts: WorkshopParts, onClosed: (error: StorageError) => void) {
    this.#parts = parts;
    this.#onClosed = onClosed;
  }

  /** Rejects with why the storage cannot be opened; the next call tries again. */
  open(): Promise<Workshop> {
    this.#opened ??= this.#setUp().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #setUp(): Promise<Workshop> {
    const { openStorage, loadRecorded, draw, ...rest } = this.#parts;
    const storage = await openStorage((error) => {
      this.#opened = null;
      this.#onClosed(error);
    });
    const workplace = { ...rest, storage };
    const training = new TrainingActivity(workplace);
    return {
      workplace,
      training,
      lab: new LabActivity({ workplace, training, loadRecorded }),
      share: new ShareActivity({ workplace, training, draw }),
      living: new LivingActivity(workplace),
      library: new LibraryActivity({ storage, locks: workplace.locks }),
    };
  }
}
