/** The sheet from which a run leaves the page. What is in it (share-ways.ts) is fetched when it is first opened. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { sheetTitle } from '../words/share-title.ts';
import { AppElement } from './app-element.ts';
import './sheet.ts';

@customElement('wm-share-sheet')
export class WmShareSheet extends AppElement {
  static override styles = [
    shared,
    css`
      wm-sheet {
        --sheet-width: 820px;
      }
      .trouble {
        display: grid;
        justify-items: start;
        gap: var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { page, share, actions } = this.app;
    const open = page.state.sheet === 'share';
    return html`<wm-sheet
      .label=${sheetTitle(open ? share.state.subject : null)}
      ?open=${open}
      @close=${() => actions.page.closeSheet('share')}
    >
      ${open ? this.#inside() : nothing}
    </wm-sheet>`;
  }

  #inside(): TemplateResult {
    const { codeMissing, failure, subject, looking } = this.app.share.state;
    if (codeMissing) {
      return this.#trouble(msg('The code for sharing did not load.'), msg('Look to the connection, then try again.'));
    }
    if (failure) return this.#trouble(failure.message, failure.remedy);
    if (!subject || (looking !== null && subject.run?.run !== looking)) {
      return html`<p role="status">${msg('Looking at the run.')}</p>`;
    }
    return html`<wm-share-ways></wm-share-ways>`;
  }

  #trouble(what: string, remedy: string): TemplateResult {
    return html`<div class="trouble" role="alert">
      <p><b>${what}</b> ${remedy}</p>
      <button class="btn" @click=${() => void this.app.actions.share.tryAgain()}>${msg('Try again')}</button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-share-sheet': WmShareSheet;
  }
}
