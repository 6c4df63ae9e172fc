/** Where a claim and what was computed here part: the places as a list, and the one that is looked at laid open. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Difference } from '../../runs/check/verdict.ts';
import { presentVerdict } from '../state/open-view.ts';
import { shared } from '../styles/shared.ts';
import { differenceCount, differenceWords, placeWords } from '../words/verdict-words.ts';
import { AppElement } from './app-element.ts';
import './verdict-lives.ts';
import './verdict-outcomes.ts';

/** More places than these are folded away. */
const MOST_IN_SIGHT = 6;

@customElement('wm-verdict-differences')
export class WmVerdictDifferences extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      section {
        padding-top: var(--space-5);
      }
      h2 {
        padding-bottom: var(--space-2);
      }
      ol {
        display: grid;
        gap: 4px;
        padding-bottom: var(--space-2);
      }
      li .btn {
        justify-content: start;
        text-align: start;
        border-radius: var(--radius-control);
      }
      li .btn[aria-pressed='true'] {
        background: var(--ink);
        color: var(--on-ink);
      }
      .plain {
        display: block;
        padding-block: 8px;
      }
      .place {
        display: inline-block;
      }
      .place::first-letter {
        text-transform: uppercase;
      }
      .what {
        font-weight: 400;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { claim, place } = this.app.open.state;
    const verdict = presentVerdict(this.app.open.state);
    if (verdict?.kind !== 'differs' || verdict.differences.length === 0) return nothing;
    const { differences, total } = verdict;
    const outcomes = differences.filter((one) => one.part === 'outcome');
    const chosen = differences.at(place) ?? differences[0];
    return html`
      <section aria-labelledby="where">
        <h2 id="where">${differenceCount(differences.length, total)}</h2>
        <ol>
          ${differences.slice(0, MOST_IN_SIGHT).map((one, index) => this.#place(one, index, chosen))}
        </ol>
        ${
          differences.length > MOST_IN_SIGHT
            ? html`<details>
                <summary>${msg('All that are listed')}</summary>
                <ol>
                  ${differences
                    .slice(MOST_IN_SIGHT)
                    .map((one, index) => this.#place(one, MOST_IN_SIGHT + index, chosen))}
                </ol>
              </details>`
            : nothing
        }
      </section>
      ${canBeOpened(chosen) ? html`<wm-verdict-lives .difference=${chosen}></wm-verdict-lives>` : nothing}
      ${
        outcomes.length > 0 && claim?.receipt
          ? html`<wm-verdict-outcomes
              .evaluation=${claim.receipt.evaluation}
              .differences=${outcomes}
            ></wm-verdict-outcomes>`
          : nothing
      }
    `;
  }

  #place(difference: Difference, index: number, chosen: Difference | undefined): TemplateResult {
    const words = html`<span
      ><b class="place">${placeWords(difference)}</b>: <span class="what">${differenceWords(difference)}</span></span
    >`;
    if (!canBeOpened(difference)) return html`<li><span class="plain">${words}</span></li>`;
    return html`<li>
      <button class="btn" aria-pressed=${difference === chosen} @click=${() => this.app.actions.open.lookAt(index)}>
        ${words}
      </button>
    </li>`;
  }
}

/** Whether there is a life to look at. */
function canBeOpened(
  difference: Difference | undefined,
): difference is Extract<Difference, { part: 'life' | 'outcome' }> {
  if (difference?.part === 'life') return true;
  return difference?.part === 'outcome' && (difference.claimedLife !== null || difference.foundLife !== null);
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict-differences': WmVerdictDifferences;
  }
}
