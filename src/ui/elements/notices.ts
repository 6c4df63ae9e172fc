/** Named states on screen: an icon with a shape of its own, one sentence, one button. */

import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunActions } from '../actions/run-actions.ts';
import type { Notice } from '../words/notices.ts';
import { shared } from '../styles/shared.ts';
import { noticeIcons } from './icons.ts';

@customElement('wm-notices')
export class WmNotices extends LitElement {
  @property({ attribute: false }) notices: readonly Notice[] = [];
  @property({ attribute: false }) actions: RunActions | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .state {
        display: flex;
        align-items: center;
        gap: var(--space-4);
        padding: 10px var(--margin);
        border-top: var(--stroke) solid var(--ink);
        background: var(--sheet);
      }
      .state:last-child {
        border-bottom: var(--stroke) solid var(--ink);
      }
      .state > svg {
        width: 28px;
        height: 28px;
        flex: none;
      }
      .state p {
        flex: 1;
      }
      @media (max-width: 640px) {
        .state {
          flex-wrap: wrap;
          gap: var(--space-2) var(--space-3);
        }
        .state > svg {
          width: 22px;
          height: 22px;
          align-self: start;
          margin-top: 2px;
        }
        .state p {
          flex: 1 0 70%;
          font-size: var(--text-s);
        }
        .state .btn {
          margin-left: 34px;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div role="status">
      ${this.notices.map(
        ({ tone, title, sentence, button, action }) =>
          html`<div class="state">
            ${noticeIcons[tone]}
            <p><b>${title}</b> ${sentence}</p>
            <button class="btn" @click=${() => this.actions?.answerNotice(action)}>${button}</button>
          </div>`,
      )}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-notices': WmNotices;
  }
}
