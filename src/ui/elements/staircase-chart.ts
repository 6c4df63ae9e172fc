/**
 * A Staircase as a drawing, for any number of lines, with its table. It knows nothing of evaluations or runs: it draws
 * the series it is given, each a tread per task with its 95 % interval.
 *
 *     <wm-staircase-chart
 *       .series=${evaluationSeries(evaluation)}   charts/evaluation-series.ts; or any Series[] (charts/staircase-parts.ts)
 *       .gap=${NOTES_GAP}                         fills upper minus lower in note yellow under a hatch; or null
 *       .length=${8}                              tasks in a life
 *       .height=${268}                            pixels; taller on screens that the chart is the point of
 *       labels="within | beside"                  near the lines (two at most) or right of the picture; on narrow
 *                                                 screens more than two lines get a legend below by themselves
 *       .number=${{ value: '+40', range: '34 to 47' }}   a slip in the middle of the gap, where it fits; or null
 *       ?walker=${true}                           a robot on the last tread of the gap's upper line, where it fits
 *       caption="Success in percent …"            of the table
 *       ?bare=${true}                             without its table: a wm-staircase-table stands elsewhere on the screen
 *     >what stands between picture and table</wm-staircase-chart>
 *
 * Chart grammar: kept disc solid, erased ring dashed, shuffled cross dotted, oracle triangle dash-dot, yours square;
 * other runs take a marker and a dash of their own, tone `ink` or `quiet`.
 */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { staircase } from '../charts/staircase-geometry.ts';
import type { Frame, Gap, Label, LabelPlace, Line, Series, Staircase } from '../charts/staircase-parts.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { percent } from '../words/format.ts';
import { marker, markStyles } from './staircase-marks.ts';
import './staircase-table.ts';
import { symbolStyles, walker } from './symbols.ts';

const FIRST_WIDTH = 358;
const USUAL_HEIGHT = 268;
/** Below this width the labels of many lines would leave no room for the lines. */
const BESIDE_WIDTH = 480;
const WHISKER = 5;
const WALKER_SCALE = 0.52;
const NUMBER_BOX = { width: 132, height: 58 } as const;

