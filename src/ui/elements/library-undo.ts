/** What was just deleted, and having it back: stays for a while, and for as long as the visitor is at it. */

import { msg, str } from '@lit/localize';
import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-library-undo')
export class WmLibraryUndo extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        position: sticky;
        bottom: 116px;
        z-index: 3;
        padding-inline: var(--margin);
      }
      li {
        display: flex;
        align-items: center;
        justify-content: space-between;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-4);
        max-width: 560px;
        margin-block: var(--space-2);
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-control);
        background: var(--ink);
        color: var(--on-ink);
      }
      p {
        overflow-wrap: anywhere;
      }
      @media (forced-colors: active) {
        li {
          forced-color-adjust: none;
        }
      }
      .btn {
        border-color: var(--on-ink);
      }
      :focus-visible {
        outline-color: var(--on-ink);
        outline-offset: -5px;
      }
      .btn:focus-visible {
        outline-color: var(--ink);
        border-radius: var(--radius-round);
      }
      @media (max-width: 640px) {
        :host {
          bottom: 150px;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
      @media (max-height: 560px) {
        :host {
          bottom: 8px;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { library, actions } = this.app;
    return html`<div
      role="status"
      @focusin=${() => actions.library.holdUndo()}
      @focusout=${() => actions.library.releaseUndo()}
      @pointerenter=${() => actions.library.holdUndo()}
      @pointerleave=${() => actions.library.releaseUndo()}
    >
      <ul>
        ${library.state.deleted.map(
          ({ run, name }) =>
            html`<li>
              <p>${msg(str`${name} was deleted.`)}</p>
              <button
                class="btn"
                aria-label=${msg(str`Undo: have ${name} back`)}
                @click=${() => void actions.library.undo(run)}
              >
                ${msg('Undo')}
              </button>
            </li>`,
        )}
      </ul>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-undo': WmLibraryUndo;
  }
}
