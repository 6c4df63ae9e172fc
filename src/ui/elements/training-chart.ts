/** "Every iteration": success by task while it trains, and how full of true facts its notes are. No evaluation. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { IterationRecord } from '../../learning/records.ts';
import { TRAINING_HEIGHT, trainingDrawing, type TrainingDrawing, type TrainingLine } from '../charts/training-lines.ts';
import { coverageSeries, successSeries, type Stage } from '../charts/training-series.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { inSequence, percent, whole } from '../words/format.ts';
import { stageWords } from '../words/train-findings.ts';
import { symbolStyles } from './symbols.ts';

const FIRST_WIDTH = 590;
const BLAZE_SCALE = 0.68;
const LABEL_X = 14;
const NAME_Y = 18;
const NAME_ROW = 18;
/** About the width of a letter in a name; wide scripts take a whole em. */
const LETTER = { narrow: 7.5, wide: 15.5 } as const;

/** Shares beside the grid; the topmost says what they are. */
function gridWords(share: number): string {
  return share === 1 ? msg(str`${percent(share)} %`) : percent(share);
}

function nameWidth(kind: Stage['kind']): number {
  return Array.from(stageWords(kind)).reduce<number>(
    (sum, letter) => sum + (letter > '\u2e7f' ? LETTER.wide : LETTER.narrow),
    LETTER.narrow,
  );
}

@customElement('wm-training-chart')
export class WmTrainingChart extends LitElement {
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];
  /** Iterations of the whole run. */
  @property({ type: Number }) total = 1;

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    symbolStyles,
    axes,
    css`
      :host {
        display: block;
      }
      .picture {
        height: calc(var(--height) * var(--zoom, 1));
      }
      .stage {
        stroke: var(--ink);
        stroke-width: 3;
      }
      .mark {
        stroke: var(--hairline);
        stroke-dasharray: 2 4;
      }
      .name {
        font-size: var(--text-chart);
      }
      .line {
        fill: none;
        stroke: var(--kept);
        stroke-linejoin: round;
        stroke-linecap: round;
      }
      .first {
        stroke: var(--erased);
      }
      .notes {
        stroke: var(--note-edge);
        stroke-dasharray: 1 6;
      }
      .end {
        fill: var(--kept);
        stroke: var(--ground);
        stroke-width: 1.5;
      }
      .end.first {
        fill: var(--ground);
        stroke: var(--erased);
        stroke-width: 3;
      }
      .label {
        /* Projected, it grows with the drawing. */
        font-size: 1rem;
        font-weight: 650;
        fill: var(--kept);
      }
      .label.first {
        fill: var(--erased);
        stroke: none;
      }
      .label.notes {
        fill: var(--note-edge);
        stroke: none;
      }
    `,
  ];

  /** The drawing keeps its height at every width; a style attribute would be against the security policy. */
  protected override willUpdate(): void {
    this.style.setProperty('--height', `${this.#width.drawnHeight(TRAINING_HEIGHT)}px`);
  }

  protected override render(): TemplateResult {
    const width = this.#width.value;
    const height = this.#width.drawnHeight(TRAINING_HEIGHT);
    const drawing = trainingDrawing(this.iterations, this.total, { width, height, nameWidth });
    return html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label=${this.#inWords(drawing)}>
      ${this.#frame(drawing)} ${this.#stages(drawing)} ${drawing.lines.map((line) => this.#line(line, drawing))}
      ${drawing.blazes.map(
        ({ x, y }) =>
          svg`<path class="blaze" transform="translate(${x} ${y}) scale(${BLAZE_SCALE})" d="M0-10 10 0 0 10-10 0z"></path>`,
      )}
    </svg>`;
  }

  #inWords({ stages }: TrainingDrawing): string {
    const last = this.iterations.at(-1);
    if (!last) return msg('Success by task while it trains: no iteration yet.');
    const success = successSeries(this.iterations).map((values) => percent(values.at(-1) ?? 0));
    const notes = percent(coverageSeries(this.iterations).at(-1) ?? 0);
    return inSequence([
      msg(str`Success by task while it trains, after iteration ${whole(last.iteration)} of ${whole(this.total)}.`),
      msg(str`By task: ${success.join(', ')} percent. Facts noted: ${notes} percent.`),
      ...(stages.length > 1
        ? [msg(str`Stages so far: ${stages.map(({ kind }) => stageWords(kind)).join(', ')}.`)]
        : []),
    ]);
  }

  #frame({ left, right, bottom, grid, ticks }: TrainingDrawing): SVGTemplateResult {
    return svg`
      ${grid.map(
        ({ y, label }, index) => svg`
          <path class=${index === 0 ? 'axis' : 'grid'} d="M${left} ${y}H${right}"></path>
          <text class="tick" x=${left - 8} y=${y + 5} text-anchor="end">${label === null ? '' : gridWords(label)}</text>`,
      )}
      ${ticks.map(
        ({ x, iteration }, index) =>
          svg`<text class="tick" x=${x} y=${bottom + 23} text-anchor=${index === ticks.length - 1 ? 'end' : 'middle'}>${whole(iteration)}</text>`,
      )}
      <text class="tick" x=${right + LABEL_X} y=${bottom + 23}>${msg('iterations')}</text>`;
  }

  #stages({ stages, stageTop, bottom }: TrainingDrawing): SVGTemplateResult {
    return svg`${stages.map(
      ({ kind, x1, x2, row }, index) => svg`
        <path class="stage" d="M${x1 + 1} ${stageTop}H${Math.max(x1 + 2, x2 - 2)}"></path>
        ${index === 0 ? null : svg`<path class="mark" d="M${x1} ${stageTop}V${bottom}"></path>`}
        <text class="name" x=${x1 + 3} y=${stageTop + NAME_Y + row * NAME_ROW}>${stageWords(kind)}</text>`,
    )}`;
  }

  #line({ of, width, path, end, value, labelY }: TrainingLine, { narrow }: TrainingDrawing): SVGTemplateResult {
    const kind = of === 'notes' ? 'notes' : of === 0 ? 'first' : 'later';
    const share = percent(value);
    const label =
      of === 'notes'
        ? narrow
          ? msg(str`${share} %`)
          : msg(str`facts noted: ${share} %`)
        : narrow
          ? msg(str`${whole(of + 1)}: ${share} %`)
          : msg(str`task ${whole(of + 1)}: ${share} %`);
    return svg`
      <path class="line ${kind}" stroke-width=${width} d=${path}></path>
      ${of === 'notes' ? null : svg`<circle class="end ${kind}" cx=${end.x} cy=${end.y} r=${4 + width / 2}></circle>`}
      <text class="label ${kind}" x=${end.x + LABEL_X} y=${labelY}>${label}</text>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-training-chart': WmTrainingChart;
  }
}
