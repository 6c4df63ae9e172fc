/** The claimed life and the one that was lived here, side by side at the task in which they part. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Difference } from '../../runs/check/verdict.ts';
import { partingOf, stillsOfTask } from '../replay/parting.ts';
import type { Still } from '../replay/still.ts';
import { shared } from '../styles/shared.ts';
import { outcomeWords, placeWords } from '../words/verdict-words.ts';
import './verdict-life.ts';

@customElement('wm-verdict-lives')
export class WmVerdictLives extends LitElement {
  @property({ attribute: false }) difference: Extract<Difference, { part: 'life' | 'outcome' }> | null = null;
  /** The still that both are shown at. */
  @state() private index = 0;

  #claimed: readonly Still[] = [];
  #found: readonly Still[] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        padding-top: var(--space-5);
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px var(--gutter);
        padding-bottom: var(--space-3);
      }
      h2::first-letter {
        text-transform: uppercase;
      }
      .step {
        display: var(--in-hand, flex);
        align-items: center;
        gap: 8px;
      }
      .sides {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--space-5) var(--gutter);
        align-items: start;
      }
      .bare {
        padding: var(--space-4);
        border: 2px dashed var(--ink-2);
        border-radius: var(--radius-page);
        color: var(--ink-2);
      }
      @media (max-width: 700px) {
        .sides {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { difference } = this;
    if (!changed.has('difference') || difference === null) return;
    const episode = difference.part === 'life' ? difference.episode : 'solve';
    const { claimedLife, foundLife, position } = difference;
    this.#claimed = claimedLife === null ? [] : stillsOfTask(claimedLife, position, episode);
    this.#found = foundLife === null ? [] : stillsOfTask(foundLife, position, episode);
    this.index =
      this.#claimed.length === 0 || this.#found.length === 0
        ? this.#length() - 1
        : partingOf(this.#claimed, this.#found);
  }

  #length(): number {
    return Math.max(1, this.#claimed.length, this.#found.length);
  }

  protected override render(): TemplateResult {
    const { difference } = this;
    if (difference === null) return html``;
    const length = this.#length();
    return html`
      <div class="head">
        <h2>${placeWords(difference)}</h2>
        ${length > 1 ? this.#steps(length) : ''}
      </div>
      <div class="sides">
        ${this.#side(msg('Claimed'), this.#claimed, difference.part === 'outcome' ? difference.claimed : null)}
        ${this.#side(msg('Found here'), this.#found, difference.part === 'outcome' ? difference.found : null)}
      </div>
    `;
  }

  #steps(length: number): TemplateResult {
    const at = msg(str`Move ${this.index} of ${length - 1}`);
    return html`<div class="step" role="group" aria-label=${msg('Moves of both')}>
      <button class="btn" ?disabled=${this.index === 0} @click=${() => (this.index -= 1)}>${msg('Back')}</button>
      <span role="status">${this.index === 0 ? msg('Before the first move') : at}</span>
      <button class="btn" ?disabled=${this.index >= length - 1} @click=${() => (this.index += 1)}>${msg('On')}</button>
    </div>`;
  }

  #side(name: string, stills: readonly Still[], outcome: number | null): TemplateResult {
    if (stills.length === 0) {
      return html`<section class="bare" aria-label=${name}>
        <h3>${outcome === null ? name : `${name}: ${outcomeWords(outcome)}`}</h3>
        <p>${msg('No more than this is said of it: the life itself is not there.')}</p>
      </section>`;
    }
    return html`<wm-verdict-life
      .name=${outcome === null ? name : `${name}: ${outcomeWords(outcome)}`}
      .still=${stills[Math.min(this.index, stills.length - 1)]}
      ?ended=${this.index >= stills.length}
    ></wm-verdict-life>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict-lives': WmVerdictLives;
  }
}
