/** What the visitor can do with what is open, beside checking it: keep it in the library, train by its recipe, turn to the next file. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { counted } from '../i18n/counted.ts';
import { canBeKept } from '../state/open-view.ts';
import { shared } from '../styles/shared.ts';
import { keepPromise, keptWords } from '../words/open-words.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-open-keep')
export class WmOpenKeep extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        padding-top: var(--space-4);
      }
      h2 {
        padding-bottom: 4px;
      }
      .do {
        display: var(--in-hand, flex);
        flex-wrap: wrap;
        gap: 8px;
        padding-top: var(--space-2);
      }
      p {
        overflow-wrap: anywhere;
      }
      a.btn {
        text-decoration: none;
      }
      .problem {
        padding: 4px 0 4px var(--space-3);
        border-inline-start: 3px solid var(--ink);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { claim, keep, waiting } = this.app.open.state;
    const { actions } = this.app;
    if (claim === null) return nothing;
    const kept = keep.state === 'kept';
    return html`
      <h2>${canBeKept(claim) ? msg('Make it yours') : msg('Train it yourself')}</h2>
      <div role="status">
        <p class="quiet">
          ${kept ? keptWords(keep.run, keep.renamed) : canBeKept(claim) ? keepPromise(claim) : this.#trainingOnly()}
        </p>
      </div>
      <div role="alert">
        ${
          keep.state === 'failed'
            ? html`<p class="problem"><b>${keep.problem.message}</b> ${keep.problem.remedy}</p>`
            : nothing
        }
      </div>
      <div class="do">
        ${kept ? html`<a class="btn solid" href=${actions.page.linkTo('library')}>${msg('Go to the library')}</a>` : nothing}
        ${
          canBeKept(claim) && !kept
            ? html`<button class="btn" ?disabled=${keep.state === 'keeping'} @click=${() => actions.open.keep()}>
                ${msg('Keep it in the library')}
              </button>`
            : nothing
        }
        <button class="btn" @click=${() => actions.open.trainByIt()}>${msg('Train by its recipe')}</button>
        ${
          waiting.length > 0
            ? html`<button class="btn" @click=${() => void actions.open.openNext()}>
                ${counted(waiting.length, msg('Next file, {n} waits|Next file, {n} wait'))}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #trainingOnly(): string {
    return msg('There is no agent in this link to keep. Its recipe can be trained here, and changed first.');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-keep': WmOpenKeep;
  }
}
