/** The training curves on canvas, by uPlot. Loaded only when the visitor opens them. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, svg, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import uPlot from 'uplot';
import uPlotStyles from 'uplot/dist/uPlot.min.css?inline';
import type { IterationRecord } from '../../learning/records.ts';
import { curves, iterationNumbers, type Chart, type Series } from '../charts/curves.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { tokenColour } from '../controllers/token-colour.ts';
import { shared } from '../styles/shared.ts';
import { figure } from '../words/train-values.ts';

const HEIGHT = 170;
const FIRST_WIDTH = 320;
const AXIS_WIDTH = 50;
const AXIS_HEIGHT = 34;
const FONT = "15px 'Atkinson Hyperlegible Next', Verdana, sans-serif";

@customElement('wm-curve-charts')
export class WmCurveCharts extends LitElement {
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];
  /** The colours on screen: a canvas keeps those that it was drawn with. */
  @property() scheme: 'light' | 'dark' = 'light';

  #plots: uPlot[] = [];
  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    unsafeCSS(uPlotStyles),
    css`
      :host {
        display: block;
      }
      .probe {
        display: none;
      }
      .charts {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--space-4) var(--space-5);
      }
      figure {
        display: grid;
        grid-template-rows: auto 1fr auto;
        gap: 6px;
      }
      @media (max-width: 640px) {
        .charts {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .plot {
        height: ${HEIGHT}px;
        overflow: hidden;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        align-content: start;
        gap: 2px 16px;
        font-size: var(--text-s);
      }
      li {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      li svg {
        width: 30px;
        height: 10px;
      }
      .--kept {
        stroke: var(--kept);
      }
      .--erased {
        stroke: var(--erased);
      }
      .--note-edge {
        stroke: var(--note-edge);
      }
      .--ink {
        stroke: var(--ink);
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const plot of this.#plots) plot.destroy();
    this.#plots = [];
  }

  protected override updated(changed: PropertyValues<this>): void {
    const charts = curves(this.iterations);
    const shape = charts.map((chart) => chart.series.length).join();
    const present = this.#plots.map((plot) => plot.series.length - 1).join();
    if (shape !== present) this.#draw(charts);
    else if (changed.has('iterations')) this.#plots.forEach((plot, index) => plot.setData(this.#data(charts[index])));
    const width = this.#plotWidth();
    for (const plot of this.#plots) if (plot.width !== width) plot.setSize({ width, height: HEIGHT });
    if (changed.has('scheme')) for (const plot of this.#plots) plot.redraw(false, true);
  }

  /** How wide the layout makes a plot; read after every change of the host's width. */
  #plotWidth(): number {
    const first = this.renderRoot.querySelector('.plot');
    return Math.floor(first?.clientWidth ?? 0) || Math.min(FIRST_WIDTH, this.#width.value);
  }

  protected override render(): TemplateResult {
    return html`<span class="probe"></span>
      <div class="charts">
        ${curves(this.iterations).map(
          (chart) =>
            html`<figure>
              <h3>${chart.title} <span class="quiet">${chart.unit}</span></h3>
              <ul>
                ${chart.series.map((series) => html`<li>${this.#sample(series)} ${series.label}</li>`)}
              </ul>
              <div
                class="plot"
                role="img"
                aria-label=${msg(str`${chart.title} by iteration. The table below gives the figures.`)}
              ></div>
            </figure>`,
        )}
      </div>`;
  }

  #sample({ colour, width, dash }: Series): TemplateResult {
    return html`<svg viewBox="0 0 30 10" aria-hidden="true">
      ${svg`<path class=${colour} fill="none" stroke-width=${width} stroke-dasharray=${dash.join(' ')} d="M0 5H30"></path>`}
    </svg>`;
  }

  #data(chart: Chart): uPlot.AlignedData {
    const lines = chart.series.map((series) => [...series.values]);
    return [[...iterationNumbers(this.iterations)], ...lines];
  }

  #draw(charts: readonly Chart[]): void {
    for (const plot of this.#plots) plot.destroy();
    const places = this.renderRoot.querySelectorAll<HTMLElement>('.plot');
    this.#plots = charts.map((chart, index) => new uPlot(this.#options(chart), this.#data(chart), places[index]));
  }

  #options(chart: Chart): uPlot.Options {
    const axis: uPlot.Axis = {
      font: FONT,
      stroke: () => this.#colour('--ink-2'),
      grid: { stroke: () => this.#colour('--hairline'), width: 1 },
      ticks: { show: false },
    };
    return {
      width: this.#plotWidth(),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false },
        y: { range: (_plot, _low, high) => [0, chart.top ?? Math.max(high * 1.1, Number.MIN_VALUE)] },
      },
      axes: [
        { ...axis, size: AXIS_HEIGHT, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
        { ...axis, size: AXIS_WIDTH, values: (_, splits) => splits.map(figure) },
      ],
      series: [
        {},
        ...chart.series.map(({ label, colour, width, dash }): uPlot.Series => ({
          label,
          stroke: () => this.#colour(colour),
          width,
          dash: [...dash],
          points: { show: false },
        })),
      ],
    };
  }

  /** A token's colour as the canvas needs it, for the theme on screen. */
  #colour(token: string): string {
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe');
    return probe ? tokenColour(probe, token) : 'currentColor';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-curve-charts': WmCurveCharts;
  }
}
