/** The receipt as a slip of paper: what the claim consists of, part by part, and what a check has found of each. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { presentVerdict } from '../state/open-view.ts';
import { receiptMarks, type ReceiptMark, type ReceiptPart } from '../state/receipt-marks.ts';
import { shared } from '../styles/shared.ts';
import {
  checkableWords,
  matchMeaning,
  originWords,
  outcomeCounts,
  recipeWords,
  trainingWords,
} from '../words/open-words.ts';
import { AppElement } from './app-element.ts';
import { verdictIcon } from './verdict-icons.ts';

/** Digits of a hash that are shown, in groups. */
const SHOWN_DIGITS = 12;
const GROUP = 4;

@customElement('wm-open-receipt')
export class WmOpenReceipt extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .slip-paper {
        padding: var(--space-3) var(--space-5) var(--space-4);
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-page);
        background: var(--sheet);
      }
      h2 {
        padding-bottom: var(--space-2);
      }
      .row {
        display: grid;
        grid-template-columns: 6.5em minmax(0, 1fr) auto;
        gap: 2px 12px;
        padding-block: 6px;
        border-top: 1px dashed var(--ink-3);
      }
      dt {
        color: var(--ink-2);
      }
      dd {
        overflow-wrap: anywhere;
      }
      .hash {
        font-family: var(--font-token);
        white-space: nowrap;
      }
      .mark {
        display: flex;
        align-items: center;
        gap: 6px;
        align-self: start;
        font-weight: 650;
      }
      .mark svg {
        width: 18px;
        flex: none;
      }
      .unseen {
        color: var(--ink-2);
        font-weight: 400;
      }
      ul.changes {
        padding-top: 2px;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .check {
        display: grid;
        gap: 6px;
        padding-top: var(--space-3);
        border-top: 1px dashed var(--ink-3);
        font-size: var(--text-s);
      }
      h3 {
        font-size: var(--text-s);
      }
      @media (max-width: 640px) {
        .slip-paper {
          padding-inline: 14px;
        }
        .row {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .row dd {
          grid-row: 2;
        }
        .row dd.mark {
          grid-row: 1;
          grid-column: 2;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.app.open;
    const { claim } = state;
    if (claim === null) return nothing;
    const { receipt } = claim;
    const { summary, changes } = recipeWords(claim);
    const marks = receiptMarks(claim, presentVerdict(state));
    return html`<section class="slip-paper" aria-labelledby="receipt">
      <h2 id="receipt">${receipt ? msg('Receipt') : msg('What it says of itself')}</h2>
      <dl>
        ${this.#row(
          msg('recipe'),
          html`${summary}${
            changes.length > 0
              ? html`<ul class="changes">
                  ${changes.map((line) => html`<li>${line}</li>`)}
                </ul>`
              : nothing
          }`,
        )}
        ${this.#row(
          msg('trained'),
          html`${trainingWords(claim)}${receipt ? html`<br /><span class="small quiet">${originWords(receipt.origin)}</span>` : nothing}`,
        )}
        ${
          receipt
            ? html`${this.#row(msg('base model'), hash(receipt.base), 'base', marks)}
              ${this.#row(
                msg('training log'),
                receipt.lives === null ? html`${msg('none: it is older than logs')}` : hash(receipt.lives),
                'lives',
                marks,
              )}
              ${this.#row(msg('agent'), hash(receipt.adapter), 'adapter', marks)}
              ${this.#row(msg('outcomes'), html`${outcomeCounts(receipt.evaluation)}`, 'outcomes', marks)}
              ${this.#row(msg('evaluation log'), hash(receipt.evaluation.lives), 'evaluation-lives', marks)}`
            : nothing
        }
      </dl>
      ${this.#checkable(checkableWords(claim))}
    </section>`;
  }

  #row(
    name: string,
    value: TemplateResult,
    part: ReceiptPart | null = null,
    marks: ReadonlyMap<ReceiptPart, ReceiptMark> = new Map(),
  ): TemplateResult {
    const mark = part === null ? undefined : marks.get(part);
    return html`<div class="row">
      <dt>${name}</dt>
      <dd>${value}</dd>
      ${mark ? html`<dd class="mark ${mark}">${markWords(mark)}</dd>` : nothing}
    </div>`;
  }

  #checkable(lines: readonly string[]): TemplateResult | typeof nothing {
    if (lines.length === 0) return nothing;
    return html`<div class="check">
      <h3>${msg('What can be checked')}</h3>
      ${lines.map((line) => html`<p>${line}</p>`)}
      <p class="quiet">${matchMeaning()}</p>
    </div>`;
  }
}

/** The beginning of a hash, in groups that can be compared by eye. */
function hash(digits: string): TemplateResult {
  const shown = digits.slice(0, SHOWN_DIGITS);
  const groups = Array.from({ length: Math.ceil(shown.length / GROUP) }, (_, index) =>
    shown.slice(index * GROUP, (index + 1) * GROUP),
  );
  return html`<span class="hash" lang="en" translate="no">${groups.join(' ')}</span>`;
}

function markWords(mark: ReceiptMark): TemplateResult {
  switch (mark) {
    case 'same':
      return html`${verdictIcon('identical')} ${msg('same')}`;
    case 'part':
      return html`${verdictIcon('identical')} ${msg('same, in part')}`;
    case 'differs':
      return html`${verdictIcon('differs')} ${msg('differs')}`;
    case 'unseen':
      return html`${msg('not looked at')}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-receipt': WmOpenReceipt;
  }
}
