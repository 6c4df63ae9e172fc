/** Stands in the place of a screen whose code could not be fetched: what happened, and one button. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { screenName } from '../words/screen-names.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-missing-screen')
export class WmMissingScreen extends AppElement {
  static override styles = [
    shared,
    css`
      main {
        display: grid;
        gap: var(--space-4);
        justify-items: start;
        max-width: var(--measure);
        padding: var(--space-6) var(--margin);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { page, actions } = this.app;
    const { missing } = page.state;
    if (!missing) return nothing;
    const often = missing.tries > 1;
    return html`<main>
      <h1>${msg(str`“${screenName(missing.route.screen)}” did not load.`)}</h1>
      <p>
        ${
          often
            ? msg('It failed again. Reloading the page fetches everything anew; what was trained is stored.')
            : msg('The connection may be gone. Everything that runs goes on meanwhile.')
        }
      </p>
      <button class="btn solid" @click=${() => actions.page.tryAgain()}>
        ${often ? msg('Reload the page') : msg('Try again')}
      </button>
    </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-missing-screen': WmMissingScreen;
  }
}
