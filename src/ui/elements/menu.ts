/** The menu: how the page looks, links for a class, and on narrow windows everything that the header has no room for. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { LANGUAGES } from '../i18n/languages.ts';
import { hidden, presentScreen, THEMES, type Theme } from '../state/page-state.ts';
import type { ScreenName } from '../state/route.ts';
import { shared } from '../styles/shared.ts';
import { screenName } from '../words/screen-names.ts';
import { AppElement } from './app-element.ts';
import { menuIcon } from './icons.ts';

/** The screens that have a tab, in the order of the tabs. */
export const TABS = ['watch', 'train', 'lab', 'library'] as const satisfies readonly ScreenName[];

const THEME_NAMES: Readonly<Record<Theme, () => string>> = {
  system: () => msg('Like the system'),
  light: () => msg('Light'),
  dark: () => msg('Dark'),
};

@customElement('wm-menu')
export class WmMenu extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      [popover] {
        position: absolute;
        inset: 60px var(--margin) auto auto;
        width: min(320px, 100vw - 2 * var(--margin));
        max-height: calc(100dvh - 72px);
        overflow-y: auto;
        margin: 0;
        padding: var(--space-3) var(--space-4);
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
        font: 400 var(--text-m) / var(--leading) var(--font-text);
      }
      .row {
        display: flex;
        align-items: center;
        gap: 10px;
        width: 100%;
        min-height: var(--target);
        padding: 0 8px;
        border: 0;
        border-radius: var(--radius-control);
        background: none;
        color: inherit;
        font: inherit;
        text-align: start;
        text-decoration: none;
        cursor: pointer;
      }
      .row:hover {
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      .row[aria-current] {
        font-weight: 700;
        box-shadow: inset 3px 0 0 var(--ink);
        border-radius: 0;
      }
      .row kbd {
        margin-inline-start: auto;
      }
      .language {
        display: grid;
        gap: 4px;
        padding: 10px 8px 4px;
      }
      .language .slot {
        width: 100%;
        background: var(--ground);
      }
      .narrow {
        display: none;
      }
      fieldset {
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend,
      .parted {
        width: 100%;
        margin-top: 8px;
        border-top: 1px solid var(--hairline);
      }
      legend {
        padding: 10px 8px 2px;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .parted {
        padding-top: 8px;
      }
      input {
        width: 20px;
        height: 20px;
        flex: none;
        margin: 0;
        accent-color: var(--ink);
      }
      @media (max-width: 900px) {
        .narrow {
          display: block;
        }
      }
      @media (min-width: 901px) {
        .first {
          margin-top: 0;
          border-top: 0;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`
      <button class="tool" popovertarget="menu" aria-label=${msg('Menu')}>${menuIcon}</button>
      <div id="menu" role="dialog" aria-label=${msg('Menu')} popover>
        ${this.#screens()} ${this.#themes()} ${this.#languages()} ${this.#more()}
      </div>
    `;
  }

  /** What stands in the header itself where there is room. */
  #screens(): TemplateResult {
    const { page, actions } = this.app;
    const current = presentScreen(page.state);
    const link = (screen: ScreenName): TemplateResult | typeof nothing =>
      hidden(page.state, screen)
        ? nothing
        : html`<a
            class="row"
            href=${actions.page.linkTo(screen)}
            aria-current=${ifDefined(screen === current ? 'page' : undefined)}
            @click=${this.#close}
            >${screenName(screen)}</a
          >`;
    return html`<div class="narrow">
      <nav aria-label=${msg('Screens')}>${TABS.map(link)} ${link('lesson')}</nav>
      <div class="parted">
        ${
          hidden(page.state, 'projector')
            ? nothing
            : html`<button class="row" @click=${this.#closing(() => actions.page.switchProjector())}>
                ${msg('Projector mode')} <kbd>P</kbd>
              </button>`
        }
        ${
          hidden(page.state, 'keys')
            ? nothing
            : html`<button class="row" @click=${this.#closing(() => actions.page.openSheet('keys'))}>
                ${msg('Keys')} <kbd>?</kbd>
              </button>`
        }
      </div>
    </div>`;
  }

  #themes(): TemplateResult {
    const { page, actions } = this.app;
    return html`<fieldset>
      <legend class="first">${msg('Light or dark')}</legend>
      ${THEMES.map(
        (theme) =>
          html`<label class="row">
            <input
              type="radio"
              name="theme"
              .checked=${page.state.preferences.theme === theme}
              @change=${() => actions.page.chooseTheme(theme)}
            />
            ${THEME_NAMES[theme]()}
          </label>`,
      )}
    </fieldset>`;
  }

  /** Every language under its own name, so that those who speak it find it. */
  #languages(): TemplateResult | typeof nothing {
    const { page, language, actions } = this.app;
    if (hidden(page.state, 'language')) return nothing;
    const { missing, language: spoken } = language.state;
    const choose = (event: Event): void => {
      const { code } = LANGUAGES[(event.target as HTMLSelectElement).selectedIndex];
      void actions.language.setLanguage(code);
    };
    return html`<label class="language parted">
      <span class="small quiet">${msg('Language')}</span>
      <select class="slot" translate="no" @change=${choose}>
        ${LANGUAGES.map(({ code, name }) => html`<option lang=${code} ?selected=${code === spoken}>${name}</option>`)}
      </select>
      ${
        missing === null
          ? nothing
          : html`<p class="small" role="status">${msg('Its texts did not load. The language stays as it is.')}</p>`
      }
    </label>`;
  }

  #more(): TemplateResult {
    const { actions, page, run } = this.app;
    return html`<div class="parted">
      ${
        hidden(page.state, 'sharing')
          ? nothing
          : html`<button class="row" @click=${this.#closing(() => void actions.share.openPresent())}>
              ${run.state.run ? msg('Share this run') : msg('Share this recipe')}
            </button>`
      }
      <button class="row" @click=${this.#closing(() => actions.page.openSheet('class-link'))}>
        ${msg('Make a class link')}
      </button>
      <a class="row" href=${actions.page.linkTo('open')} @click=${this.#close}>${msg('Open a link or a file')}</a>
      <a class="row" href=${actions.page.linkTo('bench')} @click=${this.#close}>${msg('Measure this device')}</a>
    </div>`;
  }

  readonly #close = (): void => {
    this.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover();
  };

  #closing(act: () => void): () => void {
    return () => {
      this.#close();
      act();
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-menu': WmMenu;
  }
}
