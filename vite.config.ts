/**
 * How the site is built: static files that work from any sub-path, with workers as ES modules and the WASM engine
 * served from the site itself. `vitest.config.ts` shares the resolution rules, so that tests run the same files.
 */

import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { CONTENT_SECURITY_POLICY } from './tools/content-security-policy.ts';

/** The largest file that is kept for use without a network: the WASM engine has some 14 MB. */
const LARGEST_KEPT_BYTES = 32 * 1024 * 1024;

/** Writes the policy into the built page, before anything that it governs. The development server needs more leave. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Everything that the site is made of is kept: it must work without a network after one visit. */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'service-worker.ts',
  // The page registers it itself, when nothing is waiting for the network any more, and has a manifest of its own.
  injectRegister: null,
  registerType: 'prompt',
  manifest: false,
  injectManifest: {
    globPatterns: ['**/*'],
    globIgnores: ['**/*.map', '**/README.md'],
    maximumFileSizeToCacheInBytes: LARGEST_KEPT_BYTES,
    // These carry their version in their names.
    dontCacheBustURLsMatching: /^(assets|models)\//,
    rollupFormat: 'iife',
  },
});

export default defineConfig({
  base: './',
  plugins: [contentSecurityPolicy(), offline],
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
