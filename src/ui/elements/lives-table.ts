/** The raster of lives as a table, and what every note of the life on screen did, in sentences. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { LifeRecord } from '../../learning/records.ts';
import { outcomesOf } from '../replay/telling.ts';
import type { WatchedLife } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { renderPhrase } from '../words/captions/phrase.ts';
import { lifeName, useWords } from '../words/lives-words.ts';

@customElement('wm-lives-table')
export class WmLivesTable extends LitElement {
  /** From top to bottom. */
  @property({ attribute: false }) lives: readonly WatchedLife[] = [];
  @property({ attribute: false }) present: LifeRecord | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .scroll {
        overflow-x: auto;
      }
      td {
        white-space: nowrap;
      }
      ul {
        display: grid;
        gap: 6px;
        padding-block: var(--space-3);
        font-size: var(--text-s);
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const rows = this.lives.map((watched) => ({ name: lifeName(watched), outcomes: outcomesOf(watched.life) }));
    const length = Math.max(0, ...rows.map(({ outcomes }) => outcomes.length));
    const tasks = Array.from({ length }, (_, task) => task);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${msg('Lives by task, as a table')}>
        <table>
          <caption>
            ${msg('Whether each task was solved, by life')}
          </caption>
          <thead>
            <tr>
              <th scope="col">${msg('Task')}</th>
              ${tasks.map((task) => html`<th scope="col">${task + 1}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ name, outcomes }) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  ${tasks.map((task) => html`<td>${this.#outcome(outcomes.at(task))}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.#uses()}`;
  }

  #outcome(solved: boolean | undefined): string {
    if (solved === undefined) return '';
    return solved ? msg('solved') : msg('no');
  }

  #uses(): TemplateResult | typeof nothing {
    const uses = this.present ? useWords(this.present) : [];
    if (uses.length === 0) return nothing;
    return html`<ul aria-label=${msg('What the notes of the life on screen did')}>
      ${uses.map(({ words }) => html`<li>${renderPhrase(words)}</li>`)}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lives-table': WmLivesTable;
  }
}
