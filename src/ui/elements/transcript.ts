/** What was said in the task on screen, where a world is all words: what it was told, its turns, the answers, and what they mean. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Still } from '../replay/still.ts';
import { shared } from '../styles/shared.ts';
import { caption } from '../words/captions/caption.ts';
import { renderPhrase } from '../words/captions/phrase.ts';

@customElement('wm-transcript')
export class WmTranscript extends LitElement {
  /** Of the whole life; those of the task on screen, up to `index`, are shown. */
  @property({ attribute: false }) stills: readonly Still[] = [];
  @property({ type: Number }) index = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h3 {
        padding-bottom: var(--space-2);
      }
      li {
        display: grid;
        grid-template-columns: 3.6em minmax(0, 1fr);
        gap: 4px 10px;
        padding-block: 8px;
        border-top: 1px solid var(--hairline);
        font-size: var(--text-s);
      }
      li.now {
        border-top-color: var(--ink);
      }
      .who {
        color: var(--ink-2);
      }
      .words {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 6px;
        font: 550 var(--text-m) / 1.35 var(--font-token);
      }
      .turn span {
        padding: 0 7px;
        border: var(--stroke) solid var(--ink);
        border-radius: 6px;
        background: var(--sheet);
      }
      .gloss {
        grid-column: 2;
        color: var(--ink-2);
      }
      .said {
        font-family: var(--font-token);
        font-weight: 600;
        color: var(--ink);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const present = this.stills.at(this.index);
    const told = this.stills
      .slice(0, this.index + 1)
      .filter((still) => still.position === present?.position && still.kind !== 'writing');
    return html`
      <h3>${msg('What was said')}</h3>
      <ol>
        ${told.map((still, place) => this.#entry(still, place === told.length - 1))}
      </ol>
    `;
  }

  #entry(still: Still, now: boolean): TemplateResult {
    return html`<li class=${now ? 'now' : ''}>
      ${still.kind === 'move' ? this.#said(msg('agent'), still.last.turn, 'turn') : ''}
      ${this.#said(msg('world'), still.sight, 'answer')}
      <p class="gloss">${renderPhrase(caption(still))}</p>
    </li>`;
  }

  #said(who: string, words: readonly string[], kind: 'turn' | 'answer'): TemplateResult {
    return html`<span class="who">${who}</span>
      <span class="words ${kind}" lang="en" translate="no">${words.map((word) => html`<span>${word}</span> `)}</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-transcript': WmTranscript;
  }
}
