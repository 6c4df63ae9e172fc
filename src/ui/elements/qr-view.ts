/** A QR code as large as the window, over everything, for a room to scan; and on paper alone. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { MOST_QR_BYTES } from '../../runs/links/qr.ts';
import type { ShareState } from '../state/share-state.ts';
import { shared } from '../styles/shared.ts';
import { linkInWords, qrTitle, qrWords, tooLongWords } from '../words/qr-words.ts';
import { AppElement } from './app-element.ts';
import { closeIcon, printIcon } from './icons.ts';
import './qr-code.ts';

/** Of a link, as many characters as say where it leads. */
const BEGINNING = 64;

@customElement('wm-qr-view')
export class WmQrView extends AppElement {
  static override styles = [
    shared,
    css`
      dialog[open] {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        gap: var(--space-2);
      }
      dialog {
        --focus: 3px solid var(--qr-dark);
        inset: 0;
        width: 100vw;
        height: 100dvh;
        max-width: none;
        max-height: none;
        padding: var(--space-3) var(--margin) var(--space-4);
        border: 0;
        background: var(--qr-light);
        color: var(--qr-dark);
        forced-color-adjust: none;
        font: 400 var(--text-m) / var(--leading) var(--font-text);
        text-align: center;
      }
      .top {
        display: grid;
        grid-template-columns: 1fr auto 1fr;
        align-items: center;
        gap: var(--space-3);
      }
      .top div {
        display: flex;
        justify-content: end;
      }
      h2 {
        grid-column: 2;
        font-size: var(--text-xl);
        overflow-wrap: anywhere;
      }
      .code {
        container-type: size;
        display: grid;
        place-items: center;
      }
      wm-qr {
        width: min(100cqw, 100cqh);
      }
      .link {
        font-family: var(--font-token);
        overflow-wrap: anywhere;
      }
      @media (max-width: 640px) {
        .top {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        h2 {
          grid-column: 1;
          font-size: var(--text-l);
          text-align: start;
        }
      }
      @media print {
        dialog[open] {
          position: absolute;
          width: 100%;
          height: auto;
          padding: 0;
        }
        .code {
          container-type: normal;
        }
        wm-qr {
          width: min(100%, 14cm);
        }
        .top div {
          display: none;
        }
      }
    `,
  ];

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.app.share.state.qr) {
      if (!dialog?.open) dialog?.showModal();
    } else dialog?.close();
  }

  protected override render(): TemplateResult {
    const { qr } = this.app.share.state;
    return html`<dialog aria-labelledby="title" @close=${this.#onClose}>${qr ? this.#inside(qr) : nothing}</dialog>`;
  }

  #inside({ link, target }: NonNullable<ShareState['qr']>): TemplateResult {
    const { handOver } = this.app.actions;
    const fits = link.length <= MOST_QR_BYTES;
    const isLong = link.length > BEGINNING;
    return html`
      <div class="top">
        <h2 id="title" tabindex="-1" autofocus>${qrTitle(target)}</h2>
        <div>
          <button class="tool" aria-label=${msg('Print')} @click=${() => handOver.print()}>${printIcon}</button>
          <button class="tool" aria-label=${msg('Close')} @click=${() => handOver.hideQr()}>${closeIcon}</button>
        </div>
      </div>
      <div class="code">
        ${
          fits
            ? html`<wm-qr .link=${link} .label=${qrWords(target)}></wm-qr>`
            : html`<p>${tooLongWords(link.length, MOST_QR_BYTES)}</p>`
        }
      </div>
      <div>
        <p class="small">${linkInWords(link.length, isLong)}</p>
        <p class="link" translate="no">${isLong ? `${link.slice(0, BEGINNING)}…` : link}</p>
      </div>
    `;
  }

  /** Escape has closed it. */
  readonly #onClose = (): void => {
    if (this.app.share.state.qr) this.app.actions.handOver.hideQr();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-qr-view': WmQrView;
  }
}
