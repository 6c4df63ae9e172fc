/** All training curves, with the table that says the same. The charts are loaded when this is first shown. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { IterationRecord } from '../../learning/records.ts';
import { curveColumns, curveRows } from '../charts/curves.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-curves')
export class WmCurves extends LitElement {
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];
  /** The colours on screen: a canvas has to be drawn again for others. */
  @property() scheme: 'light' | 'dark' = 'light';
  @state() private _charts: 'loading' | 'ready' | 'missing' = 'loading';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .plots {
        padding-block: var(--space-3);
      }
      .scroll {
        overflow-x: auto;
      }
      td:first-child {
        text-align: start;
      }
    `,
  ];

  protected override firstUpdated(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      await import('./curve-charts.ts');
      this._charts = 'ready';
    } catch {
      this._charts = 'missing';
    }
  }

  protected override render(): TemplateResult {
    if (this.iterations.length === 0) {
      return html`<p class="quiet">${msg('The curves begin with the first iteration.')}</p>`;
    }
    return html`
      <p class="quiet small">${msg('From the lives it trains on: training figures, no evaluation.')}</p>
      ${this._charts === 'missing' ? html`<p>${msg('The charts could not be loaded; here are the figures.')}</p>` : nothing}
      ${
        this._charts === 'ready'
          ? html`<wm-curve-charts class="plots" .iterations=${this.iterations} scheme=${this.scheme}></wm-curve-charts>`
          : nothing
      }
      <details ?open=${this._charts === 'missing'}>
        <summary>${msg('The same as a table')}</summary>
        <div class="scroll" tabindex="0" role="group" aria-label=${msg('Training metrics, as a table')}>
          <table>
            <caption>
              ${msg('From the lives it trains on, newest first')}
            </caption>
            <thead>
              <tr>
                ${curveColumns().map((column) => html`<th scope="col">${column}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${curveRows(this.iterations).map(
                (row) =>
                  html`<tr>
                    ${row.map((cell) => html`<td>${cell}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-curves': WmCurves;
  }
}
