/** Recipes to start from, as sentences. Choosing one changes the draft, never a run. */

import { msg } from '@lit/localize';
import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { findPreset } from '../../learning/presets.ts';
import { recipeDifferences, type Recipe } from '../../learning/recipe.ts';
import { draftRecipe } from '../state/draft.ts';
import { shared } from '../styles/shared.ts';
import { STARTS, type Start } from '../words/train-starts.ts';
import { AppElement } from './app-element.ts';

/** The seed is the visitor's in any case. */
function isDraft({ preset, changes }: Start, draft: Recipe): boolean {
  const start = { ...findPreset(preset).recipe, ...changes, seed: draft.seed };
  return Object.keys(recipeDifferences(draft, start)).length === 0;
}

@customElement('wm-recipe-starts')
export class WmRecipeStarts extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h2 {
        padding-bottom: 4px;
      }
      button {
        min-height: var(--target);
        width: 100%;
        padding: 6px 0;
        border: 0;
        background: none;
        color: inherit;
        font: 400 var(--text-m) / 1.25 var(--font-text);
        text-align: start;
        text-decoration: underline;
        text-decoration-thickness: 1px;
        text-underline-offset: 4px;
        cursor: pointer;
      }
      button:hover {
        text-decoration-thickness: 2px;
      }
      button[aria-pressed='true'] {
        font-weight: 700;
        text-decoration: none;
      }
      button[aria-pressed='true']::before {
        content: '✓ ' / '';
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, actions } = this.app;
    const draft = draftRecipe(run.state);
    return html`<h2 id="starts">${msg('Or start from')}</h2>
      <ul aria-labelledby="starts">
        ${STARTS.map((start) => {
          const { preset, changes, sentence } = start;
          return html`<li>
            <button aria-pressed=${isDraft(start, draft)} @click=${() => actions.train.startFrom(preset, changes)}>
              ${sentence()}
            </button>
          </li>`;
        })}
      </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-recipe-starts': WmRecipeStarts;
  }
}
