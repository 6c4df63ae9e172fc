/** Builds the page that computes the references, as the site is built. */

import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';

const PAGE = fileURLToPath(new URL('./page/', import.meta.url));

export async function buildPage(outDir: string): Promise<void> {
  await build({
    root: PAGE,
    configFile: false,
    publicDir: fileURLToPath(new URL('../../public/', import.meta.url)),
    base: './',
    logLevel: 'error',
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
    worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: Infinity,
      reportCompressedSize: false,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
}
