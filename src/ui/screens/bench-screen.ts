/** The page `#bench`: our engine's speed on the visitor's device, as tables and as a line of JSON to take away. */

import { msg } from '@lit/localize';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { reportLine } from '../../bench/report.ts';
import { reportTables, type Table } from '../../bench/table.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/bench-bar.ts';
import type { BenchStep } from '../state/bench-state.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-bench-screen')
export class WmBenchScreen extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      main {
        flex: 1;
        display: grid;
        align-content: start;
        gap: var(--space-5);
        padding: var(--space-3) var(--margin) var(--space-7);
      }
      .lede {
        max-width: var(--measure);
        display: grid;
        gap: var(--space-3);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-3);
      }
      .wide {
        overflow-x: auto;
      }
      th,
      td {
        white-space: nowrap;
        padding-inline: 8px;
      }
      td:first-child {
        text-align: start;
      }
      caption {
        color: var(--ink);
        font-weight: 650;
      }
      textarea {
        width: 100%;
        min-height: 8em;
        padding: var(--space-3);
        border: var(--stroke) solid var(--ink-3);
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
        font: 400 var(--text-s) / 1.4 var(--font-token);
        overflow-wrap: anywhere;
      }
      a {
        color: inherit;
      }
    `,
  ];

  protected override firstUpdated(): void {
    void this.app.actions.bench.look();
  }

  /** Where the browser does not let the page copy, the text stands selected for the visitor's own keys. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { now } = this.app.bench.state;
    if (now.step === 'finished' && now.copy === 'refused') this.renderRoot.querySelector('textarea')?.select();
  }

  protected override render(): TemplateResult {
    const { now } = this.app.bench.state;
    return html`
      <main>
        <div class="lede">
          <h1>${msg('How fast is this device?')}</h1>
          <p>
            ${msg(
              "Measures the engine that trains the agent on this device's graphics processor: rollouts, training steps, its single kernels, and what the processor can do at most. Everything stays on this device.",
            )}
          </p>
          <p><a href=${this.app.actions.page.linkTo('watch')}>${msg('Back to the agent')}</a></p>
        </div>
        ${now.step === 'finished' ? this.#results(now) : nothing}
      </main>
      <wm-bench-bar></wm-bench-bar>
    `;
  }

  #results({ report, copy }: Extract<BenchStep, { step: 'finished' }>): TemplateResult {
    const { bench } = this.app.actions;
    return html`
      ${reportTables(report).map(tableTemplate)}
      <section class="lede" aria-labelledby="data">
        <h2 id="data">${msg('The result as data')}</h2>
        <textarea readonly lang="en" translate="no" aria-label="JSON" .value=${reportLine(report)}></textarea>
        <div class="row">
          <button class="btn" @click=${() => void bench.copy()}>
            ${copy === 'copied' ? msg('Copied') : msg('Copy')}
          </button>
          <button class="btn" @click=${() => bench.save()}>${msg('Download')}</button>
        </div>
      </section>
    `;
  }
}

/** In the benchmark's own words, which are those of its data. Wide tables scroll on their own, also by keyboard. */
function tableTemplate({ title, head, rows }: Table): TemplateResult {
  return html`
    <div class="wide" role="region" aria-label=${title} tabindex="0" lang="en" translate="no">
      <table>
        <caption>
          ${title}
        </caption>
        <thead>
          <tr>
            ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-bench-screen': WmBenchScreen;
  }
}
