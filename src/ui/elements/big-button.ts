/** The one big button of a screen: round, always ink, with what it does beside it. On phones the words are spoken only. */

import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { importIcon, pauseIcon, playIcon, stopIcon } from './icons.ts';

const ICONS = { play: playIcon, pause: pauseIcon, stop: stopIcon, import: importIcon } as const;

/**
 * Fires `press`. A disabled one stays in the order of focus, so that its hint can say why it is.
 *
 *     <wm-big-button icon="play" .label=${…} .hint=${…} @press=${…}></wm-big-button>
 */
@customElement('wm-big-button')
export class WmBigButton extends LitElement {
  @property() label = '';
  /** What will happen, in a few words. */
  @property() hint = '';
  @property() icon: keyof typeof ICONS = 'play';
  @property({ type: Boolean }) disabled = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      button {
        display: flex;
        align-items: center;
        gap: 14px;
        border: 0;
        background: none;
        padding: 0;
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
        border-radius: var(--radius-round);
      }
      button:focus-visible {
        border-radius: var(--radius-round);
      }
      i {
        display: grid;
        place-items: center;
        width: var(--play);
        height: var(--play);
        border-radius: 50%;
        background: var(--ink);
        color: var(--on-ink);
        flex: none;
      }
      button[aria-disabled='true'] {
        cursor: default;
      }
      button[aria-disabled='true'] i {
        background: var(--ink-3);
      }
      i svg {
        width: 34px;
        height: 34px;
      }
      b {
        display: block;
        font: 600 var(--text-l) / 1.15 var(--font-voice);
      }
      .hint {
        font-size: var(--text-s);
        line-height: 1.25;
        color: var(--ink-2);
      }
      @media (forced-colors: active) {
        i {
          border: 3px solid;
        }
      }
      @media (max-width: 900px) {
        .words {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<button aria-disabled=${this.disabled} @click=${this.#onClick}>
      <i>${ICONS[this.icon]}</i>
      <span class="words"><b>${this.label}</b> <span class="hint">${this.hint}</span></span>
    </button>`;
  }

  readonly #onClick = (): void => {
    if (!this.disabled) this.dispatchEvent(new Event('press'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-big-button': WmBigButton;
  }
}
