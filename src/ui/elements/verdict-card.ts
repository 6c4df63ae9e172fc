/** The verdict of a check: its shape, its name, what it means, what was computed again and what to do next. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Verdict } from '../../runs/check/verdict.ts';
import { presentVerdict } from '../state/open-view.ts';
import { shared } from '../styles/shared.ts';
import { checkedWords, verdictWords } from '../words/verdict-words.ts';
import { AppElement } from './app-element.ts';
import { verdictIcon } from './verdict-icons.ts';

@customElement('wm-verdict')
export class WmVerdict extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .verdict {
        display: grid;
        grid-template-columns: 40px minmax(0, 1fr);
        gap: 0 var(--space-4);
        padding: var(--space-4) var(--space-5);
        border: 2px solid var(--ink);
        border-radius: var(--radius-page);
        background: var(--sheet);
      }
      .verdict > svg {
        width: 40px;
      }
      .verdict {
        margin-bottom: var(--space-5);
      }
      .verdict p,
      .verdict ul {
        padding-top: var(--space-2);
        max-width: var(--measure);
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 18px;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      h2 {
        padding-top: 6px;
        overflow-wrap: anywhere;
      }
      @media (max-width: 640px) {
        .verdict {
          grid-template-columns: 28px minmax(0, 1fr);
          gap: 0 12px;
          padding: var(--space-3) 14px;
        }
        .verdict > svg {
          width: 28px;
        }
        h2 {
          padding-top: 0;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { state } = this.app.open;
    const verdict = presentVerdict(state);
    return html`
      <div role="status">${verdict ? this.#verdict(verdict) : nothing}</div>
      <div role="alert">
        ${
          state.check.state === 'failed'
            ? html`<div class="verdict">
                ${verdictIcon('cannot-check')}
                <div>
                  <h2>${msg('The check could not be carried out.')}</h2>
                  <p><b>${state.check.problem.message}</b> ${state.check.problem.remedy}</p>
                </div>
              </div>`
            : nothing
        }
      </div>
    `;
  }

  #verdict(verdict: Verdict): TemplateResult {
    const { title, meaning, next } = verdictWords(verdict);
    return html`<div class="verdict" data-verdict=${verdict.kind}>
      ${verdictIcon(verdict.kind)}
      <div>
        <h2>${title}</h2>
        <p>${meaning}</p>
        ${
          verdict.kind === 'cannot-check'
            ? nothing
            : html`<ul class="facts" aria-label=${msg('What was computed again')}>
                ${checkedWords(verdict.checked).map((fact) => html`<li>${fact}</li>`)}
              </ul>`
        }
        <p>${next}</p>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict': WmVerdict;
  }
}
