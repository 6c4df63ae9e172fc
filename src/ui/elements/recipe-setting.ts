/**
 * One setting, opened: what it means, what it may be, what to expect, and the field to change it in. A value that it
 * cannot take stays in the field, with the reason beside it.
 */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { settingRange, type Recipe } from '../../learning/recipe.ts';
import type { TrainActions } from '../actions/train-actions.ts';
import type { SettingControl } from '../controls.ts';
import type { SettingProblem } from '../state/train-state.ts';
import { shared } from '../styles/shared.ts';
import { SETTING_WORDS } from '../words/train-settings.ts';
import { choiceWords, figure, rangeWords, refusalWords } from '../words/train-values.ts';
import { closeIcon } from './icons.ts';

/** Fires `close` when the visitor is done with it: by Escape or by its button. */
@customElement('wm-recipe-setting')
export class WmRecipeSetting extends LitElement {
  @property({ attribute: false }) control: SettingControl | null = null;
  @property({ attribute: false }) recipe: Recipe | null = null;
  @property({ attribute: false }) problem: SettingProblem | null = null;
  @property({ attribute: false }) actions: TrainActions | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .panel {
        display: grid;
        gap: 8px;
        padding: 12px 16px 14px;
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-control);
        background: var(--sheet);
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
      }
      .head .tool {
        margin: -8px -12px -8px 0;
      }
      fieldset {
        display: grid;
        gap: 2px;
        margin: 0;
        padding: 0;
        border: 0;
      }
      label.choice {
        display: grid;
        grid-template-columns: 26px minmax(0, 1fr);
        gap: 8px;
        align-items: center;
        min-height: var(--target);
        padding-block: 3px;
        line-height: 1.2;
        cursor: pointer;
      }
      input[type='radio'] {
        appearance: none;
        width: 22px;
        height: 22px;
        margin: 0;
        border: 2px solid var(--ink);
        border-radius: 50%;
        background: var(--ground);
      }
      input[type='radio']:checked {
        border-width: 7px;
      }
      input[type='radio']:focus-visible {
        border-radius: 50%;
      }
      label.choice:has(:checked) {
        font-weight: 700;
      }
      .entry {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      input[type='text'] {
        width: 8.5em;
        min-height: var(--target);
        padding: 0 10px;
        border: var(--stroke) solid var(--ink);
        border-radius: 6px;
        background: var(--ground);
        color: var(--ink);
        font: 550 var(--text-m) / 1.2 var(--font-token);
      }
      input.long {
        width: 100%;
      }
      input[aria-invalid='true'] {
        border-width: 3px;
        border-color: var(--erased);
      }
      .stop {
        min-width: var(--target);
        padding: 6px 12px;
        font-size: var(--text-s);
      }
      .stop[aria-pressed='true'] {
        background: var(--ink);
        color: var(--on-ink);
      }
      .wrong {
        color: var(--erased);
        font-weight: 650;
      }
      @media (forced-colors: active) {
        input[type='radio'] {
          appearance: auto;
        }
        .stop[aria-pressed='true'] {
          forced-color-adjust: none;
          outline: 3px solid Highlight;
        }
      }
    `,
  ];

  protected override firstUpdated(): void {
    const chosen =
      this.renderRoot.querySelector<HTMLElement>('input:checked') ?? this.renderRoot.querySelector('input');
    chosen?.focus({ preventScroll: false });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { control, recipe } = this;
    if (!control || !recipe) return nothing;
    const words = SETTING_WORDS[control.key];
    return html`<div class="panel" role="group" aria-labelledby="label" @keydown=${this.#onKey}>
      <div class="head">
        <h3 id="label">${words.label()}</h3>
        <button class="tool" aria-label=${msg('Close')} @click=${this.#close}>${closeIcon}</button>
      </div>
      <p class="small">${words.meaning()}</p>
      ${this.#field(control, recipe)} ${this.#wrong(control)}
      <p class="small quiet">${msg(str`Expect: ${words.expect()}`)}</p>
    </div>`;
  }

  #field(control: SettingControl, recipe: Recipe): TemplateResult {
    const range = settingRange(control.key);
    switch (range.kind) {
      case 'choice':
        return this.#choices(control, recipe, range.options);
      case 'switch':
        return this.#choices(control, recipe, ['true', 'false']);
      case 'text':
        return html`${this.#input(control, recipe)} ${this.#range(control)}`;
      case 'whole':
      case 'real':
        return html`<div class="entry">${control.stops.map((stop) => this.#stop(control, recipe, stop))}</div>
          <div class="entry">${this.#input(control, recipe)}</div>
          ${this.#range(control)}`;
    }
  }

  #choices({ key }: SettingControl, recipe: Recipe, options: readonly string[]): TemplateResult {
    return html`<fieldset aria-labelledby="label">
      ${options.map(
        (option) =>
          html`<label class="choice">
            <input
              type="radio"
              name="choice"
              .checked=${live(String(recipe[key]) === option)}
              @change=${() => this.actions?.change(key, option)}
            />
            ${choiceWords(key, option).long()}
          </label>`,
      )}
    </fieldset>`;
  }

  #stop({ key }: SettingControl, recipe: Recipe, stop: number): TemplateResult {
    return html`<button
      class="btn stop"
      aria-pressed=${recipe[key] === stop}
      @click=${() => this.actions?.change(key, String(stop))}
    >
      ${figure(stop)}
    </button>`;
  }

  #input({ key }: SettingControl, recipe: Recipe): TemplateResult {
    const value = recipe[key];
    const shown = this.problem?.text ?? (typeof value === 'number' ? figure(value) : String(value));
    // Set only when it changes: training draws this again and again, and what is being typed must stay.
    return html`<input
      type="text"
      class=${typeof value === 'number' ? '' : 'long'}
      inputmode=${typeof value === 'number' ? 'decimal' : 'text'}
      autocomplete="off"
      spellcheck="false"
      aria-labelledby="label"
      aria-describedby="range"
      aria-errormessage="wrong"
      aria-invalid=${this.problem !== null}
      .value=${shown}
      @change=${(event: Event) => this.actions?.change(key, (event.target as HTMLInputElement).value)}
    />`;
  }

  /** What may be entered; what is wrong says it too. */
  #range({ key }: SettingControl): TemplateResult {
    return html`<p class="small quiet" id="range" ?hidden=${this.problem !== null}>${rangeWords(key)}</p>`;
  }

  #wrong({ key }: SettingControl): TemplateResult {
    return html`<p class="small wrong" id="wrong" role="alert" ?hidden=${this.problem === null}>
      ${this.problem ? refusalWords(key, this.problem.text) : nothing}
    </p>`;
  }

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-recipe-setting': WmRecipeSetting;
  }
}
