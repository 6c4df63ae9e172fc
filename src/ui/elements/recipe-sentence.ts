/** The recipe as a sentence with ten slots. A slot opens what it means below the sentence; edits touch no run. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { RecipeKey } from '../../learning/recipe.ts';
import { SETTINGS } from '../controls.ts';
import { draftBase, draftRecipe } from '../state/draft.ts';
import { hidden } from '../state/page-state.ts';
import { recipeStyles } from '../styles/recipe.ts';
import { shared } from '../styles/shared.ts';
import { SETTING_WORDS } from '../words/train-settings.ts';
import { valueWords } from '../words/train-values.ts';
import { AppElement } from './app-element.ts';
import './recipe-setting.ts';

@customElement('wm-recipe-sentence')
export class WmRecipeSentence extends AppElement {
  static override styles = [
    shared,
    recipeStyles,
    css`
      :host {
        display: block;
      }
      p {
        font-size: calc(1.1875rem * var(--zoom));
        line-height: 1.95;
        padding: var(--space-1) 0 var(--space-3);
        text-wrap: pretty;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const slot = (key: RecipeKey): TemplateResult => this.#slot(key);
    return html`<p>
        ${msg(
          html`On ${slot('environment')}, an iteration is ${slot('packs')} of ${slot('tasks')}, each lived by
          ${slot('groupSize')}, and there are ${slot('iterations')}. A success is credited to ${slot('credit')}. The
          loss is ${slot('loss')}, the step size ${slot('learningRate')}, the rank ${slot('loraRank')}, the seed
          ${slot('seed')}.`,
        )}
      </p>
      ${this.#panel()}`;
  }

  #slot(key: RecipeKey): TemplateResult {
    const { run, train, page } = this.app;
    const value = draftRecipe(run.state)[key];
    const words = valueWords(key, value);
    const control = SETTINGS.find((setting) => setting.key === key);
    if (!control || hidden(page.state, control.name)) return html`<b>${words}</b>`;
    const changed = value !== draftBase(run.state)[key];
    const open = train.state.open === key;
    return html`<button
      class=${classMap({ slot: true, changed })}
      data-key=${key}
      aria-expanded=${open}
      aria-label=${`${SETTING_WORDS[key].label()}: ${words}${changed ? `, ${msg('changed')}` : ''}`}
      @click=${() => this.app.actions.train.openSetting(open ? null : key)}
    >
      ${words}
    </button>`;
  }

  #panel(): TemplateResult | typeof nothing {
    const { run, train, actions } = this.app;
    const { open, problem } = train.state;
    const control = SETTINGS.find(({ key, part }) => key === open && part === 'sentence');
    if (!control || open === null) return nothing;
    return html`<wm-recipe-setting
      .control=${control}
      .recipe=${draftRecipe(run.state)}
      .problem=${problem}
      .actions=${actions.train}
      @close=${() => this.#close(open)}
    ></wm-recipe-setting>`;
  }

  #close(key: RecipeKey): void {
    this.app.actions.train.openSetting(null);
    this.renderRoot.querySelector<HTMLElement>(`[data-key=${key}]`)?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-recipe-sentence': WmRecipeSentence;
  }
}
