/** Four small charts of what goes wrong with runs, each with a sentence that judges it by a threshold it states. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { IterationRecord } from '../../learning/records.ts';
import { shared } from '../styles/shared.ts';
import { monitorCharts, type MonitorChart, type Verdict } from '../words/train-monitor.ts';
import './collapse-chart.ts';
import { collapseIcons } from './icons.ts';

@customElement('wm-collapse-monitor')
export class WmCollapseMonitor extends LitElement {
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .four {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--space-5) var(--gutter);
        padding-top: var(--space-3);
      }
      figure {
        display: grid;
        gap: 6px;
        align-content: start;
      }
      figcaption {
        display: grid;
        grid-template-columns: 24px minmax(0, 1fr);
        gap: 8px;
        font-size: var(--text-s);
        line-height: 1.35;
      }
      figcaption svg {
        width: 22px;
        height: 22px;
      }
      .collapsing {
        color: var(--erased);
        font-weight: 650;
      }
      @media (max-width: 640px) {
        .four {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    if (this.iterations.length === 0) {
      return html`<p class="quiet">${msg('There is something to watch from the first iteration on.')}</p>`;
    }
    return html`<p class="quiet small">
        ${msg('From the lives it trains on, mean of five iterations. The dashed line is where a run counts as collapsing.')}
      </p>
      <div class="four">${monitorCharts(this.iterations).map((chart) => this.#chart(chart))}</div>`;
  }

  #chart(chart: MonitorChart): TemplateResult {
    const measured = chart.series.some(({ values }) => values.some((value) => value !== null));
    return html`<figure>
      <h3>${chart.title}</h3>
      ${measured ? html`<wm-collapse-chart .chart=${chart} .iterations=${this.iterations}></wm-collapse-chart>` : nothing}
      <figcaption class=${chart.verdict}>${icon(chart.verdict)} <span>${chart.sentence}</span></figcaption>
    </figure>`;
  }
}

function icon(verdict: Verdict): TemplateResult {
  return collapseIcons[verdict];
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-collapse-monitor': WmCollapseMonitor;
  }
}
