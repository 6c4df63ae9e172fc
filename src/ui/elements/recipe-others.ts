/** All the settings that the sentence leaves out, folded: a table by what they belong to, each row opening like a slot. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { SETTINGS, type SettingControl, type SettingPart } from '../controls.ts';
import { draftBase, draftRecipe } from '../state/draft.ts';
import { hidden } from '../state/page-state.ts';
import { recipeStyles } from '../styles/recipe.ts';
import { shared } from '../styles/shared.ts';
import { bareValue } from '../words/train-values.ts';
import { AppElement } from './app-element.ts';
import './recipe-setting.ts';

const PARTS: readonly (readonly [SettingPart, () => string])[] = [
  ['lives', () => msg('Living')],
  ['credit', () => msg('Credit and loss')],
  ['optimiser', () => msg('Optimiser')],
  ['adapter', () => msg('Model and adapter')],
  ['evaluation', () => msg('Evaluation')],
];

@customElement('wm-recipe-others')
export class WmRecipeOthers extends AppElement {
  static override styles = [
    shared,
    recipeStyles,
    css`
      :host {
        display: block;
      }
      h3 {
        padding-top: var(--space-3);
        font-size: var(--text-s);
      }
      li {
        border-bottom: 1px solid var(--hairline);
        padding-block: 4px;
      }
      .row {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
        min-height: var(--target);
        font-size: var(--text-s);
      }
      .row b {
        text-align: end;
        overflow-wrap: anywhere;
      }
      wm-recipe-setting {
        padding-bottom: 8px;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<details>
      <summary>${msg('All the other settings')}</summary>
      ${PARTS.map(([part, label]) => {
        const rows = SETTINGS.filter((control) => control.part === part);
        return html`<h3 id=${part}>${label()}</h3>
          <ul aria-labelledby=${part}>
            ${rows.map((control) => this.#row(control))}
          </ul>`;
      })}
    </details>`;
  }

  #row(control: SettingControl): TemplateResult {
    const { run, train, actions } = this.app;
    const { key } = control;
    const recipe = draftRecipe(run.state);
    const open = train.state.open === key;
    return html`<li>
      <div class="row"><span id="name-${key}">${control.label()}</span> ${this.#value(control, open)}</div>
      ${
        open
          ? html`<wm-recipe-setting
              .control=${control}
              .recipe=${recipe}
              .problem=${train.state.problem}
              .actions=${actions.train}
              @close=${() => this.#close(control)}
            ></wm-recipe-setting>`
          : nothing
      }
    </li>`;
  }

  #value({ key, name, editable }: SettingControl, open: boolean): TemplateResult {
    const { run, page, actions } = this.app;
    const value = draftRecipe(run.state)[key];
    const words = bareValue(key, value);
    if (!editable || hidden(page.state, name)) return html`<b>${words}</b>`;
    const changed = value !== draftBase(run.state)[key];
    return html`<button
      class=${classMap({ slot: true, changed })}
      id="value-${key}"
      aria-expanded=${open}
      aria-labelledby="name-${key} value-${key}"
      @click=${() => actions.train.openSetting(open ? null : key)}
    >
      ${words}
    </button>`;
  }

  #close({ key }: SettingControl): void {
    this.app.actions.train.openSetting(null);
    this.renderRoot.querySelector<HTMLElement>(`#value-${key}`)?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-recipe-others': WmRecipeOthers;
  }
}
