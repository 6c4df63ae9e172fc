/** The top of the page: its name, the keys, light or dark. */

import { css, html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { shortcutsOn, switchShortcuts, switchTheme } from '../services/preferences.ts';
import { HELP_KEY, SHORTCUTS, freeKey } from '../controllers/shortcuts.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';
import { themeIcon } from './icons.ts';
import { symbolStyles } from './symbols.ts';

@customElement('wm-header')
export class WmHeader extends AppElement {
  @state() private _shortcuts = shortcutsOn();

  static override styles = [
    shared,
    symbolStyles,
    css`
      header {
        display: flex;
        align-items: center;
        gap: var(--space-3);
        min-height: 64px;
        padding: 0 var(--margin);
      }
      .brand {
        display: inline-flex;
        align-items: center;
        gap: 10px;
        margin-right: auto;
        font: 700 1.375rem/1 var(--font-voice);
      }
      .brand svg {
        width: 22px;
      }
      dialog {
        max-width: min(92vw, 460px);
        padding: var(--space-5);
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 45%);
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 10px 16px;
        padding-block: var(--space-4);
      }
      label {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
        font-size: var(--text-s);
      }
      input {
        width: 20px;
        height: 20px;
        accent-color: var(--ink);
      }
      form {
        padding-top: var(--space-3);
      }
      @media (max-width: 640px) {
        header {
          min-height: 56px;
        }
        kbd {
          display: none;
        }
        dialog kbd {
          display: inline-block;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
  }

  protected override render(): TemplateResult {
    return html`
      <header>
        <span class="brand">
          <svg viewBox="-12 -12 24 24" aria-hidden="true"><path class="blaze" d="M0-10 10 0 0 10-10 0z"></path></svg>
          Waymark
        </span>
        <button class="tool" @click=${this.#showKeys}>Keys <kbd>?</kbd></button>
        <button class="tool" aria-label="Light or dark" @click=${switchTheme}>${themeIcon}</button>
      </header>
      <dialog aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <dl>
          ${SHORTCUTS.map(
            ({ label, meaning }) =>
              html`<dt>${label.split(' ').map((part) => html`<kbd>${part}</kbd> `)}</dt>
                <dd>${meaning}</dd>`,
          )}
          <dt><kbd>?</kbd></dt>
          <dd>This list</dd>
        </dl>
        <label>
          <input type="checkbox" .checked=${this._shortcuts} @change=${this.#onSwitch} />
          Single keys are shortcuts
        </label>
        <form method="dialog"><button class="btn">Close</button></form>
      </dialog>
    `;
  }

  readonly #showKeys = (): void => {
    this.renderRoot.querySelector('dialog')?.showModal();
  };

  readonly #onSwitch = (event: Event): void => {
    this._shortcuts = (event.target as HTMLInputElement).checked;
    switchShortcuts(this._shortcuts);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this._shortcuts || !this.app.actions.run) return;
    const key = freeKey(event);
    if (key === HELP_KEY) this.#showKeys();
    const shortcut = SHORTCUTS.find((one) => one.key === key);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(this.app.actions.run);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-header': WmHeader;
  }
}
