/** What the library needs of the browser, together; tests put another in its place. */

import { readFile, saveFile, savePicture } from './files.ts';
import { askToKeep } from '../../worker/ask-to-keep.ts';
import { reportStorage } from './storage-state.ts';

export interface LibraryServices {
  readonly saveFile: typeof saveFile;
  readonly readFile: typeof readFile;
  readonly savePicture: typeof savePicture;
  readonly reportStorage: typeof reportStorage;
  readonly askToKeep: typeof askToKeep;
  /** Does something in so many seconds, unless the function that it gives is called before. */
  readonly later: (seconds: number, act: () => void) => () => void;
}

export const libraryServices: LibraryServices = {
  saveFile,
  readFile,
  savePicture,
  reportStorage,
  askToKeep,
  later: (seconds, act) => {
    const timer = setTimeout(act, seconds * 1000);
    return () => clearTimeout(timer);
  },
};
