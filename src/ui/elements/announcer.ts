/**
 * Says to screen readers what changes on screen: politely, and no more often than can be listened to. What comes in
 * between is dropped; the latest is always said in the end.
 */

import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

const PAUSE_MS = 6000;

@customElement('wm-announcer')
export class WmAnnouncer extends LitElement {
  /** What there is to say now. */
  @property() message = '';
  /** The visitor is stepping by hand and waits for every answer. */
  @property({ attribute: false }) prompt = false;
  @state() private _said = '';

  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSaid = 0;

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
    if (!changed.has('message') || this.message === '') return;
    clearTimeout(this.#timer);
    const wait = this.prompt ? 0 : Math.max(0, this.#lastSaid + PAUSE_MS - performance.now());
    if (wait === 0) this.#say();
    else this.#timer = setTimeout(() => this.#say(), wait);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override render(): TemplateResult {
    return html`<p aria-live="polite">${this._said}</p>`;
  }

  #say(): void {
    this.#lastSaid = performance.now();
    this._said = this.message;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-announcer': WmAnnouncer;
  }
}
