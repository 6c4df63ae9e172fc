/** The page has broken: what is safe, and the ways out. Needs nothing of the app, which may be what is broken. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { noticeIcon } from './notice-icons.ts';

/** `library`: reload at the list of runs, where each can be saved as a file. `go-on`: back to the page as it is. */
export type CrashAnswer = 'reload' | 'library' | 'go-on';

@customElement('wm-crash-screen')
export class WmCrashScreen extends LitElement {
  /** What broke, as the browser reports it. */
  @property() detail = '';

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      main {
        max-width: 46rem;
        margin-inline: auto;
        padding: var(--space-7) var(--margin);
      }
      .mark {
        width: 40px;
        margin-bottom: var(--space-4);
      }
      p {
        max-width: var(--measure);
        padding-top: var(--space-3);
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-3);
        padding-block: var(--space-5);
      }
      pre {
        margin: 0;
        padding: var(--space-3) var(--space-4);
        background: var(--sunk);
        font: 400 var(--text-s) / 1.5 var(--font-token);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('h1')?.focus();
  }

  protected override render(): TemplateResult {
    return html`<main>
      <div class="mark">${noticeIcon('stop')}</div>
      <h1 tabindex="-1">${msg('This page has broken.')}</h1>
      <p>
        ${msg(
          'Runs are stored as they train: what is lost is at most the iteration in progress. Reload to go on, or save your runs as files first.',
        )}
      </p>
      <div class="ways">
        <button class="btn solid" @click=${() => this.#answer('reload')}>${msg('Reload the page')}</button>
        <button class="btn" @click=${() => this.#answer('library')}>${msg('Save my runs as files')}</button>
        <button class="btn" @click=${() => this.#answer('go-on')}>${msg('Go on as it is')}</button>
      </div>
      <details>
        <summary>${msg('What broke')}</summary>
        <pre lang="en" translate="no">${this.detail}</pre>
      </details>
    </main>`;
  }

  #answer(answer: CrashAnswer): void {
    this.dispatchEvent(new CustomEvent('answer', { detail: answer }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-crash-screen': WmCrashScreen;
  }
}
