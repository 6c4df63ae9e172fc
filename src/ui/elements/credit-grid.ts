/**
 * The lives of one pack as a grid of squares, one for each episode: filled where it stood above its group, hollow where
 * below, as large as its advantage. Arrow keys walk it.
 */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { EpisodeCredit } from '../../worker/lab-protocol.ts';
import { creditSquares, type Square } from '../charts/credit-squares.ts';
import { shared } from '../styles/shared.ts';
import { whole } from '../words/format.ts';
import { squareWords } from '../words/train-credit.ts';
import { symbolStyles } from './symbols.ts';

/** Fired as `choose` when another square is chosen. */
export class SquareChosen extends Event {
  readonly life: number;
  readonly place: number;

  constructor(life: number, place: number) {
    super('choose');
    this.life = life;
    this.place = place;
  }
}

@customElement('wm-credit-grid')
export class WmCreditGrid extends LitElement {
  @property({ attribute: false }) lives: readonly (readonly EpisodeCredit[])[] = [];
  @property({ type: Number }) life = 0;
  @property({ type: Number }) place = 0;

  /** The chosen square takes the focus when it has moved there by keys. */
  #follow = false;

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
        overflow-x: auto;
        padding: 2px;
      }
      table {
        position: relative;
        table-layout: fixed;
      }
      col.life {
        width: 44px;
      }
      th,
      td {
        height: var(--target);
        padding: 0;
        border: 0;
        text-align: center;
      }
      th {
        color: var(--ink-2);
        font-weight: 400;
        font-size: var(--text-chart);
      }
      thead th {
        height: 30px;
      }
      th svg {
        width: 18px;
        margin-inline: auto;
      }
      tbody th {
        text-align: start;
        padding-inline-start: 10px;
      }
      tr.chosen {
        outline: var(--stroke) solid var(--ink);
        border-radius: 3px;
      }
      tr.chosen th {
        color: var(--ink);
        font-weight: 700;
      }
      td {
        min-width: 40px;
        cursor: pointer;
      }
      td svg {
        width: 28px;
        height: 28px;
        margin-inline: auto;
      }
      td[aria-selected='true'] {
        background: var(--sunk);
        box-shadow: inset 0 -3px 0 var(--ink);
      }
      td:focus-visible {
        outline-offset: -3px;
        border-radius: 3px;
      }
      .above {
        fill: var(--kept);
      }
      .below {
        fill: none;
        stroke: var(--erased);
        stroke-width: 2.25;
      }
      .level {
        stroke: var(--ink-3);
        stroke-width: 2.25;
      }
      @media (forced-colors: active) {
        .above {
          fill: CanvasText;
        }
        .below,
        .level {
          stroke: CanvasText;
        }
        td[aria-selected='true'] {
          outline: 3px solid Highlight;
          outline-offset: -3px;
        }
      }
      @media (max-width: 640px) {
        col.life {
          width: 26px;
        }
        tbody th {
          padding-inline-start: 4px;
        }
        .word {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
    `,
  ];

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.#follow || !(changed.has('life') || changed.has('place'))) return;
    this.#follow = false;
    this.renderRoot.querySelector<HTMLElement>('td[aria-selected=true]')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const [first] = this.lives;
    if (!first) return nothing;
    const squares = creditSquares(this.lives);
    return html`<table role="grid" aria-label=${msg('Credit by life and episode')} @keydown=${this.#onKey}>
      <colgroup>
        <col class="life" />
        ${first.map(() => html`<col />`)}
      </colgroup>
      <thead>
        <tr>
          <th scope="col"><span class="word">${msg('life')}</span></th>
          ${first.map((episode) => this.#head(episode))}
        </tr>
      </thead>
      <tbody>
        ${this.lives.map(
          (episodes, life) =>
            html`<tr class=${life === this.life ? 'chosen' : ''}>
              <th scope="row">${whole(life + 1)}</th>
              ${episodes.map((episode, place) => this.#cell(life, place, episode, squares[life][place]))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #head({ kind, position }: EpisodeCredit): TemplateResult {
    if (kind === 'solve') return html`<th scope="col">${whole(position + 1)}</th>`;
    return html`<th scope="col">
      <span class="sr">${msg(str`notes after task ${whole(position + 1)}`)}</span>
      <svg viewBox="-12 -12 24 24" aria-hidden="true"><path class="blaze" d="M0-10 10 0 0 10-10 0z"></path></svg>
    </th>`;
  }

  #cell(life: number, place: number, episode: EpisodeCredit, { standing, side }: Square): TemplateResult {
    const chosen = life === this.life && place === this.place;
    const mark =
      standing === 'level'
        ? svg`<path class="level" d="M-6 0H6"></path>`
        : svg`<rect class=${standing} x=${-side / 2} y=${-side / 2} width=${side} height=${side}></rect>`;
    return html`<td
      role="gridcell"
      tabindex=${chosen ? 0 : -1}
      aria-selected=${chosen}
      aria-label=${squareWords(life, episode)}
      title=${squareWords(life, episode)}
      @click=${() => this.#choose(life, place)}
    >
      <svg viewBox="-14 -14 28 28" aria-hidden="true">${mark}</svg>
    </td>`;
  }

  #choose(life: number, place: number): void {
    this.dispatchEvent(new SquareChosen(life, place));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const [lives, places] = [this.lives.length, this.lives[0]?.length ?? 0];
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [this.life - 1, this.place],
      ArrowDown: [this.life + 1, this.place],
      ArrowLeft: [this.life, this.place - 1],
      ArrowRight: [this.life, this.place + 1],
      Home: [this.life, 0],
      End: [this.life, places - 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [life, place] = step;
    if (life < 0 || life >= lives || place < 0 || place >= places) return;
    this.#follow = true;
    this.#choose(life, place);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-credit-grid': WmCreditGrid;
  }
}
