/** Protects that a visitor can run the benchmark by keyboard, see how it goes, stop it, and take the result away. */

import { html } from 'lit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { EMPTY_REPORT } from '../../../test/bench/empty-report.ts';
import type { BenchReport } from '../../bench/report.ts';
import type { BenchMessage } from '../../worker/bench-protocol.ts';
import type { BenchWorker } from '../services/bench-run.ts';
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

let worker: BenchWorker;
let terminated: boolean;
let say: (message: BenchMessage) => void;

beforeEach(() => {
  terminated = false;
  const target = new EventTarget();
  say = (data) => target.dispatchEvent(new MessageEvent('message', { data }));
  worker = {
    postMessage: () => undefined,
    terminate: () => (terminated = true),
    addEventListener: target.addEventListener.bind(target),
  };
});

afterEach(cleanup);

it('says what to do where there is no WebGPU, and offers nothing that could not work', async () => {
  render(html`<wm-bench-screen .supported=${false}></wm-bench-screen>`);
  await expect.element(page.getByRole('status')).toHaveTextContent(/^WebGPU is not available here/);
  expect(page.getByRole('button', { name: /benchmark/ }).elements()).toEqual([]);
});

it('runs from the keyboard, tells how far it is, and shows tables and JSON', async () => {
  render(html`<wm-bench-screen .supported=${true} .startWorker=${() => worker}></wm-bench-screen>`);
  const start = page.getByRole('button', { name: 'Run the benchmark' });
  await expect.element(start).toBeVisible();
  (start.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  say({ type: 'progress', what: 'kernels' });
  await expect.element(page.getByRole('status')).toHaveTextContent('Measuring: kernels');
  say({ type: 'finished', report: REPORT });
  await expect.element(page.getByRole('table', { name: 'training step, 64 rows' })).toBeVisible();
  const json = page.getByRole('textbox', { name: 'JSON' }).element() as HTMLTextAreaElement;
  expect(JSON.parse(json.value)).toEqual(REPORT);
  expect(terminated).toBe(true);
});

it('stops at once', async () => {
  render(html`<wm-bench-screen .supported=${true} .startWorker=${() => worker}></wm-bench-screen>`);
  await page.getByRole('button', { name: 'Run the benchmark' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(terminated).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Run the benchmark' })).toBeEnabled();
});

it('tells what went wrong and what to do about it', async () => {
  render(html`<wm-bench-screen .supported=${true} .startWorker=${() => worker}></wm-bench-screen>`);
  await page.getByRole('button', { name: 'Run the benchmark' }).click();
  say({ type: 'failed', message: 'There is no graphics adapter.', remedy: 'Train without it.' });
  await expect.element(page.getByRole('status')).toHaveTextContent('There is no graphics adapter. Train without it.');
});
