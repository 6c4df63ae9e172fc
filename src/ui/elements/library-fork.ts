/** The form of a fork: the few settings that are changed most, and what the fork will begin with. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { settingRange, type Recipe } from '../../learning/recipe.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import type { LibraryEntry } from '../state/library-view.ts';
import { shared } from '../styles/shared.ts';
import { forkWords } from '../words/library-words.ts';
import { SETTING_WORDS } from '../words/train-settings.ts';
import { choiceWords } from '../words/train-values.ts';
import { AppElement } from './app-element.ts';

/** A fork trains as long again as its parent, unless somebody says otherwise. */
function usualIterations({ iteration, recipe }: LibraryEntry): number {
  return iteration < recipe.iterations ? recipe.iterations : iteration + recipe.iterations;
}

const NUMBERS = ['iterations', 'seed', 'learningRate'] as const satisfies readonly (keyof Recipe)[];

/** Fires `close` when the visitor would rather not. */
@customElement('wm-library-fork')
export class WmLibraryFork extends AppElement {
  @property({ attribute: false }) entry: LibraryEntry | null = null;
  /** As it is being typed. */
  @state() private _iterations: number | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      form {
        display: grid;
        gap: var(--space-3);
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
        gap: var(--space-3);
      }
      label {
        display: grid;
        gap: 4px;
        align-content: end;
        font-size: var(--text-s);
      }
      .slot {
        width: 100%;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-3);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { entry } = this;
    const run = entry?.run;
    if (!entry || !run) return nothing;
    const credit = settingRange('credit');
    return html`<form @submit=${(event: Event) => this.#onSubmit(event, run)}>
      <div class="fields">
        ${NUMBERS.map((key) => this.#number(key, key === 'iterations' ? usualIterations(entry) : entry.recipe[key]))}
        <label
          >${SETTING_WORDS.credit.label()}
          <select class="slot" name="credit">
            ${(credit.kind === 'choice' ? credit.options : []).map(
              (option) =>
                html`<option value=${option} ?selected=${option === entry.recipe.credit}>
                  ${choiceWords('credit', option).short()}
                </option>`,
            )}
          </select>
        </label>
      </div>
      <p aria-live="polite">${forkWords(entry, this._iterations ?? usualIterations(entry))}</p>
      <div class="do">
        <button class="btn solid">${msg('Fork and train')}</button>
        <button class="btn" type="button" @click=${this.#close}>${msg('Cancel')}</button>
      </div>
    </form>`;
  }

  #number(key: (typeof NUMBERS)[number], value: number): TemplateResult {
    return html`<label
      >${SETTING_WORDS[key].label()}
      <input
        class="slot"
        name=${key}
        inputmode="decimal"
        autocomplete="off"
        .value=${String(value)}
        @input=${key === 'iterations' ? this.#onIterations : nothing}
      />
    </label>`;
  }

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };

  readonly #onIterations = (event: Event): void => {
    this._iterations = Number((event.target as HTMLInputElement).value);
  };

  #onSubmit(event: Event, run: LibraryRun): void {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const text = (name: keyof Recipe): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const typed = { ...Object.fromEntries(NUMBERS.map((name) => [name, Number(text(name))])), credit: text('credit') };
    const changes = typed as Partial<Recipe>;
    if (this.app.actions.library.fork(run, changes)) this.app.actions.page.go('train');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-fork': WmLibraryFork;
  }
}
