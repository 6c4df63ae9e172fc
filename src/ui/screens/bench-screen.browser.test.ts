/** Protects that a visitor can run the benchmark by keyboard, see how it goes, stop it, and take the result away. */

import { beforeEach, afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EMPTY_REPORT } from '../../../test/bench/empty-report.ts';
import type { BenchReport } from '../../bench/report.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import './app-shell.ts';
import './bench-screen.ts';

const SCORE = { name: 'Waymark', detail: 'made up', repeats: 3, seconds: 1, scatter: 0.1 };
const COMPARISON = {
  workload: '1 token a turn',
  rows: 64,
  tokens: 512,
  seenTokens: 5000,
  scores: [{ ...SCORE, tokensPerSecond: 512, seenTokensPerSecond: 5000 }],
};
const REPORT: BenchReport = {
  ...EMPTY_REPORT,
  rollouts: [COMPARISON],
  trainingStep: { ...COMPARISON, workload: 'training step' },
};

let app: TestApp;

async function show(supported = true): Promise<void> {
  app.bench.dispatch({ type: 'support-known', supported });
  await app.actions.page.arrive({ screen: 'bench', item: null, settings: new Map() });
  document.body.append(Object.assign(document.createElement('wm-app'), { app }));
}

function status() {
  return page.getByRole('region', { name: 'Benchmark' }).getByRole('status');
}

beforeEach(() => {
  app = testApp();
});
afterEach(() => document.querySelector('wm-app')?.remove());

it('says what to do where there is no WebGPU, and offers nothing that could not work', async () => {
  await show(false);
  await expect.element(status()).toHaveTextContent(/^WebGPU is not available here/);
  await expect.element(page.getByRole('button', { name: /benchmark/ })).toHaveAttribute('aria-disabled', 'true');
});

it('runs from the keyboard, tells how far it is, and shows tables and JSON', async () => {
  await show();
  const start = page.getByRole('button', { name: 'Run the benchmark' });
  await expect.element(start).toBeVisible();
  (start.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  app.benchmark.hear?.({ type: 'progress', what: 'kernels' });
  await expect.element(status()).toHaveTextContent('Measuring: kernels');
  app.benchmark.hear?.({ type: 'finished', report: REPORT });
  await expect.element(page.getByRole('table', { name: 'training step, 64 rows' })).toBeVisible();
  const json = page.getByRole('textbox', { name: 'JSON' }).element() as HTMLTextAreaElement;
  expect(JSON.parse(json.value)).toEqual(REPORT);
  expect(app.benchmark.hear).toBeNull();
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(app.copied).toEqual([json.value]);
});

it('stops at once', async () => {
  await show();
  await page.getByRole('button', { name: 'Run the benchmark' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(app.benchmark.hear).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Run the benchmark' })).toBeEnabled();
});

it('tells what went wrong and what to do about it', async () => {
  await show();
  await page.getByRole('button', { name: 'Run the benchmark' }).click();
  app.benchmark.hear?.({ type: 'failed', message: 'There is no graphics adapter.', remedy: 'Train without it.' });
  await expect.element(status()).toHaveTextContent('There is no graphics adapter. Train without it.');
});
