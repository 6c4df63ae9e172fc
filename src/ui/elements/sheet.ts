/** A sheet of paper over the page: a modal dialog with a title and a way to close it. The focus returns when it closes. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { closeIcon } from './icons.ts';

/**
 * Fires `close` when the visitor closes it; the owner then takes `open` away.
 *
 *     <wm-sheet .label=${…} .open=${…} @close=${…}>…</wm-sheet>
 */
@customElement('wm-sheet')
export class WmSheet extends LitElement {
  @property() label = '';
  @property({ type: Boolean }) open = false;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(100vw - 32px, var(--sheet-width, 640px));
        max-width: none;
        max-height: calc(100dvh - 32px);
        padding: 0;
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
        font: 400 var(--text-m) / var(--leading) var(--font-text);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 45%);
      }
      .inside {
        --sheet-padding: var(--space-5);
        padding: var(--space-4) var(--sheet-padding) var(--sheet-padding);
      }
      .title {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-4);
        padding-bottom: var(--space-3);
      }
      .title .tool {
        margin-inline-end: -12px;
      }
      @media (max-width: 640px) {
        .inside {
          --sheet-padding: var(--space-4);
          padding-top: var(--space-3);
        }
      }
    `,
  ];

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('open')) return;
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.open && !dialog?.open) dialog?.showModal();
    else if (!this.open) dialog?.close();
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" @close=${this.#onClose} @click=${this.#onClick}>
      <div class="inside">
        <div class="title">
          <h2 id="title" tabindex="-1" autofocus>${this.label}</h2>
          <button class="tool" aria-label=${msg('Close')} @click=${this.#onClose}>${closeIcon}</button>
        </div>
        <slot></slot>
      </div>
    </dialog>`;
  }

  readonly #onClose = (): void => {
    if (this.open) this.dispatchEvent(new Event('close'));
  };

  /** What is inside fills the dialog: a click that meets the dialog itself was beside it. */
  readonly #onClick = (event: Event): void => {
    if (event.target === event.currentTarget) this.#onClose();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-sheet': WmSheet;
  }
}
