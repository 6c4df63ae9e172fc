/** The switches of the lab: what is done to the agent's notes, an example of each, and how much it solves with them. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { controlSeries } from '../charts/evaluation-series.ts';
import { PACK_CHOICES } from '../state/lab-state.ts';
import { shownComparison } from '../lessons/lab-comparison.ts';
import type { KnownComparison } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { percent } from '../words/format.ts';
import { labFigures } from '../words/lab-figures.ts';
import { controlWords, exampleNotes, hindrance, type ControlWords } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';
import { marker, markStyles } from './staircase-marks.ts';
import { switchStyles } from './lab-styles.ts';

@customElement('wm-lab-conditions')
export class WmLabConditions extends AppElement {
  static override styles = [
    shared,
    markStyles,
    switchStyles,
    css`
      :host {
        display: block;
      }
      ul {
        border-top: var(--stroke) solid var(--ink);
      }
      li {
        padding: 8px 0 12px;
        border-bottom: 1px solid var(--hairline);
      }
      label {
        display: grid;
        grid-template-columns: 50px 46px minmax(0, 1fr) auto;
        gap: 12px;
        align-items: center;
        min-height: var(--target);
        cursor: pointer;
      }
      .mark {
        width: 46px;
      }
      .what b {
        font-size: var(--text-l);
        font-weight: 650;
        padding-right: 6px;
      }
      .success {
        text-align: end;
        line-height: 1.1;
      }
      .success b {
        font: 600 var(--text-xl) / 1 var(--font-voice);
        white-space: nowrap;
      }
      @media (forced-colors: active) {
        .success b {
          forced-color-adjust: none;
        }
      }
      .success small {
        display: block;
        font-size: var(--text-s);
        color: var(--ink-2);
        white-space: nowrap;
      }
      .example {
        padding-left: 120px;
      }
      .off .mark,
      .off .example,
      .off .success {
        opacity: 0.45;
      }
      .foot {
        display: var(--in-hand, flex);
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        padding-top: var(--space-4);
      }
      .foot p {
        flex: 1 1 100%;
      }
      .foot label {
        display: inline-flex;
      }
      @media (max-width: 640px) {
        label {
          grid-template-columns: 50px 36px minmax(0, 1fr) auto;
          gap: 10px;
        }
        .what b {
          display: block;
        }
        .what span {
          display: block;
          font-size: var(--text-s);
          line-height: 1.25;
        }
        .mark {
          width: 36px;
        }
        .example {
          padding-left: 60px;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const known = shownComparison(this.app);
    return html`
      <ul aria-label=${msg('What is done to its notes')}>
        ${controlWords().map((words) => this.#row(words, known))}
      </ul>
      ${this.#foot(known)}
    `;
  }

  #row({ control, name, meaning }: ControlWords, known: KnownComparison | null): TemplateResult {
    const { lab, actions } = this.app;
    const shown = lab.state.shown[control];
    const { marker: kind, dash, tone } = controlSeries(control, []);
    return html`<li class=${shown ? '' : 'off'}>
      <label>
        <input
          type="checkbox"
          role="switch"
          .checked=${shown}
          @change=${(event: Event) =>
            actions.lab.switchControl(control, (event.currentTarget as HTMLInputElement).checked)}
        />
        <svg class="mark tone-${tone}" viewBox="0 0 44 28" aria-hidden="true">
          <path class="line ${dash}" d="M1 14H43"></path>
          ${marker(kind, 22, 14)}
        </svg>
        <span class="what"><b>${name}</b><span class="quiet">${meaning}</span></span>
        ${this.#success(control, known)}
      </label>
      ${this.#example(control, known)}
    </li>`;
  }

  #success(control: ControlWords['control'], known: KnownComparison | null): TemplateResult {
    const interval = known && labFigures(known.evaluation).success[control];
    if (!interval) {
      return html`<span class="success"
        ><b class="quiet" aria-hidden="true">?</b><span class="sr">${msg('not tested')}</span></span
      >`;
    }
    const [mean, low, high] = [interval.mean, interval.low, interval.high].map(percent);
    return html`<span class="success"
      ><b>${msg(str`${mean} %`)}</b> <small>${msg(str`${low} to ${high}`)}</small></span
    >`;
  }

  #example(control: ControlWords['control'], known: KnownComparison | null): TemplateResult | typeof nothing {
    const notes = exampleNotes(known?.lives ?? [], control);
    if (!notes) return nothing;
    return html`<p class="example">
      <span class="sr">${msg('For instance:')} </span>${
        notes.length === 0
          ? html`<span class="slip empty">${msg('empty')}</span>`
          : html`<span class="slip" lang="en" translate="no">${notes.join(' ')}</span>`
      }
    </p>`;
  }

  #foot(known: KnownComparison | null): TemplateResult {
    const { lab, run, actions } = this.app;
    const reason = lab.state.job ? null : hindrance(run.state.status);
    return html`<div class="foot">
      <button
        class="btn ${known?.origin === 'tested' ? '' : 'solid'}"
        ?disabled=${reason !== null || lab.state.job !== null}
        @click=${() => actions.lab.testControls()}
      >
        ${known?.origin === 'tested' ? msg('Test again') : msg('Test it here')}
      </button>
      ${this.#packs()}
      <p class="quiet small">${reason ?? this.#what(known)}</p>
    </div>`;
  }

  #packs(): TemplateResult {
    const { lab, actions } = this.app;
    const { packs, job } = lab.state;
    return html`<label
      >${msg('Packs')}
      <select
        class="slot"
        ?disabled=${job !== null}
        @change=${(event: Event) => {
          const value = Number((event.currentTarget as HTMLSelectElement).value);
          const choice = PACK_CHOICES.find((one) => one === value);
          if (choice) actions.lab.choosePacks(choice);
        }}
      >
        ${PACK_CHOICES.map((choice) => html`<option value=${choice} ?selected=${choice === packs}>${choice}</option>`)}
      </select></label
    >`;
  }

  /** What the figures of the rows are. */
  #what(known: KnownComparison | null): string {
    if (!known) return msg('Same agent, same packs and same random numbers, every row.');
    const { liftPositions, packs } = known.evaluation;
    const [first, last] = [liftPositions[0] ?? 1, liftPositions.at(-1) ?? 1];
    return msg(
      str`Solved of tasks ${first} to ${last}, with 95 % intervals. Same agent, same ${packs} packs, every row.`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-conditions': WmLabConditions;
  }
}
