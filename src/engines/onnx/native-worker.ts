/** Entry of a Node worker thread that holds one native executor. */

import { serveThread } from './node-thread.ts';
import { nativeRuntime } from './runtime-native.ts';

serveThread(nativeRuntime);
