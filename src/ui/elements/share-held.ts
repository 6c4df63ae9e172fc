/** Everything that a link or file holds, folded under it. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import type { Held } from '../words/share-contents.ts';

@customElement('wm-share-held')
export class WmShareHeld extends LitElement {
  @property({ attribute: false }) held: readonly Held[] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        font-size: var(--text-s);
      }
      dl {
        display: grid;
        grid-template-columns: 11.5em minmax(0, 1fr);
        padding-bottom: var(--space-2);
      }
      dt,
      dd {
        padding-block: 5px;
        border-top: 1px solid var(--hairline);
      }
      dt {
        padding-inline-end: var(--space-4);
        color: var(--ink-2);
      }
      dd {
        overflow-wrap: anywhere;
      }
      .token {
        display: block;
      }
      @media (max-width: 640px) {
        dl {
          grid-template-columns: minmax(0, 1fr);
        }
        dd {
          padding-top: 0;
          border-top: 0;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    if (this.held.length === 0) return nothing;
    return html`<details>
      <summary>${msg('All that it holds')}</summary>
      <dl>
        ${this.held.map(
          ({ what, value, code }) =>
            html`<dt>${what}</dt>
              <dd>
                ${value} ${code === undefined ? nothing : html`<span class="token" translate="no">${code}</span>`}
              </dd>`,
        )}
      </dl>
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-share-held': WmShareHeld;
  }
}
