/** Builds the page of a tool, as the site is built. */

import { build, defaultClientConditions } from 'vite';

export interface ToolPage {
  /** The folder with its `index.html`. */
  readonly root: string;
  /** A folder whose files lie beside it, or none. */
  readonly publicDir: string | false;
}

export async function buildToolPage({ root, publicDir }: ToolPage, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir,
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
