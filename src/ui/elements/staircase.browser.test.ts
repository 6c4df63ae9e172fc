import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit/pure';
import type { EvaluationRecord } from '../../learning/records.ts';
import { evaluationSeries } from '../charts/evaluation-series.ts';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import '../styles/page.css';
import './staircase.ts';
import type { WmStaircase } from './staircase.ts';

afterEach(cleanup);

const EVALUATION = madeUpEvaluation([0.3, 0.6, 0.7, 0.75], [0.3, 0.3, 0.3, 0.3]);

interface Drawn {
  readonly element: WmStaircase;
  readonly own: ShadowRoot;
  /** Of the chart. */
  readonly root: ShadowRoot;
}

async function draw(evaluation: EvaluationRecord | null): Promise<Drawn> {
  const { container } = render(
    html`<wm-staircase .evaluation=${evaluation} .emptyText=${'No evaluation yet.'}></wm-staircase>`,
  );
  const element = container.querySelector('wm-staircase');
  if (!element?.shadowRoot) throw new Error('nothing drawn');
  await element.updateComplete;
  const chart = element.shadowRoot.querySelector('wm-staircase-chart');
  await chart?.updateComplete;
  if (!chart?.shadowRoot) throw new Error('no chart drawn');
  return { element, own: element.shadowRoot, root: chart.shadowRoot };
}

describe('the Staircase on screen', () => {
  it('draws a disc and a ring for every task, and labels both lines', async () => {
    const { root } = await draw(EVALUATION);
    expect(root.querySelectorAll('[data-series="kept"] .mark.disc')).toHaveLength(4);
    expect(root.querySelectorAll('[data-series="erased"] .mark.ring')).toHaveLength(4);
    const labels = [...root.querySelectorAll('.label')].map((label) => label.textContent.trim());
    expect(labels).toEqual(['notes kept', 'same tasks, notes erased']);
  });

  it('says all its figures in words, and in a table wherever one stands', async () => {
    const { root } = await draw(EVALUATION);
    const kept = (EVALUATION.success.kept ?? []).map((share) => Math.round(share * 100));
    const words = root.querySelector('svg')?.getAttribute('aria-label');
    expect(words).toContain(`notes kept: ${kept.join(', ')} percent.`);
    const { container } = render(
      html`<wm-staircase-table .series=${evaluationSeries(EVALUATION)} .length=${4}></wm-staircase-table>`,
    );
    const table = container.querySelector('wm-staircase-table');
    await table?.updateComplete;
    const row = table?.shadowRoot?.querySelectorAll('tbody tr:first-child td') ?? [];
    expect([...row].map((cell) => parseInt(cell.textContent, 10))).toEqual(kept);
  });

  it('says so while there is no evaluation, at the same height', async () => {
    const { own, root } = await draw(null);
    expect(own.querySelector('.worth')?.textContent).toContain('No evaluation yet.');
    expect(root.querySelectorAll('.mark')).toHaveLength(0);
    const empty = root.querySelector('svg')?.getBoundingClientRect().height;
    cleanup();
    const drawn = (await draw(EVALUATION)).root.querySelector('svg')?.getBoundingClientRect().height;
    expect(empty).toBe(drawn);
  });

  it('is redrawn for its width, so that its text never shrinks', async () => {
    const { element, root } = await draw(EVALUATION);
    element.style.width = '330px';
    await expect.poll(() => root.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 330 250');
    const tick = root.querySelector('.tick');
    expect(tick && getComputedStyle(tick).fontSize).toBe('15px');
  });
});
