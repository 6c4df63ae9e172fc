/** Entry of a web worker that holds one WASM executor; portable-engine.ts speaks to it. */

import { serveExecutor } from '../engines/onnx/remote-executor.ts';
import { webRuntime } from '../engines/onnx/runtime-web.ts';

serveExecutor(
  {
    post: (message) => self.postMessage(message),
    listen: (listener) => self.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
    terminate: () => self.close(),
  },
  webRuntime,
);
