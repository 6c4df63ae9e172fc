/** The training curves behind their disclosure, with the table that says the same. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { IterationRecord } from '../../learning/records.ts';
import { COLUMNS, curveRows } from '../charts/curves.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-curves')
export class WmCurves extends LitElement {
  @property({ attribute: false }) iterations: readonly IterationRecord[] = [];
  @state() private _charts: 'closed' | 'loading' | 'ready' | 'missing' = 'closed';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        border-top: 1px solid var(--hairline);
        padding-block: var(--space-2);
      }
      h2 {
        display: inline;
        font: 650 var(--text-m) / 1.3 var(--font-text);
      }
      .scroll {
        overflow-x: auto;
      }
      td:first-child {
        text-align: start;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<details @toggle=${this.#onToggle}>
      <summary><h2>Training curves (not an evaluation)</h2></summary>
      ${this._charts === 'closed' ? nothing : this.#content()}
    </details>`;
  }

  #content(): TemplateResult {
    if (this.iterations.length === 0) return html`<p class="quiet small">They begin with the first iteration.</p>`;
    return html`
      ${this._charts === 'missing' ? html`<p class="small">The charts could not be loaded; here are the figures.</p>` : nothing}
      ${this._charts === 'ready' ? html`<wm-curve-charts .iterations=${this.iterations}></wm-curve-charts>` : nothing}
      <details>
        <summary>The same as a table</summary>
        <div class="scroll" tabindex="0" role="group" aria-label="Training metrics, as a table">
          <table>
            <caption>
              From the lives it trains on, newest first
            </caption>
            <thead>
              <tr>
                ${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}
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

  readonly #onToggle = async (event: Event): Promise<void> => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    if (!open || this._charts !== 'closed') return;
    this._charts = 'loading';
    try {
      await import('./curve-charts.ts');
      this._charts = 'ready';
    } catch {
      this._charts = 'missing';
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-curves': WmCurves;
  }
}
