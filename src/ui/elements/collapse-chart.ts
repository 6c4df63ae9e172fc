/** One small chart of the collapse monitor: its series, labelled at their ends, and the threshold as a dashed line. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { IterationRecord } from '../../learning/records.ts';
import { collapseDrawing, COLLAPSE_HEIGHT, type CollapseDrawing } from '../charts/collapse-lines.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { percent, whole } from '../words/format.ts';
import type { MonitorChart } from '../words/train-monitor.ts';
import { figure } from '../words/train-values.ts';

const FIRST_WIDTH = 360;

@customElement('wm-collapse-chart')
export class WmCollapseChart extends LitElement {
  @property({ attribute: false }) chart: MonitorChart | null = null;
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    axes,
    css`
      :host {
        display: block;
      }
      .picture {
        height: calc(${COLLAPSE_HEIGHT}px * var(--zoom, 1));
      }
      .threshold {
        stroke: var(--erased);
        stroke-width: 1.75;
        stroke-dasharray: 7 5;
      }
      .line {
        fill: none;
        stroke: var(--kept);
        stroke-width: 2.5;
        stroke-linejoin: round;
      }
      .line.notes {
        stroke: var(--note-edge);
        stroke-dasharray: 1 6;
        stroke-linecap: round;
      }
      .line.dashed {
        stroke: var(--ink-2);
        stroke-dasharray: 5 4;
      }
      .label {
        font-size: var(--text-chart);
        font-weight: 650;
        fill: var(--kept);
      }
      .label.notes {
        fill: var(--note-edge);
        stroke: none;
      }
      .label.dashed {
        fill: var(--ink-2);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { chart } = this;
    if (!chart) return nothing;
    const width = this.#width.value;
    const drawing = collapseDrawing(
      chart,
      this.iterations.map(({ iteration }) => iteration),
      width,
    );
    return html`<svg
      class="picture"
      viewBox="0 0 ${width} ${COLLAPSE_HEIGHT}"
      role="img"
      aria-label=${msg(str`${chart.title} A chart by iteration; the sentence below says what it shows.`)}
    >
      ${this.#frame(chart, drawing)}
      ${drawing.lines.map(
        ({ shape, path, label, labelY }) => svg`
          <path class="line ${shape}" d=${path}></path>
          <text class="label ${shape}" x=${drawing.right + 8} y=${labelY}>${label}</text>`,
      )}
    </svg>`;
  }

  #frame(
    chart: MonitorChart,
    { left, right, top, bottom, thresholdY, first, last }: CollapseDrawing,
  ): SVGTemplateResult {
    const number = (value: number): string =>
      chart.unit === 'share' ? msg(str`${percent(value)} %`) : figure(Number(value.toFixed(2)));
    return svg`
      <path class="axis" d="M${left} ${bottom}H${right}"></path>
      <text class="tick" x=${left - 6} y=${bottom + 4} text-anchor="end">0</text>
      <text class="tick" x=${left - 6} y=${top + 6} text-anchor="end">${number(chart.top)}</text>
      <text class="tick" x=${left} y=${bottom + 19}>${whole(first)}</text>
      <text class="tick" x=${right} y=${bottom + 19} text-anchor="end">${whole(last)}</text>
      ${thresholdY === null ? null : svg`<path class="threshold" d="M${left} ${thresholdY}H${right}"></path>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-collapse-chart': WmCollapseChart;
  }
}
