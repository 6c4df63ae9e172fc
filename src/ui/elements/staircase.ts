/**
 * The Staircase: success by position in the life, with notes kept (solid, discs) and erased (dashed, rings) on the same
 * packs, the gap between them hatched, intervals on every mark. Only ever of an evaluation, never of training.
 */

import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Control, EvaluationRecord } from '../../learning/records.ts';
import { STAIRCASE_HEIGHT, staircase, staircaseFrame, type Frame, type Line } from '../charts/staircase-geometry.ts';
import { percent } from '../words/format.ts';
import { provenance, worth } from '../words/sentences.ts';
import { shared } from '../styles/shared.ts';
import { HostWidth } from '../controllers/host-width.ts';

const EMPTY_LENGTH = 4;
const FIRST_WIDTH = 358;
const KEPT_RADIUS = 8;
const ERASED_RADIUS = 6.5;
const WHISKER = 5;

const ROWS: readonly (readonly [Control, string])[] = [
  ['kept', 'Notes kept'],
  ['erased', 'Notes erased'],
  ['shuffled', "Another life's notes"],
  ['oracle', 'True notes'],
];

@customElement('wm-staircase')
export class WmStaircase extends LitElement {
  @property({ attribute: false }) evaluation: EvaluationRecord | null = null;
  /** The evaluation came with the site. */
  @property({ type: Boolean }) recorded = false;
  /** What to say while there is no evaluation. */
  @property() emptyText = '';

  readonly #width = new HostWidth(this, FIRST_WIDTH);

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
      .worth span {
        line-height: 1.25;
      }
      .picture {
        height: ${STAIRCASE_HEIGHT}px;
      }
      .axis {
        stroke: var(--ink-3);
        stroke-width: 1.25;
      }
      .grid {
        stroke: var(--hairline);
        stroke-width: 1;
      }
      .tick {
        font-size: var(--text-chart);
        fill: var(--ink-2);
      }
      .label {
        text-anchor: end;
        font-size: var(--text-s);
        font-weight: 650;
        stroke: var(--ground);
        stroke-width: 5px;
        stroke-linejoin: round;
        paint-order: stroke;
      }
      .label.kept {
        fill: var(--kept);
      }
      .label.erased {
        fill: var(--erased);
      }
      .line {
        fill: none;
      }
      .line.kept {
        stroke: var(--kept);
        stroke-width: 3.5;
      }
      .line.erased {
        stroke: var(--erased);
        stroke-width: 2.5;
        stroke-dasharray: 7 5;
      }
      .whisker {
        fill: none;
        stroke-width: 1.75;
      }
      .whisker.kept {
        stroke: var(--kept);
      }
      .whisker.erased,
      .dot.erased {
        stroke: var(--erased);
      }
      .dot.kept {
        fill: var(--kept);
        stroke: var(--ground);
        stroke-width: 1.5;
      }
      .dot.erased {
        fill: var(--ground);
        stroke-width: 3;
      }
      .gap {
        fill: var(--gap-fill);
      }
      .hatch-line {
        stroke: var(--gap-hatch);
        stroke-width: 1.5;
      }
      .range {
        display: block;
        color: var(--ink-2);
        white-space: nowrap;
      }
      .scroll {
        overflow-x: auto;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const frame = staircaseFrame(this.#width.value, this.evaluation?.length ?? EMPTY_LENGTH);
    return html`
      ${this.#worth()}
      <svg
        class="picture"
        viewBox="0 0 ${this.#width.value} ${STAIRCASE_HEIGHT}"
        role="img"
        aria-label=${this.#inWords()}
      >
        <defs>
          <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="hatch-line" x1="0" y1="0" x2="0" y2="9"></line>
          </pattern>
        </defs>
        ${this.#frame(frame)} ${this.#stairs(frame)}
      </svg>
      ${this.evaluation ? this.#table(this.evaluation) : nothing}
    `;
  }

  #worth(): TemplateResult {
    if (!this.evaluation) return html`<p class="worth"><span class="quiet">${this.emptyText}</span></p>`;
    const { number, meaning, detail } = worth(this.evaluation);
    return html`<p class="worth">
      <b>${number}</b><span>${meaning}<br /><span class="quiet small">${detail}</span></span>
    </p>`;
  }

