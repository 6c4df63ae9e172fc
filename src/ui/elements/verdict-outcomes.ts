/**
 * Every outcome that a receipt claims, pack by pack and task by task, with those that came out otherwise here marked by a
 * cross in a frame. Disc: solved; ring: failed. The table lists the marked ones.
 */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Outcomes } from '../../learning/figures.ts';
import { RECEIPT_BLOCK } from '../../learning/receipt.ts';
import type { Difference } from '../../runs/check/verdict.ts';
import { counted } from '../i18n/counted.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { whole } from '../words/format.ts';
import { controlWords, outcomeWords } from '../words/verdict-words.ts';

type OutcomeDifference = Extract<Difference, { part: 'outcome' }>;

/** In units of the drawing, which are pixels at the usual size. */
const CELL = 18;
const LEFT = 26;
const TOP = 24;

@customElement('wm-verdict-outcomes')
export class WmVerdictOutcomes extends LitElement {
  @property({ attribute: false }) evaluation: { readonly kept: Outcomes; readonly erased: Outcomes } | null = null;
  @property({ attribute: false }) differences: readonly OutcomeDifference[] = [];

  static override styles = [
    shared,
    axes,
    css`
      :host {
        display: block;
        padding-top: var(--space-5);
      }
      h3 {
        padding-block: var(--space-3) var(--space-2);
      }
      .blocks {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
        gap: var(--space-3) var(--space-5);
      }
      .block {
        max-width: 380px;
      }
      .solved {
        fill: var(--ink-3);
      }
      .failed {
        fill: none;
        stroke: var(--ink-3);
        stroke-width: 1.5;
      }
      .frame {
        fill: var(--sheet);
        stroke: var(--ink);
        stroke-width: 2;
      }
      .cross {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2.5;
        stroke-linecap: round;
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        font-size: var(--text-s);
      }
      .key li {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .key svg {
        width: 18px;
      }
      .scroll {
        overflow-x: auto;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { evaluation } = this;
    if (evaluation === null) return html``;
    return html`
      <h2>${msg('All outcomes as claimed, and those that differ')}</h2>
      <ul class="key" aria-hidden="true">
        <li>${this.#keyed(1, false)} ${msg('claimed: solved')}</li>
        <li>${this.#keyed(0, false)} ${msg('claimed: failed')}</li>
        <li>${this.#keyed(1, true)} ${msg('came out otherwise here')}</li>
      </ul>
      ${(['kept', 'erased'] as const).map((control) => this.#control(control, evaluation[control]))}
      <details>
        <summary>${msg('The differing ones as a table')}</summary>
        ${this.#table()}
      </details>
    `;
  }

  #keyed(outcome: number, differs: boolean): TemplateResult {
    const [x, y] = [CELL / 2, CELL / 2];
    return html`<svg viewBox="0 0 ${CELL} ${CELL}">
      ${differs ? differing(x, y, outcome) : outcomeMarks([{ x, y, outcome }])}
    </svg>`;
  }

  #control(control: 'kept' | 'erased', outcomes: Outcomes): TemplateResult {
    const here = this.differences.filter((one) => one.control === control);
    const count = counted(here.length, msg('{n} differs|{n} differ'));
    const blocks = Array.from({ length: Math.ceil(outcomes.length / RECEIPT_BLOCK) }, (_, block) => block);
    return html`<h3>${msg(str`${controlWords(control)}: ${count}`)}</h3>
      <div class="blocks">${blocks.map((block) => this.#block(control, outcomes, block * RECEIPT_BLOCK, here))}</div>`;
  }

  #block(
    control: 'kept' | 'erased',
    outcomes: Outcomes,
    first: number,
    differences: readonly OutcomeDifference[],
  ): TemplateResult {
    const packs = outcomes.slice(first, first + RECEIPT_BLOCK);
    const tasks = packs[0]?.length ?? 0;
    const width = LEFT + packs.length * CELL;
    const height = TOP + tasks * CELL;
    const here = differences.filter(({ pack }) => pack >= first && pack < first + packs.length);
    const x = (index: number): number => LEFT + (index + 0.5) * CELL;
    const y = (task: number): number => TOP + (task + 0.5) * CELL;
    return html`<svg
      class="block"
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label=${this.#inWords(control, first, packs.length, here)}
    >
      ${[0, Math.floor(packs.length / 2) - 1, packs.length - 1].map(
        (index) =>
          svg`<text class="tick" x=${x(index)} y=${TOP - 8} text-anchor="middle">${whole(first + index + 1)}</text>`,
      )}
      ${[0, tasks - 1].map(
        (task) => svg`<text class="tick" x=${LEFT - 8} y=${y(task) + 5} text-anchor="end">${task + 1}</text>`,
      )}
      ${outcomeMarks(packs.flatMap((pack, index) => pack.map((outcome, task) => ({ x: x(index), y: y(task), outcome }))))}
      ${here.map(({ pack, position, claimed }) => differing(x(pack - first), y(position - 1), claimed))}
    </svg>`;
  }

  #inWords(control: 'kept' | 'erased', first: number, packs: number, here: readonly OutcomeDifference[]): string {
    const range = msg(str`${controlWords(control)}, packs ${first + 1} to ${first + packs}, tasks from top to bottom.`);
    const differ = counted(here.length, msg('{n} outcome differs.|{n} outcomes differ.'));
    return `${range} ${differ}`;
  }

  #table(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${msg('Outcomes that differ, as a table')}>
      <table>
        <caption>
          ${msg('Packs and tasks count from 1')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${msg('Notes')}</th>
            <th scope="col">${msg('Pack')}</th>
            <th scope="col">${msg('Task')}</th>
            <th scope="col">${msg('Claimed')}</th>
            <th scope="col">${msg('Found')}</th>
          </tr>
        </thead>
        <tbody>
          ${this.differences.map(
            ({ control, pack, position, claimed, found }) =>
              html`<tr>
                <th scope="row">${controlWords(control)}</th>
                <td>${pack + 1}</td>
                <td>${position}</td>
                <td>${outcomeWords(claimed)}</td>
                <td>${outcomeWords(found)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

interface OutcomeMark {
  readonly x: number;
  readonly y: number;
  readonly outcome: number;
}

/** A disc for every task that was solved, and a ring for every one that was not: one path of each, for there are many. */
function outcomeMarks(marks: readonly OutcomeMark[]): SVGTemplateResult {
  const circles = (radius: number, solved: boolean): string =>
    marks
      .filter(({ outcome }) => outcome > 0 === solved)
      .map(
        ({ x, y }) =>
          `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
      )
      .join('');
  return svg`<path class="solved" d=${circles(4.5, true)}></path><path class="failed" d=${circles(4, false)}></path>`;
}

/** An outcome that came out otherwise: framed and crossed out. */
function differing(x: number, y: number, claimed: number): SVGTemplateResult {
  const half = CELL / 2 - 1;
  return svg`<rect class="frame" x=${x - half} y=${y - half} width=${half * 2} height=${half * 2}></rect>
    ${outcomeMarks([{ x, y, outcome: claimed }])}
    <path class="cross" d="M${x - 5} ${y - 5}l10 10m0-10l-10 10"></path>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict-outcomes': WmVerdictOutcomes;
  }
}
