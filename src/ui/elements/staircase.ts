/**
 * The Staircase of an evaluation: one big number with its interval, and success by task with notes kept and erased on
 * the same packs. Only ever of an evaluation, never of training.
 */

import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { EvaluationRecord } from '../../learning/records.ts';
import { evaluationSeries, NOTES_GAP } from '../charts/evaluation-series.ts';
import { worth } from '../words/sentences.ts';
import { shared } from '../styles/shared.ts';
import './staircase-chart.ts';

const EMPTY_LENGTH = 4;
/** Low enough for the lives to be seen below it. */
const HEIGHT = 250;

@customElement('wm-staircase')
export class WmStaircase extends LitElement {
  @property({ attribute: false }) evaluation: EvaluationRecord | null = null;
  /** What to say while there is no evaluation. */
  @property() emptyText = '';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .worth {
        display: flex;
        align-items: end;
        gap: 14px;
        min-height: 4.25rem;
        padding-bottom: 2px;
      }
      .worth b {
        font: 600 var(--text-3xl) / 0.86 var(--font-voice);
        letter-spacing: 0.01em;
        white-space: nowrap;
      }
      /* What these colours put behind text would cover the line above. */
      @media (forced-colors: active) {
        .worth b {
          forced-color-adjust: none;
        }
      }
      .worth span {
        line-height: 1.25;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { evaluation } = this;
    return html`
      ${this.#worth()}
      <wm-staircase-chart
        .series=${evaluation ? evaluationSeries(evaluation, ['kept', 'erased']) : []}
        .gap=${NOTES_GAP}
        .length=${evaluation?.length ?? EMPTY_LENGTH}
        ?walker=${evaluation !== null && evaluation.lift.low > 0}
        .height=${HEIGHT}
        bare
      ></wm-staircase-chart>
    `;
  }

  #worth(): TemplateResult {
    if (!this.evaluation) return html`<p class="worth"><span class="quiet">${this.emptyText}</span></p>`;
    const { number, meaning, detail } = worth(this.evaluation);
    return html`<p class="worth">
      <b>${number}</b><span>${meaning}<br /><span class="quiet small">${detail}</span></span>
    </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-staircase': WmStaircase;
  }
}
