/** A Staircase in figures: success by task in percent, with its 95 % interval, a row for each line. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Series } from '../charts/staircase-parts.ts';
import { shared } from '../styles/shared.ts';
import { percent } from '../words/format.ts';

@customElement('wm-staircase-table')
export class WmStaircaseTable extends LitElement {
  @property({ attribute: false }) series: readonly Series[] = [];
  /** Tasks in a life. */
  @property({ type: Number }) length = 4;
  @property() caption = '';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow-x: auto;
      }
      .range {
        display: block;
        color: var(--ink-2);
        white-space: nowrap;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const tasks = Array.from({ length: this.length }, (_, task) => task);
    return html`<div tabindex="0" role="group" aria-label=${msg('Success by task, as a table')}>
      <table>
        <caption>
          ${this.caption || msg('Success in percent, with 95 % interval')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${msg('Task')}</th>
            ${tasks.map((task) => html`<th scope="col">${task + 1}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.series.map((series) => this.#row(series, tasks))}
        </tbody>
      </table>
    </div>`;
  }

  #row({ label, points }: Series, tasks: readonly number[]): TemplateResult {
    return html`<tr>
      <th scope="row">${label}</th>
      ${tasks.map((task) => {
        const point = points.at(task);
        if (!point) return html`<td></td>`;
        const { mean, low, high } = point;
        return html`<td>${percent(mean)} <span class="range">${percent(low)}–${percent(high)}</span></td>`;
      })}
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-staircase-table': WmStaircaseTable;
  }
}