  #inWords(): string {
    const { evaluation } = this;
    if (!evaluation) return 'Success by task in the life: nothing evaluated yet.';
    const lines = ROWS.flatMap(([control, name]) => {
      const shares = evaluation.success[control];
      return shares ? [`${name}: ${shares.map(percent).join(', ')} percent.`] : [];
    });
    return `Success by task in the life. ${lines.join(' ')} ${evaluation.packs} packs each, bars are 95 percent intervals.`;
  }

  #frame(frame: Frame): SVGTemplateResult {
    const middle = (frame.left + frame.right) / 2;
    return svg`
      ${frame.grid.map(
        ({ y, text }, index) => svg`
          <path class=${index === 0 ? 'axis' : 'grid'} d="M${frame.left} ${y}H${frame.right}"></path>
          <text class="tick" x=${frame.left - 8} y=${y + 5} text-anchor="end">${text}</text>`,
      )}
      ${frame.treads.map(
        (x, index) => svg`<text class="tick" x=${x} y=${frame.bottom + 23} text-anchor="middle">${index + 1}</text>`,
      )}
      <text class="tick" x=${middle} y=${frame.bottom + 47} text-anchor="middle">task in the life</text>`;
  }

  #stairs(frame: Frame): SVGTemplateResult | null {
    const drawing = this.evaluation && staircase(this.evaluation, frame);
    if (!drawing) return null;
    const { kept, erased, gap, keptLabel, erasedLabel } = drawing;
    return svg`
      ${gap.map(
        ({ x, y, width, height }) => svg`
          <rect class="gap" shape-rendering="crispEdges" x=${x} y=${y} width=${width} height=${height}></rect>
          <rect fill="url(#hatch)" x=${x} y=${y} width=${width} height=${height}></rect>`,
      )}
      ${this.#line('erased', erased, ERASED_RADIUS)} ${this.#line('kept', kept, KEPT_RADIUS)}
      <text class="label kept" x=${keptLabel.x} y=${keptLabel.y}>● notes kept</text>
      <text class="label erased" x=${erasedLabel.x} y=${erasedLabel.y}>
        ○ same tasks, notes erased
      </text>`;
  }

  #line(kind: 'kept' | 'erased', line: Line, radius: number): SVGTemplateResult {
    return svg`
      <path class="line ${kind}" d=${line.path}></path>
      ${line.marks.map(
        ({ x, y, top, bottom }) => svg`
          <path class="whisker ${kind}" d="M${x} ${top}V${bottom}m${-WHISKER} 0h${WHISKER * 2}M${x - WHISKER} ${top}h${WHISKER * 2}"></path>
          <circle class="dot ${kind}" cx=${x} cy=${y} r=${radius}></circle>`,
      )}`;
  }

  #table(evaluation: EvaluationRecord): TemplateResult {
    const positions = Array.from({ length: evaluation.length }, (_, index) => index);
    return html`
      <p class="quiet small">${provenance(evaluation, this.recorded)}</p>
      <details>
        <summary>The same as a table</summary>
        <div class="scroll" tabindex="0" role="group" aria-label="Success by task, as a table">
          <table>
            <caption>
              Success in percent, with 95 % interval
            </caption>
            <thead>
              <tr>
                <th scope="col">Task</th>
                ${positions.map((index) => html`<th scope="col">${index + 1}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${ROWS.map(([control, name]) => this.#row(evaluation, control, name, positions))}
            </tbody>
          </table>
        </div>
      </details>
    `;
  }

  #row(
    evaluation: EvaluationRecord,
    control: Control,
    name: string,
    positions: readonly number[],
  ): TemplateResult | typeof nothing {
    const shares = evaluation.success[control];
    if (!shares) return nothing;
    const range = (index: number): string => {
      const interval = evaluation.intervals[control]?.[index];
      return interval ? `${percent(interval.low)}–${percent(interval.high)}` : '';
    };
    return html`<tr>
      <th scope="row">${name}</th>
      ${positions.map((index) => html`<td>${percent(shares[index])} <span class="range">${range(index)}</span></td>`)}
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-staircase': WmStaircase;
  }
}
