/** Says to screen readers what changes on screen: politely, and no more often than can be listened to. */

import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { Pacing } from '../controllers/pacing.ts';

const PAUSE_MS = 6000;

@customElement('wm-announcer')
export class WmAnnouncer extends LitElement {
  /** What there is to say now. */
  @property() message = '';
  /** The visitor is stepping by hand and waits for every answer. */
  @property({ attribute: false }) prompt = false;

  readonly #pacing = new Pacing(this, PAUSE_MS);

  static override styles = css`
    :host {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  `;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('message') && this.message !== '') this.#pacing.offer(this.message, this.prompt);
  }

  protected override render(): TemplateResult {
    return html`<p aria-live="polite">${this.#pacing.said}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-announcer': WmAnnouncer;
  }
}
