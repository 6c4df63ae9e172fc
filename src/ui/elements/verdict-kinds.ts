/** Before a check: what it can find, each with its shape. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Verdict } from '../../runs/check/verdict.ts';
import { shared } from '../styles/shared.ts';
import { verdictKind } from '../words/verdict-words.ts';
import { verdictIcon } from './verdict-icons.ts';

@customElement('wm-verdict-kinds')
export class WmVerdictKinds extends LitElement {
  @property({ attribute: false }) kinds: readonly Verdict['kind'][] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h2 {
        padding-bottom: var(--space-3);
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
        gap: var(--space-3) var(--gutter);
      }
      li {
        display: grid;
        grid-template-columns: 26px minmax(0, 1fr);
        gap: 0 12px;
        align-items: start;
      }
      p {
        font-size: var(--text-s);
        line-height: 1.35;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="kinds">
      <h2 id="kinds">${msg('A check finds one of these')}</h2>
      <ul>
        ${this.kinds.map((kind) => {
          const { title, meaning } = verdictKind(kind);
          return html`<li>
            ${verdictIcon(kind)}
            <div>
              <b>${title}</b>
              <p class="quiet">${meaning}</p>
            </div>
          </li>`;
        })}
      </ul>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict-kinds': WmVerdictKinds;
  }
}
