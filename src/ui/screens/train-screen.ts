/** Training: the recipe, what the run has come to, and under it who got the credit, whether it collapses, all curves. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { evaluationSeries, NOTES_GAP } from '../charts/evaluation-series.ts';
import { TRAINING_HEIGHT } from '../charts/training-lines.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/recipe-changes.ts';
import '../elements/recipe-others.ts';
import '../elements/recipe-sentence.ts';
import '../elements/recipe-starts.ts';
import '../elements/run-beside.ts';
import '../elements/staircase-chart.ts';
import '../elements/training-bar.ts';
import '../elements/training-chart.ts';
import '../elements/training-views.ts';
import { draftRecipe } from '../state/draft.ts';
import { concealed, spotlit } from '../lessons/spotlight.ts';
import { hidden } from '../state/page-state.ts';
import { shared } from '../styles/shared.ts';
import { coveredWords, subject } from '../words/sentences.ts';
import { liftWords, trainCaption, trainHeadline } from '../words/train-findings.ts';

/** Tasks of a pack in an evaluation along the way, for the empty chart. */
const EMPTY_LENGTH = 4;

@customElement('wm-train-screen')
export class WmTrainScreen extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      main {
        flex: 1;
        display: grid;
        grid-template-columns: minmax(0, 3.4fr) minmax(0, 9fr);
        gap: var(--space-4) var(--gutter);
        align-items: start;
        padding: var(--space-3) var(--margin) var(--space-6);
      }
      .recipe {
        display: grid;
        gap: var(--space-3);
      }
      .caption {
        padding-top: 6px;
        color: var(--ink-2);
        max-width: 84ch;
        text-wrap: pretty;
      }
      .charts {
        display: grid;
        grid-template-columns: minmax(0, 590fr) minmax(0, 316fr);
        gap: var(--space-4) var(--gutter);
        align-items: start;
        padding-top: var(--space-4);
      }
      .charts h2 {
        font: 650 var(--text-m) / 1.3 var(--font-text);
      }
      .charts p {
        padding-top: 2px;
      }
      wm-run-beside {
        display: var(--in-room, none);
      }
      wm-training-views {
        display: block;
        margin-top: var(--space-5);
      }
      @media (max-width: 1100px) {
        main,
        .charts {
          grid-template-columns: minmax(0, 1fr);
        }
        .found {
          order: -1;
        }
        /* Before there is a run there is only the recipe to look at. */
        .fresh .charts,
        .fresh wm-training-views {
          display: none;
        }
        .recipe {
          max-width: var(--measure);
          border-top: var(--stroke) solid var(--ink);
          padding-top: var(--space-4);
        }
      }
      @media print {
        wm-recipe-changes,
        wm-recipe-starts,
        wm-recipe-others {
          display: none;
        }
      }
      @media (max-width: 900px) {
        main {
          padding-top: var(--space-1);
        }
      }
      /* In a room only what was found; before there is anything, or for a lesson, the recipe. */
      :host([data-projector]) main {
        grid-template-columns: minmax(0, 1fr);
        align-content: start;
        padding-top: 0;
      }
      :host([data-projector]) .found {
        order: -1;
      }
      /* The recorded run under the live one. */
      :host([data-projector]) .charts {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
      :host([data-projector]) .charts > :first-child {
        grid-row: span 2;
      }
      :host([data-projector]) :is(.found .charts, .caption) {
        padding-top: var(--space-1);
      }
      :host([data-projector]) :is(.fresh .charts, .fresh wm-training-views),
      :host([data-projector]) .recipe:not([data-spotlight]) :is(wm-recipe-changes, wm-recipe-starts, wm-recipe-others),
      :host([data-projector]) main:not(.fresh) .recipe:not([data-spotlight]) {
        display: none;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, page } = this.app;
    const shown = (control: string): boolean => !hidden(page.state, control);
    return html`
      <main class=${run.state.run ? '' : 'fresh'}>
        <section class="recipe" aria-labelledby="recipe" ?data-spotlight=${spotlit(this.app, 'controls')}>
          <h2 id="recipe">${msg('Recipe')}</h2>
          <wm-recipe-sentence></wm-recipe-sentence>
          <wm-recipe-changes></wm-recipe-changes>
          ${shown('presets') ? html`<wm-recipe-starts></wm-recipe-starts>` : nothing}
          ${shown('other-settings') ? html`<wm-recipe-others></wm-recipe-others>` : nothing}
        </section>
        <section class="found" aria-label=${msg('What it has come to')}>
          ${concealed(this.app) ? this.#covered() : this.#found()}
        </section>
      </main>
      <wm-training-bar ?data-spotlight=${spotlit(this.app, 'bar')}></wm-training-bar>
    `;
  }

  #found(): TemplateResult {
    const { state } = this.app.run;
    return html`
      <h1>${trainHeadline(state)}</h1>
      <p class="caption">${trainCaption(state)}</p>
      <div class="charts">
        ${this.#iterations()} ${this.#evaluation()}
        <wm-run-beside></wm-run-beside>
      </div>
      <wm-training-views
        ?data-spotlight=${spotlit(this.app, 'credit') || spotlit(this.app, 'monitor')}
      ></wm-training-views>
    `;
  }

  /** While a lesson asks for a prediction of what is found. */
  #covered(): TemplateResult {
    return html`
      <h1>${subject()}</h1>
      <p class="caption">${coveredWords()}</p>
    `;
  }

  #iterations(): TemplateResult {
    const { state } = this.app.run;
    return html`<section aria-labelledby="every" ?data-spotlight=${spotlit(this.app, 'curves')}>
      <h2 id="every">${msg('Every iteration')}</h2>
      <wm-training-chart
        .iterations=${state.run?.iterations ?? []}
        total=${(state.run?.recipe ?? draftRecipe(state)).iterations}
      ></wm-training-chart>
      <p class="small quiet">
        ${msg('Of the lives it trains on, mean of five iterations: training figures, no evaluation.')}
      </p>
    </section>`;
  }

  #evaluation(): TemplateResult {
    const evaluation = this.app.run.state.run?.evaluation ?? null;
    return html`<section aria-labelledby="now" ?data-spotlight=${spotlit(this.app, 'staircase')}>
      <h2 id="now">${msg('Now, by task')}</h2>
      <wm-staircase-chart
        .series=${evaluation ? evaluationSeries(evaluation) : []}
        .gap=${NOTES_GAP}
        .length=${evaluation?.length ?? EMPTY_LENGTH}
        .height=${TRAINING_HEIGHT}
      >
        <p class="small quiet">${evaluation ? liftWords(evaluation) : msg('Nothing is evaluated yet.')}</p>
      </wm-staircase-chart>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-train-screen': WmTrainScreen;
  }
}
