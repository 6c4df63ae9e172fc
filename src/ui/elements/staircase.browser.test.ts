import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit/pure';
import type { EvaluationRecord } from '../../learning/records.ts';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import '../styles/page.css';
import './staircase.ts';
import type { WmStaircase } from './staircase.ts';

afterEach(cleanup);

const EVALUATION = madeUpEvaluation([0.3, 0.6, 0.7, 0.75], [0.3, 0.3, 0.3, 0.3]);

async function draw(evaluation: EvaluationRecord | null): Promise<{ element: WmStaircase; root: ShadowRoot }> {
  const { container } = render(
    html`<wm-staircase .evaluation=${evaluation} .emptyText=${'No evaluation yet.'}></wm-staircase>`,
  );
  const element = container.querySelector('wm-staircase');
  if (!element?.shadowRoot) throw new Error('nothing drawn');
  await element.updateComplete;
  return { element, root: element.shadowRoot };
}

describe('the Staircase on screen', () => {
  it('draws a disc and a ring for every task, and labels both lines', async () => {
    const { root } = await draw(EVALUATION);
    expect(root.querySelectorAll('.dot.kept')).toHaveLength(4);
    expect(root.querySelectorAll('.dot.erased')).toHaveLength(4);
    const labels = [...root.querySelectorAll('.label')].map((label) => label.textContent.trim());
    expect(labels).toEqual(['● notes kept', '○ same tasks, notes erased']);
  });

  it('says all its figures in words and in a table', async () => {
    const { root } = await draw(EVALUATION);
    const kept = (EVALUATION.success.kept ?? []).map((share) => Math.round(share * 100));
    const words = root.querySelector('svg')?.getAttribute('aria-label');
    expect(words).toContain(`Notes kept: ${kept.join(', ')} percent.`);
    expect(words).toContain('64 packs');
    const cells = [...root.querySelectorAll('tbody tr:first-child td')].map((cell) => parseInt(cell.textContent, 10));
    expect(cells).toEqual(kept);
  });

  it('says so while there is no evaluation, at the same height', async () => {
    const { root } = await draw(null);
    expect(root.querySelector('.worth')?.textContent).toContain('No evaluation yet.');
    expect(root.querySelectorAll('.dot')).toHaveLength(0);
    const empty = root.querySelector('svg')?.getBoundingClientRect().height;
    cleanup();
    const drawn = (await draw(EVALUATION)).root.querySelector('svg')?.getBoundingClientRect().height;
    expect(empty).toBe(drawn);
  });

  it('is redrawn for its width, so that its text never shrinks', async () => {
    const { element, root } = await draw(EVALUATION);
    element.style.width = '330px';
    await expect.poll(() => root.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 330 268');
    const tick = root.querySelector('.tick');
    expect(tick && getComputedStyle(tick).fontSize).toBe('15px');
  });
});
