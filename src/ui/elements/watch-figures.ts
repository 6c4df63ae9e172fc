/** All that the drawings of the Watch screen show, in figures: how it was measured, the Staircase and the lives as tables. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { evaluationSeries } from '../charts/evaluation-series.ts';
import { watchedLives } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { provenance, shownEvaluation } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './lives-table.ts';
import './staircase-table.ts';

@customElement('wm-watch-figures')
export class WmWatchFigures extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .figures {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.app.run;
    const evaluation = shownEvaluation(state);
    const lives = watchedLives(state);
    if (!evaluation && lives.length === 0) return nothing;
    return html`<details>
      <summary>${msg('In figures, and how they were measured')}</summary>
      <div class="figures">
        ${
          evaluation
            ? html`<p class="quiet small">${provenance(evaluation, state.watched === 'recorded')}</p>
                <wm-staircase-table
                  .series=${evaluationSeries(evaluation)}
                  .length=${evaluation.length}
                ></wm-staircase-table>`
            : nothing
        }
        <wm-lives-table .lives=${lives} .present=${state.playback?.life ?? null}></wm-lives-table>
      </div>
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-watch-figures': WmWatchFigures;
  }
}
