/** The four buttons below the lake: which one is pressed, and what the notes claim that each one does. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Fact } from '../../environments/environment.ts';
import { list } from '../words/format.ts';
import { shared } from '../styles/shared.ts';

const ARROWS: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→' };

@customElement('wm-lake-buttons')
export class WmLakeButtons extends LitElement {
  @property({ attribute: false }) buttons: readonly string[] = [];
  /** What its notes claim: a direction, and the button for it. */
  @property({ attribute: false }) claims: readonly Fact[] = [];
  /** The button being pressed, if any. */
  @property() pressed = '';

  static override styles = [
    shared,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(4, minmax(0, 1fr));
        gap: clamp(6px, 2vw, 10px);
      }
      li {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 4px;
        min-height: 52px;
        padding: 0 clamp(6px, 10%, 14px);
        border: 2px solid var(--ink);
        border-bottom-width: 5px;
        border-radius: var(--radius-control);
        font: 650 1.25rem/1 var(--font-token);
        background: var(--sheet);
      }
      .claim {
        font: 500 var(--text-m) / 1 var(--font-text);
        color: var(--ink-2);
      }
      .known {
        background: var(--note);
        color: var(--on-note);
      }
      .known .claim {
        color: inherit;
        font-weight: 700;
        font-size: 1.35rem;
      }
      .down {
        border-bottom-width: 2px;
        margin-top: 3px;
        background: var(--ink);
        color: var(--on-ink);
      }
      .down.known {
        outline: 3px solid var(--note);
        outline-offset: -6px;
      }
      .down .claim {
        color: inherit;
      }
      @media (forced-colors: active) {
        .known {
          forced-color-adjust: none;
          border-color: CanvasText;
        }
        .down {
          forced-color-adjust: none;
          outline: 4px solid Highlight;
          outline-offset: 2px;
          background: Canvas;
          color: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ul
      aria-label=${msg('The buttons. What each one does is hidden from the agent; here is what its notes say.')}
    >
      ${this.buttons.map((button) => this.#button(button))}
    </ul>`;
  }

  #button(button: string): TemplateResult {
    const claims = this.claims.filter((claim) => claim.value[0] === button).map((claim) => claim.key);
    const classes = `${claims.length > 0 ? 'known' : ''} ${button === this.pressed ? 'down' : ''}`;
    const noted = claims.length > 0 ? msg(str`noted: ${list(claims)}`) : msg('not noted');
    const sign = claims.length > 0 ? claims.map((claim) => ARROWS[claim] ?? claim).join('') : '?';
    return html`<li class=${classes}>
      <span lang="en" translate="no">${button}</span>
      <span class="claim" aria-hidden="true">${sign}</span>
      <span class="sr">${noted}</span>
      ${button === this.pressed ? html`<span class="sr">${msg('pressed now')}</span>` : nothing}
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lake-buttons': WmLakeButtons;
  }
}
