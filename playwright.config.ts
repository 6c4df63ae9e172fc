/** End-to-end tests on the built site, served as a static host would serve it, from a sub-path. */

import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { ARGUMENTS_WITH_WEBGPU, ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './tools/test/browser.ts';

const BASE = '/waymark/';
const PORT_VARIABLE = 'WAYMARK_E2E_PORT';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, 'localhost', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

// Playwright reads this file in every worker: the first to read it chooses the port, the others inherit it.
const port = (process.env[PORT_VARIABLE] ??= String(await freePort()));
const url = `http://localhost:${port}${BASE}`;

/**
 * Tests of the page, of what is stored and of how tabs share it: the same with any engine, and software compiles kernels
 * slowly. What is left is all that computes: training, living, the lab, and what becomes of a device that is lost.
 */
const ANY_ENGINE =
  /(axe|durability.*|languages|offline|open|screen|share-dialog|shell|site|student|teacher|train)[.]spec[.]ts$/;

/** What one browser makes, checked in another: with Firefox beside Chromium. */
const ACROSS_BROWSERS = /(firefox|share-and-verify)[.]spec[.]ts$/;

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: process.env.CI !== undefined,
  // Training and charts both want the cores: tests side by side would measure one another.
  workers: 1,
  retries: 0,
  timeout: 120_000,
  // Another step of the test command may run beside these tests.
  expect: { timeout: 15_000 },
  reporter: 'list',
  // What a service worker answers, no test can replace or count: tests of it say so.
  use: { baseURL: url, serviceWorkers: 'block' },
  webServer: { command: `tsx tools/serve.ts --port ${port} --base ${BASE}`, url, reuseExistingServer: false },
  projects: [
    {
      name: 'no-webgpu',
      testIgnore: [/-webgpu[.]spec[.]ts$/, ACROSS_BROWSERS],
      use: { launchOptions: launchOptions(ARGUMENTS_WITHOUT_WEBGPU) },
    },
    {
      name: 'webgpu',
      testIgnore: [ANY_ENGINE, ACROSS_BROWSERS],
      use: { launchOptions: launchOptions(ARGUMENTS_WITH_WEBGPU) },
    },
    {
      name: 'across-browsers',
      testMatch: ACROSS_BROWSERS,
      use: { launchOptions: launchOptions(ARGUMENTS_WITHOUT_WEBGPU) },
    },
  ],
});
