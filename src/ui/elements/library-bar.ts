/** The bar of the library: opening a file, how much room is used and whether it is safe, and the comparison. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { bar } from '../styles/bar.ts';
import { shared } from '../styles/shared.ts';
import { counted } from '../i18n/counted.ts';
import { keepingWords, size, spaceWords } from '../words/library-words.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';
import './file-chooser.ts';

@customElement('wm-library-bar')
export class WmLibraryBar extends AppElement {
  static override styles = [
    shared,
    bar,
    css`
      .room {
        display: grid;
        gap: 6px;
        min-width: 0;
      }
      .room p {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 18px;
        font-size: var(--text-s);
      }
      meter {
        display: block;
        width: 100%;
        height: 14px;
        border: 2px solid var(--ink);
        border-radius: 7px;
        overflow: hidden;
        appearance: none;
        background: var(--ground);
      }
      meter::-webkit-meter-bar {
        height: 100%;
        border: 0;
        border-radius: 0;
        background: none;
      }
      meter::-webkit-meter-optimum-value {
        background: var(--ink);
      }
      meter::-moz-meter-bar {
        background: var(--ink);
      }
      a.tool {
        text-decoration: none;
      }
      @media (forced-colors: active) {
        meter {
          forced-color-adjust: none;
          border-color: CanvasText;
        }
      }
      @media (max-width: 900px) {
        .tools:empty {
          display: none;
        }
      }
      @media (max-width: 640px) {
        meter {
          display: none;
        }
        /* The button beside it says the same. */
        .room .asking {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<section aria-label=${msg('Files and room')}>
      <wm-big-button
        icon="import"
        .label=${msg('Open a file')}
        .hint=${msg('or drop one here')}
        @press=${this.#choose}
      ></wm-big-button>
      ${this.#room()}
      <div class="tools">${this.#keep()} ${this.#comparison()} ${this.#link()}</div>
      <wm-file-chooser></wm-file-chooser>
    </section>`;
  }

  #room(): TemplateResult {
    const { state } = this.app.library;
    const { space } = state;
    return html`<div class="room">
      ${
        space
          ? html`<meter
              aria-label=${msg('Room used')}
              aria-valuetext=${msg(str`${size(space.usage)} of ${size(space.quota)}`)}
              max=${space.quota}
              value=${space.usage}
            ></meter>`
          : nothing
      }
      <p role="status">
        <b>${spaceWords(state)}</b> <span class="quiet ${this.#asks() ? 'asking' : ''}">${keepingWords(state)}</span>
      </p>
    </div>`;
  }

  /** Whether there is a promise to be asked for. */
  #asks(): boolean {
    const { persistent, refused } = this.app.library.state;
    return persistent === false && !refused;
  }

  #keep(): TemplateResult | typeof nothing {
    const { actions } = this.app;
    if (!this.#asks()) return nothing;
    return html`<button class="btn" @click=${() => void actions.library.keepSafe()}>${msg('Keep safe')}</button>`;
  }

  #comparison(): TemplateResult | typeof nothing {
    const { library, actions } = this.app;
    const { length } = library.state.compared;
    if (length === 0) return nothing;
    return html`<button class="tool" @click=${this.#toComparison}>
        ${counted(length, msg('{n} run compared|{n} runs compared'))}
      </button>
      <button class="tool" @click=${() => actions.library.clearComparison()}>${msg('Clear')}</button>`;
  }

  #link(): TemplateResult {
    return html`<a class="tool" href=${this.app.actions.page.linkTo('open')}>${msg('Open a link')}</a>`;
  }

  readonly #choose = (): void => {
    this.renderRoot.querySelector('wm-file-chooser')?.choose();
  };

  readonly #toComparison = (): void => {
    this.dispatchEvent(new Event('to-comparison'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-bar': WmLibraryBar;
  }
}
