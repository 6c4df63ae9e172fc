/** How compared runs learned, over one another, with the table that says the same. Folded: it is no evaluation. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { comparedCurves, CURVES_HEIGHT, curveTable, type CurveRun } from '../charts/compared-curves.ts';
import { HostWidth } from '../controllers/host-width.ts';
import type { LibraryEntry } from '../state/library-view.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { percent, whole } from '../words/format.ts';
import { entryName } from '../words/library-words.ts';
import { AppElement } from './app-element.ts';
import { marker, markStyles } from './staircase-marks.ts';

const FIRST_WIDTH = 358;

@customElement('wm-library-curves')
export class WmLibraryCurves extends AppElement {
  /** The compared runs, in their order. */
  @property({ attribute: false }) entries: readonly LibraryEntry[] = [];

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    markStyles,
    axes,
    css`
      :host {
        display: block;
      }
      summary h2 {
        padding: 0;
      }
      .picture {
        height: ${CURVES_HEIGHT}px;
      }
      .line,
      .line.solid {
        stroke-width: 2.5;
        stroke-linejoin: round;
      }
      .scroll {
        overflow-x: auto;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { library, run } = this.app;
    const runs = this.entries.map((entry) => {
      // The site's own run tells its iterations with its recording.
      const recorded = entry.run === null ? run.state.recording?.curve : undefined;
      return { name: entryName(entry), iterations: library.state.iterations.get(entry.key) ?? recorded ?? [] };
    });
    if (runs.every(({ iterations }) => iterations.length === 0)) return nothing;
    return html`<details>
      <summary><h2>${msg('How they learned (not an evaluation)')}</h2></summary>
      ${this.#picture(runs)} ${this.#table(runs)}
    </details>`;
  }

  #picture(runs: readonly CurveRun[]): TemplateResult {
    const { value: width } = this.#width;
    const drawing = comparedCurves(runs, width);
    const [first, last] = drawing.ends;
    return html`<svg
      class="picture"
      viewBox="0 0 ${width} ${CURVES_HEIGHT}"
      role="img"
      aria-label=${msg('Success at the last task while training, by iteration. The table below gives the figures.')}
    >
      ${drawing.grid.map(
        ({ y, text }, index) => svg`
          <path class=${index === 0 ? 'axis' : 'grid'} d="M${drawing.left} ${y}H${drawing.right}"></path>
          <text class="tick" x=${drawing.left - 8} y=${y + 5} text-anchor="end">${text}</text>`,
      )}
      ${drawing.curves.map(
        ({ look, path, end }): SVGTemplateResult =>
          svg`<g class="tone-${look.tone}">
            <path class="line ${look.dash}" d=${path}></path>
            ${marker(look.marker, end.x, end.y)}
          </g>`,
      )}
      <text class="tick" x=${drawing.left} y=${drawing.bottom + 22}>${whole(first)}</text>
      <text class="tick" x=${drawing.right} y=${drawing.bottom + 22} text-anchor="end">${whole(last)}</text>
      <text class="tick" x=${(drawing.left + drawing.right) / 2} y=${drawing.bottom + 42} text-anchor="middle">
        ${msg('iteration')}
      </text>
    </svg>`;
  }

  #table(runs: readonly CurveRun[]): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${msg('How they learned, as a table')}>
      <table>
        <caption>
          ${msg('Success at the last task, of the lives that they trained on')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${msg('Iteration')}</th>
            ${runs.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${curveTable(runs).map(
            ({ iteration, shares }) =>
              html`<tr>
                <th scope="row">${whole(iteration)}</th>
                ${shares.map((share) => html`<td>${share === null ? '' : msg(str`${percent(share)} %`)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-curves': WmLibraryCurves;
  }
}
