/**
 * An episode word by word: its own words boxed, with one line under for more of this and two for less, and how likely
 * each was before and after; the world's words grey, because they carry no credit.
 */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TokenCredit } from '../../worker/lab-protocol.ts';
import { shared } from '../styles/shared.ts';
import { fateWords, probability, tokenFate } from '../words/train-credit.ts';

type OwnToken = TokenCredit & { readonly before: number; readonly after: number };

function isOwn(token: TokenCredit): token is OwnToken {
  return token.before !== null && token.after !== null;
}

@customElement('wm-credit-tokens')
export class WmCreditTokens extends LitElement {
  @property({ attribute: false }) tokens: readonly TokenCredit[] = [];
  @property({ type: Number }) advantage = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .words {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: 8px 9px;
        padding-block: 10px 14px;
        font: 400 1.0625rem / 1.5 var(--font-token);
        letter-spacing: -0.02em;
        color: var(--ink-2);
      }
      .own {
        display: inline-grid;
        justify-items: center;
        gap: 3px;
        color: var(--ink);
      }
      .box {
        padding: 1px 6px 0;
        border: 1px solid transparent;
        border-bottom: 4px solid transparent;
        border-radius: 3px;
        font-weight: 700;
      }
      .more .box {
        background: var(--plus-wash);
        border-bottom: 4px solid var(--kept);
      }
      .less .box {
        background: var(--minus-wash);
        border-bottom: 5px double var(--erased);
      }
      .masked .box,
      .none .box {
        border: 1.5px dashed var(--ink-3);
      }
      .change {
        font: 400 var(--text-s) / 1.1 var(--font-text);
        letter-spacing: 0;
        color: var(--ink-2);
        white-space: nowrap;
      }
      .scroll {
        overflow-x: auto;
      }
      td:first-child {
        text-align: start;
      }
      @media (forced-colors: active) {
        .box {
          border-color: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div class="words" lang="en" translate="no">${this.tokens.map((token) => this.#word(token))}</div>
      <details>
        <summary>${msg('Its own words as a table')}</summary>
        <div class="scroll" tabindex="0" role="group" aria-label=${msg('Its own words, as a table')}>
          <table>
            <caption>
              ${msg('How likely each word was when it was chosen, and after the iteration, in percent')}
            </caption>
            <thead>
              <tr>
                <th scope="col">${msg('Word')}</th>
                <th scope="col">${msg('Before')}</th>
                <th scope="col">${msg('After')}</th>
                <th scope="col">${msg('Training asked for')}</th>
              </tr>
            </thead>
            <tbody>
              ${this.tokens.filter(isOwn).map((token) => this.#row(token))}
            </tbody>
          </table>
        </div>
      </details>`;
  }

  #word(token: TokenCredit): TemplateResult {
    if (!isOwn(token)) return html`<span>${token.word}</span>`;
    const fate = tokenFate(token, this.advantage);
    const change = msg(str`${probability(token.before)} → ${probability(token.after)} %`);
    return html`<span class="own ${fate}" title=${fateWords(fate)}>
      <span class="box">${token.word}</span><span class="change">${change}</span>
    </span>`;
  }

  #row(token: OwnToken): TemplateResult {
    const { word, before, after } = token;
    return html`<tr>
      <td class="token" lang="en" translate="no">${word}</td>
      <td>${probability(before)}</td>
      <td>${probability(after)}</td>
      <td>${fateWords(tokenFate(token, this.advantage))}</td>
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-credit-tokens': WmCreditTokens;
  }
}
