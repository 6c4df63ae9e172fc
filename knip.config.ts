/** What counts as used: everything that the page, the worker, a tool or a test reaches. */

import type { KnipConfig } from 'knip';

const CSS_ADDRESS = /(?:@import\s+|url\()\s*['"]?([^'")]+)/g;

const config: KnipConfig = {
  entry: ['tools/*.ts', 'tools/browsers/page/main.ts', 'tools/keep-offline.js', 'src/service-worker.ts'],
  project: ['src/**/*.{ts,css}', 'tools/**/*.ts', 'e2e/**/*.ts', 'test/**/*.ts'],
  // Of Debian's packages, where WebKitGTK is to be driven.
  ignoreBinaries: ['WebKitWebDriver', 'Xvfb'],
  // A type may be exported because an exported function mentions it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: {
    // Fonts are used by style sheets only.
    css: (text) => [...text.matchAll(CSS_ADDRESS)].map(([, address]) => `import '${address}';`).join('\n'),
  },
};

export default config;
