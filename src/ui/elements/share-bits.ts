/** In how many bits an agent travels: how long that makes its link, and what it keeps of the lift. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentChoice } from '../../worker/share-protocol.ts';
import { counted } from '../i18n/counted.ts';
import type { Made } from '../state/share-state.ts';
import { shared } from '../styles/shared.ts';
import { points, whole } from '../words/format.ts';
import { liftRange } from '../words/open-words.ts';
import { bitsVerdict, fullLift, keptWords } from '../words/share-words.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-share-bits')
export class WmShareBits extends AppElement {
  @property({ attribute: false }) made: Made['agent'] | null = null;
  /** Characters of a link without what a choice adds to it. */
  @property({ type: Number }) bare = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      label {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
        cursor: pointer;
        white-space: nowrap;
      }
      input {
        width: 20px;
        height: 20px;
        flex: none;
        margin: 0;
        accent-color: var(--ink);
      }
      td,
      th {
        padding-block: 0;
      }
      thead th {
        padding-block: 6px;
        vertical-align: bottom;
      }
      tbody th {
        font-weight: 400;
      }
      tr:has(:checked) :is(th, td) {
        font-weight: 700;
      }
      td:last-child {
        white-space: nowrap;
      }
      p {
        padding-top: var(--space-2);
      }
      .range {
        display: inline-block;
        white-space: nowrap;
        color: var(--ink-2);
        font-weight: 400;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { made } = this;
    if (!made) return nothing;
    return html`
      <table>
        <caption>
          ${fullLift(made.lift)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${msg('Bits')}</th>
            <th scope="col">${msg('Length')}</th>
            <th scope="col">${msg('Lift')}</th>
            <th scope="col">${msg('Kept')}</th>
          </tr>
        </thead>
        <tbody>
          ${made.choices.map((choice, index) => this.#row(choice, index, made))}
        </tbody>
      </table>
      <p class="small">${bitsVerdict(made)}</p>
    `;
  }

  #row({ bits, payload, lift, kept }: AgentChoice, index: number, { chosen }: Made['agent']): TemplateResult {
    const length = whole(this.bare + payload.length);
    const name = counted(bits, msg('{n} bit|{n} bits'));
    const share = keptWords(kept);
    return html`<tr>
      <th scope="row">
        <label>
          <input
            type="radio"
            name="bits"
            aria-label=${msg(str`${name}: ${length} characters, keeps ${share}`)}
            .checked=${index === chosen}
            @change=${() => this.app.actions.share.chooseBits(index)}
          />
          ${name}
        </label>
      </th>
      <td>${length}</td>
      <td>${points(lift.mean)} <span class="range">${liftRange(lift)}</span></td>
      <td>${share}</td>
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-share-bits': WmShareBits;
  }
}
