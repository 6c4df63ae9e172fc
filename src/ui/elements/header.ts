/** The top of the page: its name, its screens, and what the visitor can do with the page as a whole. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { hidden, presentScreen } from '../state/page-state.ts';
import { shared } from '../styles/shared.ts';
import { screenName } from '../words/screen-names.ts';
import { AppElement } from './app-element.ts';
import { themeIcon } from './icons.ts';
import { TABS } from './menu.ts';
import { symbolStyles } from './symbols.ts';

@customElement('wm-header')
export class WmHeader extends AppElement {
  static override styles = [
    shared,
    symbolStyles,
    css`
      header {
        display: flex;
        align-items: center;
        gap: 0 var(--space-5);
        min-height: 64px;
        padding: 0 var(--margin);
        /* Names are longer in some languages than there is room for. */
        flex-wrap: wrap;
      }
      .brand {
        display: inline-flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
        color: inherit;
        font: 700 var(--text-l) / 1 var(--font-voice);
        text-decoration: none;
      }
      .brand svg {
        width: 22px;
      }
      nav {
        display: var(--in-hand, flex);
        gap: var(--space-1);
        margin-inline-start: var(--space-4);
      }
      nav a {
        display: flex;
        align-items: center;
        min-height: var(--target);
        padding: 0 14px;
        border-radius: var(--radius-control);
        color: var(--ink-2);
        text-decoration: none;
        white-space: nowrap;
      }
      nav a:hover {
        color: var(--ink);
        text-decoration: underline;
        text-underline-offset: 6px;
      }
      nav a[aria-current] {
        border-radius: 0;
        box-shadow: inset 0 -3px 0 -0.5px var(--ink);
        color: var(--ink);
        font-weight: 700;
        text-decoration: none;
      }
      .tools {
        display: var(--in-hand, flex);
        align-items: center;
        gap: var(--space-2);
        margin-inline-start: auto;
      }
      a.tool {
        text-decoration: none;
      }
      :host([data-projector]) header {
        min-height: 52px;
      }
      :host([data-projector]) .brand {
        font-size: 1.375rem;
      }
      .projected {
        margin-inline-start: auto;
        color: var(--ink-2);
        font-size: 1rem;
      }
      @media (forced-colors: active) {
        nav a[aria-current] {
          border-bottom: 3px solid Highlight;
        }
      }
      @media (max-width: 1400px) {
        :host(:lang(ru)) .tools kbd {
          display: none;
        }
        :host(:lang(ru)) nav a {
          padding: 0 8px;
        }
      }
      @media (max-width: 1180px) {
        header {
          gap: 0 var(--space-3);
        }
        nav {
          margin-inline-start: 0;
        }
        nav a {
          padding: 0 10px;
        }
        .tools {
          gap: 0;
        }
        .tools kbd {
          display: none;
        }
      }
      @media (max-width: 900px) {
        header {
          min-height: 56px;
        }
        nav,
        .wide {
          display: none;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { page, actions } = this.app;
    return html`<header>
      <a class="brand" href=${actions.page.linkTo('watch')}>
        <svg viewBox="-12 -12 24 24" aria-hidden="true"><path class="blaze" d="M0-10 10 0 0 10-10 0z"></path></svg>
        <span translate="no">Waymark</span>
      </a>
      ${this.#tabs()}
      ${page.state.projector ? html`<p class="projected">${msg('Projector mode. P or Esc leaves it.')}</p>` : this.#tools()}
    </header>`;
  }

  #tabs(): TemplateResult {
    const { page, actions } = this.app;
    const current = presentScreen(page.state);
    return html`<nav aria-label=${msg('Screens')}>
      ${TABS.filter((screen) => !hidden(page.state, screen)).map(
        (screen) =>
          html`<a href=${actions.page.linkTo(screen)} aria-current=${ifDefined(screen === current ? 'page' : undefined)}
            >${screenName(screen)}</a
          >`,
      )}
    </nav>`;
  }

  #tools(): TemplateResult {
    const { page, actions } = this.app;
    const unlessHidden = (control: string, tool: TemplateResult): TemplateResult | typeof nothing =>
      hidden(page.state, control) ? nothing : tool;
    return html`<div class="tools">
      ${unlessHidden(
        'lesson',
        html`<a
          class="tool wide"
          href=${actions.page.linkTo('lesson')}
          aria-current=${ifDefined(presentScreen(page.state) === 'lesson' ? 'page' : undefined)}
          >${screenName('lesson')}</a
        >`,
      )}
      ${unlessHidden(
        'projector',
        html`<button class="tool wide" @click=${() => actions.page.switchProjector()}>
          ${msg('Projector')} <kbd>P</kbd>
        </button>`,
      )}
      ${unlessHidden(
        'keys',
        html`<button class="tool wide" @click=${() => actions.page.openSheet('keys')}>
          ${msg('Keys')} <kbd>?</kbd>
        </button>`,
      )}
      <button class="tool" aria-label=${msg('Light or dark')} @click=${() => actions.page.switchTheme()}>
        ${themeIcon}
      </button>
      <wm-menu></wm-menu>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-header': WmHeader;
  }
}
