/** What can change the page: messages of the worker, and of the page to itself. */

import type { Recording } from '../../runs/recording.ts';
import type { LabMessage } from '../../worker/lab-protocol.ts';
import type { LibraryMessage } from '../../worker/library-protocol.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import type { ShareMessage } from '../../worker/share-protocol.ts';
import type { StepUnit } from './playback.ts';
import type { Setup, Speed } from './run-state.ts';
import type { WatchMessage } from './watch-messages.ts';

export type LocalMessage =
  | WatchMessage
  | { readonly type: 'recording-loaded'; readonly recording: Recording }
  | { readonly type: 'recording-missing'; readonly environment: string; readonly problem: string }
  | { readonly type: 'setup-chosen'; readonly setup: Setup }
  | { readonly type: 'play-wanted'; readonly wanted: boolean }
  | { readonly type: 'pause-asked' }
  | { readonly type: 'refusal-read' }
  | { readonly type: 'rescue-read' }
  /** The replay goes on by itself: to the next still, and from the last one to the next life. */
  | { readonly type: 'replay-advanced' }
  | { readonly type: 'still-chosen'; readonly index: number }
  | { readonly type: 'stepped'; readonly by: StepUnit; readonly direction: 1 | -1 }
  | { readonly type: 'replay-switched'; readonly replaying: boolean }
  | { readonly type: 'speed-chosen'; readonly speed: Speed };

/** Answers of the lab, the library and of sharing are of no concern to the run. */
export type RunMessage = Exclude<WorkerMessage, LabMessage | LibraryMessage | ShareMessage> | LocalMessage;
