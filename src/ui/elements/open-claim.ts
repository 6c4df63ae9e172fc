/**
 * What somebody claims of an agent: the one number and its Staircase. In pencil, grey and dotted in a dashed frame, until
 * it has been checked here; checking inks it.
 */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { controlSeries, NOTES_GAP } from '../charts/evaluation-series.ts';
import type { Series } from '../charts/staircase-parts.ts';
import { figuresOf } from '../../learning/figures.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import { isInked, presentVerdict } from '../state/open-view.ts';
import { shared } from '../styles/shared.ts';
import { points } from '../words/format.ts';
import { evaluationWords, liftRange } from '../words/open-words.ts';
import { AppElement } from './app-element.ts';
import './staircase-chart.ts';
import { pencilIcon, verdictIcon } from './verdict-icons.ts';

/** High enough for both lines to have their labels beside them. */
const HEIGHT = 292;

@customElement('wm-open-claim')
export class WmOpenClaim extends AppElement {
  /** The lines of the receipt that was drawn last: their intervals take a moment to compute. */
  #drawn: { readonly receipt: Receipt; readonly lines: readonly Series[] } | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      figure {
        padding: var(--space-3) var(--space-4) var(--space-2);
        border: var(--stroke) solid transparent;
        border-radius: var(--radius-page);
      }
      /* In pencil everything is grey, and grey enough to be read. */
      .pencil {
        --ink: var(--ink-2);
        --ink-3: var(--ink-2);
        border: 2px dashed var(--ink-2);
        color: var(--ink-2);
      }
      .inked {
        padding-inline: 0;
      }
      figcaption {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 4px 8px;
        padding-bottom: var(--space-3);
      }
      figcaption svg {
        width: 22px;
        flex: none;
      }
      .worth {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 6px 14px;
        padding-bottom: var(--space-2);
      }
      .worth b {
        font: 600 var(--text-3xl) / 0.86 var(--font-voice);
        white-space: nowrap;
      }
      @media (forced-colors: active) {
        .worth b {
          forced-color-adjust: none;
        }
      }
      .worth span {
        flex: 1 1 14em;
        line-height: 1.3;
      }
      @media (max-width: 640px) {
        figure {
          padding-inline: var(--space-2);
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.app.open;
    const { claim } = state;
    if (!claim?.receipt || claim.lift === null) return nothing;
    const { lift, receipt } = claim;
    const inked = isInked(state);
    if (this.#drawn?.receipt !== receipt) this.#drawn = { receipt, lines: linesOf(receipt) };
    const { lines } = this.#drawn;
    return html`<figure class=${inked ? 'inked' : 'pencil'}>
      <figcaption>${this.#standing(inked)}</figcaption>
      <p class="worth">
        <b>${points(lift.mean)}</b>
        <span>
          ${inked ? msg('points is what its notes are worth') : msg('points is what its notes are claimed to be worth')}
          <br /><span class="small">${msg(str`95 % interval ${liftRange(lift)}, ${evaluationWords()}`)}</span>
        </span>
      </p>
      <wm-staircase-chart
        .series=${inked ? lines : inPencil(lines)}
        .gap=${inked ? NOTES_GAP : null}
        .length=${RECEIPT_LENGTH}
        .height=${HEIGHT}
        caption=${inked ? '' : msg('Success as claimed, in percent, with 95 % interval')}
      ></wm-staircase-chart>
    </figure>`;
  }

  /** What the claim is worth so far: a word and a shape, beside the colour. */
  #standing(inked: boolean): TemplateResult {
    const verdict = presentVerdict(this.app.open.state);
    if (inked && verdict?.kind === 'identical') {
      const { packs } = verdict.checked;
      return packs < RECEIPT_PACKS
        ? html`${verdictIcon('identical')}
            <b>${msg(str`Checked here in part: ${packs} of ${RECEIPT_PACKS} packs, identical`)}</b>`
        : html`${verdictIcon('identical')} <b>${msg('Checked here: identical')}</b>`;
    }
    switch (verdict?.kind) {
      case 'agrees':
        return html`${verdictIcon('agrees')} <b>${msg('Claimed, and agrees within tolerance here')}</b>`;
      case 'differs':
        return html`${verdictIcon('differs')} <b>${msg('Claimed, and found otherwise here')}</b>`;
      default:
        return html`${pencilIcon} <b>${msg('Unverified')}</b> ${msg('This is what the sender claims.')}`;
    }
  }
}

/** The outcomes that a receipt claims, as the lines of a Staircase. */
function linesOf({ evaluation: { kept, erased } }: Receipt): readonly Series[] {
  const { success, intervals } = figuresOf({ kept, erased });
  return (['kept', 'erased'] as const).map((control) =>
    controlSeries(control, success[control] ?? [], intervals[control]),
  );
}

/** The same lines as a pencil draws them. */
function inPencil(lines: readonly Series[]): readonly Series[] {
  return lines.map((line) => ({ ...line, dash: 'dotted', tone: 'quiet' }));
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-claim': WmOpenClaim;
  }
}
