/**
 * How the site is built: static files that work from any sub-path, with workers as ES modules and the WASM engine
 * served from the site itself. `vitest.config.ts` shares the resolution rules, so that tests run the same files.
 */

import { defaultClientConditions, defineConfig } from 'vite';
import { contentSecurityPolicy } from './tools/content-security-policy.ts';
import { keepOffline } from './tools/keep-offline.js';
import { preloadFirstPicture } from './tools/preload.ts';

export default defineConfig({
  base: './',
  plugins: [contentSecurityPolicy(), preloadFirstPicture(), keepOffline()],
  resolve: {
    // The variant of onnxruntime-web that loads its WASM glue from a URL we give (src/engines/onnx/runtime-web.ts)
    // instead of carrying it inline: its threads then start from that small file, not from our whole worker.
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
  },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2022',
    // The budget on size is .size-limit.js; WASM and the engine's chunk are large by nature and load later.
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      // How long plugins take says something about the machine and nothing about the site.
      checks: { bundlerTimings: false },
      onLog(level, log) {
        if (level === 'warn') throw new Error(`The build warns: ${log.message}`);
      },
    },
  },
});
