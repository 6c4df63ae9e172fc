/**
 * Tests beside the source: `x.test.ts` runs in Node, `x.browser.test.ts` in a real browser, once without WebGPU and,
 * where that may matter, once with it, and `x.webgpu.test.ts` wherever there is WebGPU, in a browser and in Node.
 */

import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import { ARGUMENTS_WITH_WEBGPU, ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './tools/test/browser.ts';
import { findDrivers, thisGraphicsMachine } from './tools/test/vulkan.ts';
import siteConfig from './vite.config.ts';

const BROWSER_TESTS = '{src,test}/**/*.browser.test.ts';
const WEBGPU_TESTS = '{src,test}/**/*.webgpu.test.ts';

/** Packages that browser tests meet. Named here, because discovering one in mid-run would reload the page. */
const PREBUNDLED = [
  '@lit-labs/signals',
  '@lit/context',
  '@lit/localize',
  'idb',
  'lit',
  'lit/decorators.js',
  'lit/directives/class-map.js',
  'lit/directives/if-defined.js',
  'lit/directives/live.js',
  'lit/directives/ref.js',
  'lit/directives/repeat.js',
  'lit/directives/style-map.js',
  'signal-polyfill',
  'uplot',
  'uqr',
  'valibot',
  'vitest-browser-lit',
];

function browserProject(
  name: string,
  args: readonly string[],
  include: readonly string[],
  exclude: readonly string[] = [],
) {
  return {
    extends: true as const,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: launchOptions(args) }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
    optimizeDeps: { noDiscovery: true, include: PREBUNDLED },
  };
}

export default mergeConfig(
  siteConfig,
  defineConfig({
    test: {
      // Two cores are the smallest machine that the suite is meant for; workers beyond that only wait for each other.
      maxWorkers: 2,
      // Generous, because a busy machine is slow and not wrong.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      // Lit's development build is what tests want; its greeting is not.
      onConsoleLog: (log) => !log.includes('Lit is in dev mode'),
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            environment: 'node',
            include: ['{src,test,tools}/**/*.test.ts', 'eslint-rules/*.test.js'],
            exclude: [BROWSER_TESTS, WEBGPU_TESTS],
          },
        },
        {
          extends: true,
          test: {
            name: 'node-webgpu',
            environment: 'node',
            include: [WEBGPU_TESTS],
            // Mesa's driver runs kernels faster than the browser's and compiles them more slowly, each once, for what it
            // has compiled it finds on disk. So what computes long with one model is tested here: whole iterations, that
            // they teach, and a device that is lost. The parts of an iteration, each with many small models, and a kernel
            // of all layers are tested there.
            exclude: [
              'src/engines/webgpu/rollout/**',
              'src/engines/webgpu/training/**',
              'src/engines/webgpu/full/**',
              'src/engines/webgpu/paths/decode.webgpu.test.ts',
            ],
            // The preferred driver, installed or not; `npm test` names the one that it has tried.
            env: { ...findDrivers(thisGraphicsMachine()).at(0)?.variables },
            // The driver itself keeps every core busy, and what it has compiled for one file the next need not.
            maxWorkers: 1,
            // Required of projects that have workers of their own number.
            sequence: { groupOrder: 1 },
          },
        },
        browserProject('browser', ARGUMENTS_WITHOUT_WEBGPU, [BROWSER_TESTS]),
        // SwiftShader would take many minutes to learn something, and a minute to be lost and found; end to end, it trains
        // a little, and is lost. What draws the page, what is stored and arithmetic ask nothing of a graphics device.
        browserProject(
          'browser-webgpu',
          ARGUMENTS_WITH_WEBGPU,
          [BROWSER_TESTS, WEBGPU_TESTS],
          ['src/core/**', 'src/learning/**', 'src/runs/**', 'src/ui/**'],
        ),
      ],
    },
  }),
);
