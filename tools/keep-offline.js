/**
 * The build step that lists everything the site is made of for the service worker (src/service-worker.ts). JavaScript,
 * because the types of vite-plugin-pwa pull a newer standard library into the whole project.
 */

import { VitePWA } from 'vite-plugin-pwa';

/** The largest file that is kept for use without a network: the WASM engine has some 14 MB. */
const LARGEST_KEPT_BYTES = 32 * 1024 * 1024;

/** Everything is kept: the site must work without a network after one visit. */
export const keepOffline = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'service-worker.ts',
    // The page registers it itself, when nothing on screen waits for the network, and has a manifest of its own.
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