@customElement('wm-staircase-chart')
export class WmStaircaseChart extends LitElement {
  @property({ attribute: false }) series: readonly Series[] = [];
  @property({ attribute: false }) gap: Gap | null = null;
  @property({ type: Number }) length = 4;
  @property({ type: Number }) height = USUAL_HEIGHT;
  @property() labels: 'within' | 'beside' = 'within';
  @property({ attribute: false }) number: { readonly value: string; readonly range: string } | null = null;
  @property({ type: Boolean }) walker = false;
  @property() caption = '';
  /** The table stands elsewhere on the screen. */
  @property({ type: Boolean }) bare = false;

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    symbolStyles,
    markStyles,
    axes,
    css`
      :host {
        display: block;
      }
      .picture {
        height: calc(var(--height) * var(--zoom, 1));
      }
      .label {
        fill: var(--tone);
        /* Projected, it grows with the drawing. */
        font-size: 1rem;
        font-weight: 650;
        stroke: var(--ground);
        stroke-width: 5px;
        stroke-linejoin: round;
        paint-order: stroke;
      }
      .gap {
        fill: var(--gap-fill);
      }
      .hatch-line {
        stroke: var(--gap-hatch);
        stroke-width: 1.5;
      }
      .slip-box {
        fill: var(--ground);
        stroke: var(--note-edge);
        stroke-width: 1.5;
      }
      .value {
        font: 600 1.75rem / 1 var(--font-voice);
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 18px;
        padding-top: var(--space-2);
      }
      .legend li {
        display: inline-flex;
        align-items: center;
        gap: 8px;
        font-size: var(--text-s);
        font-weight: 650;
      }
      .legend span {
        color: var(--tone);
      }
      .legend svg {
        width: 44px;
        height: 22px;
        flex: none;
      }
      @media (forced-colors: active) {
        .line,
        .whisker,
        .mark {
          stroke: CanvasText;
        }
        .mark.disc,
        .mark.triangle,
        .mark.diamond {
          fill: CanvasText;
        }
      }
    `,
  ];

  /** The drawing keeps its height at every width; a style attribute would be against the security policy. */
  protected override willUpdate(): void {
    this.style.setProperty('--height', `${this.#width.drawnHeight(this.height)}px`);
  }

  protected override render(): TemplateResult {
    const { value: width } = this.#width;
    const { series, gap, length } = this;
    const height = this.#width.drawnHeight(this.height);
    const place = this.#place(width);
    const drawing = staircase(series, { width, height, length, gap, labels: place, walker: this.walker });
    return html`
      <svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label=${this.#inWords()}>
        <defs>
          <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="hatch-line" x1="0" y1="0" x2="0" y2="9"></line>
          </pattern>
        </defs>
        ${this.#frame(drawing.frame, height)} ${this.#gap(drawing)} ${drawing.lines.map((line) => this.#line(line))}
        ${drawing.gapMiddle && this.number ? this.#number(drawing.gapMiddle, this.number) : nothing}
        ${drawing.labels.map((label) => this.#label(label))} ${this.#walker(drawing)}
      </svg>
      ${place === 'below' ? this.#legend() : nothing}
      <slot></slot>
      ${series.length > 0 && !this.bare ? this.#table() : nothing}
    `;
  }

  #place(width: number): LabelPlace {
    const many = this.series.length > 2;
    if (!many && this.labels === 'within') return 'within';
    return width >= BESIDE_WIDTH ? 'beside' : many ? 'below' : 'within';
  }

  #inWords(): string {
    if (this.series.length === 0) return msg('Success by task in the life: nothing evaluated yet.');
    const lines = this.series.map(({ label, points }) => {
      const figures = points.map(({ mean }) => percent(mean)).join(', ');
      return msg(str`${label}: ${figures} percent.`);
    });
    return [msg('Success by task in the life.'), ...lines, msg('Bars are 95 percent intervals.')].join(' ');
  }

  #frame({ left, right, bottom, grid, treads }: Frame, height: number): SVGTemplateResult {
    return svg`
      ${grid.map(
        ({ y, text }, index) => svg`
          <path class=${index === 0 ? 'axis' : 'grid'} d="M${left} ${y}H${right}"></path>
          <text class="tick" x=${left - 8} y=${y + 5} text-anchor="end">${text}</text>`,
      )}
      ${treads.map((x, task) => svg`<text class="tick" x=${x} y=${bottom + 23} text-anchor="middle">${task + 1}</text>`)}
      <text class="tick" x=${(left + right) / 2} y=${height - 15} text-anchor="middle">${msg('task in the life')}</text>`;
  }

  #gap({ gap }: Staircase): SVGTemplateResult {
    return svg`${gap.map(
      ({ x, y, width, height }) => svg`
        <rect class="gap" shape-rendering="crispEdges" x=${x} y=${y} width=${width} height=${height}></rect>
        <rect fill="url(#hatch)" x=${x} y=${y} width=${width} height=${height}></rect>`,
    )}`;
  }

  #number({ x, y }: { x: number; y: number }, { value, range }: { value: string; range: string }): SVGTemplateResult {
    const { width, height } = NUMBER_BOX;
    return svg`
      <rect class="slip-box" x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="3"></rect>
      <text class="value" x=${x} y=${y + 2} text-anchor="middle">${value}</text>
      <text class="tick" x=${x} y=${y + 22} text-anchor="middle">${range}</text>`;
  }

  #line({ series, path, marks }: Line): SVGTemplateResult {
    return svg`<g class="tone-${series.tone}" data-series=${series.key}>
      <path class="line ${series.dash}" d=${path}></path>
      ${marks.map(
        ({ x, y, top, bottom }) => svg`
          <path class="whisker" d="M${x} ${top}V${bottom}m${-WHISKER} 0h${WHISKER * 2}M${x - WHISKER} ${top}h${WHISKER * 2}"></path>
          ${marker(series.marker, x, y)}`,
      )}
    </g>`;
  }

  #label({ key, x, y, anchor }: Label): SVGTemplateResult | null {
    const series = this.series.find((one) => one.key === key);
    if (!series) return null;
    return svg`<g class="tone-${series.tone}"><text class="label" x=${x} y=${y} text-anchor=${anchor}>
      ${series.label}
    </text></g>`;
  }

  #walker({ walker: place }: Staircase): SVGTemplateResult | null {
    if (!place) return null;
    return svg`<g transform="translate(${place.x} ${place.y - 2}) scale(${WALKER_SCALE})">${walker(true)}</g>`;
  }

  #legend(): TemplateResult {
    return html`<ul class="legend" aria-hidden="true">
      ${this.series.map(
        ({ label, tone, dash, marker: kind }) =>
          html`<li class="tone-${tone}">
            <svg viewBox="0 0 44 22">
              <path class="line ${dash}" d="M1 11H43"></path>
              ${marker(kind, 22, 11)}
            </svg>
            <span>${label}</span>
          </li>`,
      )}
    </ul>`;
  }

  #table(): TemplateResult {
    return html`<details>
      <summary>${msg('The same as a table')}</summary>
      <wm-staircase-table .series=${this.series} .length=${this.length} .caption=${this.caption}></wm-staircase-table>
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-staircase-chart': WmStaircaseChart;
  }
}
