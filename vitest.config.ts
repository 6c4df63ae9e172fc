/**
 * Tests beside the source: `x.test.ts` runs in Node, `x.browser.test.ts` in a real browser, once without WebGPU and,
 * but for those of the page, once with it, and `x.webgpu.test.ts` wherever there is WebGPU, in a browser and in Node.
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
            // Mesa's driver takes minutes for a kernel of all layers, for the backward kernels of the many models in the
            // tests of training, and for all kernels of every new device, and longer than the browser's for the rest.
            // So the parts of an iteration are tested there; here whole iterations are, and that they teach.
            exclude: [
              'src/engines/webgpu/rollout/**',
              'src/engines/webgpu/training/**',
              'src/engines/webgpu/full/**',
              'src/engines/webgpu/paths/decode.webgpu.test.ts',
              'src/runs/device-loss.webgpu.test.ts',
            ],
            // The preferred driver, installed or not; `npm test` names the one that it has tried.
            env: { ...findDrivers(thisGraphicsMachine()).at(0)?.variables },
            // The driver itself keeps every core busy, and what it has compiled for one file the next finds on disk.
            maxWorkers: 1,
            // Required of projects that have workers of their own number.
            sequence: { groupOrder: 1 },
          },
        },
        browserProject('browser', ARGUMENTS_WITHOUT_WEBGPU, [BROWSER_TESTS]),
        // SwiftShader would take many minutes to learn something; end to end, it trains a little. What draws the page
        // asks nothing of a graphics device: end to end, it is looked at with one.
        browserProject(
          'browser-webgpu',
          ARGUMENTS_WITH_WEBGPU,
          [BROWSER_TESTS, WEBGPU_TESTS],
          ['src/learning/learning.webgpu.test.ts', 'src/ui/**'],
        ),
      ],
    },
  }),
);
