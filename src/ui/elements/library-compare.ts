/**
 * What the chosen runs found, side by side: their Staircases over one another, what their notes are worth, the settings
 * in which they differ, and how they learned. One run alone shows its Staircase whole.
 */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { EvaluationRecord } from '../../learning/records.ts';
import { comparedSeries, LOOKS } from '../charts/compared-series.ts';
import { evaluationSeries } from '../charts/evaluation-series.ts';
import { comparedEntries, libraryEntries, type LibraryEntry } from '../state/library-view.ts';
import { shared } from '../styles/shared.ts';
import { comparisonCaveat, entryName, liftWords } from '../words/library-words.ts';
import { provenance } from '../words/sentences.ts';
import { differingSettings } from '../words/run-difference.ts';
import type { PictureKind } from '../services/files.ts';
import { AppElement } from './app-element.ts';
import './library-curves.ts';
import './library-mark.ts';
import './staircase.ts';
import './staircase-chart.ts';
import './staircase-table.ts';

@customElement('wm-library-compare')
export class WmLibraryCompare extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-5);
      }
      h2 {
        padding-bottom: var(--space-2);
      }
      .worth {
        display: grid;
        grid-template-columns: 44px minmax(0, 1fr) auto;
        gap: var(--space-2) var(--space-3);
        align-items: center;
      }
      .worth li {
        display: contents;
      }
      .worth b {
        overflow-wrap: anywhere;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        gap: 0 4px;
      }
      .do .tool:first-child {
        margin-inline-start: -10px;
      }
      .do .tool {
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      .scroll {
        overflow-x: auto;
      }
      td {
        overflow-wrap: anywhere;
      }
      th {
        vertical-align: bottom;
      }
      @media (max-width: 640px) {
        .worth {
          grid-template-columns: 44px minmax(0, 1fr);
        }
        .worth span {
          grid-column: 2;
        }
      }
      @media print {
        .do {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { library, run } = this.app;
    const entries = libraryEntries(library.state, run.state.recording);
    const compared = comparedEntries(library.state, entries);
    if (compared.length >= 2) return this.#comparison(compared);
    const shown = compared.at(0) ?? entries.find(({ evaluation }) => evaluation !== null);
    return html`<section aria-labelledby="one">
      <h2 id="one">${shown ? entryName(shown) : msg('Nothing to show yet')}</h2>
      <wm-staircase
        .evaluation=${shown?.evaluation ?? null}
        ?recorded=${shown?.run === null}
        .emptyText=${msg('No evaluation yet.')}
      ></wm-staircase>
      ${shown?.evaluation ? this.#figures(shown.evaluation, shown.run === null) : nothing}
      <p class="quiet">${msg('Tick two runs or more to lay their Staircases over one another.')}</p>
    </section>`;
  }

  #figures(evaluation: EvaluationRecord, recorded: boolean): TemplateResult {
    return html`<p class="quiet small">${provenance(evaluation, recorded)}</p>
      <details>
        <summary>${msg('The same as a table')}</summary>
        <wm-staircase-table .series=${evaluationSeries(evaluation)} .length=${evaluation.length}></wm-staircase-table>
      </details>
      ${this.#pictures()}`;
  }

  #comparison(compared: readonly LibraryEntry[]): TemplateResult {
    const runs = compared.map((entry) => ({ key: entry.key, name: entryName(entry), evaluation: entry.evaluation }));
    const length = Math.max(1, ...runs.map(({ evaluation }) => evaluation?.length ?? 0));
    const caveat = comparisonCaveat(compared);
    return html`
      <section aria-labelledby="stairs">
        <h2 id="stairs">${msg('Success by task, notes kept')}</h2>
        <wm-staircase-chart .series=${comparedSeries(runs)} .length=${length} .height=${330} labels="beside">
          ${caveat === '' ? nothing : html`<p class="quiet small">${caveat}</p>`}
        </wm-staircase-chart>
        ${this.#pictures()}
      </section>
      <section aria-labelledby="worth">
        <h2 id="worth">${msg('What their notes are worth')}</h2>
        <ul class="worth">
          ${compared.map(
            (entry, index) =>
              html`<li>
                <wm-library-mark .look=${LOOKS[index]}></wm-library-mark>
                <b>${entryName(entry)}</b>
                <span>${liftWords(entry.evaluation)}</span>
              </li>`,
          )}
        </ul>
      </section>
      ${this.#settings(compared)}
      <wm-library-curves .entries=${compared}></wm-library-curves>
    `;
  }

  #pictures(): TemplateResult {
    return html`<div class="do" role="group" aria-label=${msg('Save this picture')}>
      <button class="tool" @click=${() => this.#savePicture('svg')}>${msg('Save as SVG')}</button>
      <button class="tool" @click=${() => this.#savePicture('png')}>${msg('Save as PNG')}</button>
    </div>`;
  }

  #savePicture(kind: PictureKind): void {
    const chart =
      this.renderRoot.querySelector('wm-staircase-chart') ??
      this.renderRoot.querySelector('wm-staircase')?.renderRoot.querySelector('wm-staircase-chart');
    const drawing = chart?.renderRoot.querySelector<SVGSVGElement>('svg.picture');
    if (drawing) void this.app.actions.library.savePicture(drawing, kind);
  }

  #settings(compared: readonly LibraryEntry[]): TemplateResult {
    const rows = differingSettings(compared.map(({ recipe }) => recipe));
    if (rows.length === 0) {
      return html`<section aria-labelledby="settings">
        <h2 id="settings">${msg('Settings')}</h2>
        <p>${msg('They have the same settings in everything, seed and all.')}</p>
      </section>`;
    }
    return html`<section aria-labelledby="settings">
      <h2 id="settings">${msg('Where their settings differ')}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="settings">
        <table>
          <thead>
            <tr>
              <th scope="col">${msg('Setting')}</th>
              ${compared.map((entry) => html`<th scope="col">${entryName(entry)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ label, values }) =>
                html`<tr>
                  <th scope="row">${label}</th>
                  ${values.map((value) => html`<td>${value}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-compare': WmLibraryCompare;
  }
}
