/** The bar of the Train screen: the big button, how far the run is and what it costs, one iteration at a time, the seed. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { draftRecipe } from '../state/draft.ts';
import { hidden } from '../state/page-state.ts';
import { bar } from '../styles/bar.ts';
import { progressBar } from '../styles/progress-bar.ts';
import { shared } from '../styles/shared.ts';
import { cost } from '../words/train-findings.ts';
import { figure } from '../words/train-values.ts';
import { bigButton } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';
import { dieIcon, onIcon, shareIcon } from './icons.ts';

@customElement('wm-training-bar')
export class WmTrainingBar extends AppElement {
  static override styles = [
    shared,
    progressBar,
    bar,
    css`
      .progress {
        display: grid;
        gap: 6px;
        min-width: 0;
      }
      progress {
        display: block;
        width: 100%;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 22px;
        min-height: 1.45em;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      li:first-child {
        color: var(--ink);
        font-weight: 700;
      }
      @media (max-width: 900px) {
        ul {
          gap: 2px 14px;
        }
        li:nth-child(n + 4) {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, actions } = this.app;
    const { hint, action, icon } = bigButton(run.state);
    return html`<section aria-label=${msg('Training')}>
      <wm-big-button
        icon=${icon}
        .label=${icon === 'pause' ? msg('Pause') : msg('Play')}
        .hint=${hint}
        ?disabled=${action === 'none'}
        @press=${() => (action === 'start' && run.state.run ? actions.train.trainAnother() : actions.run.bigButton())}
      ></wm-big-button>
      ${this.#progress()}
      <div class="tools">${this.#step()} ${this.#seed()} ${this.#share()}</div>
    </section>`;
  }

  #progress(): TemplateResult {
    const { run, train } = this.app;
    const now = cost(run.state, train.state.savedAt, train.state.now);
    if (!now) return html`<div class="progress"></div>`;
    return html`<div class="progress">
      <progress aria-label=${msg('Iterations')} max=${now.total} value=${now.done}></progress>
      <ul aria-label=${msg('What it costs')}>
        ${now.facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
    </div>`;
  }

  #step(): TemplateResult {
    const { run, actions } = this.app;
    const { status } = run.state;
    const can = status?.state === 'paused' || (status?.state === 'idle' && status.latestRun?.finished === false);
    return html`<button
      class="tool"
      ?disabled=${!can}
      aria-label=${msg('Train one iteration, then pause')}
      @click=${() => actions.run.stepTraining()}
    >
      ${onIcon} ${msg('one')}
    </button>`;
  }

  #share(): TemplateResult | typeof nothing {
    const { page, actions } = this.app;
    if (hidden(page.state, 'sharing')) return nothing;
    return html`<button class="tool" @click=${() => void actions.share.openPresent()}>
      ${shareIcon} ${msg('Share')}
    </button>`;
  }

  #seed(): TemplateResult | typeof nothing {
    const { run, page, actions } = this.app;
    if (hidden(page.state, 'seed')) return nothing;
    const seed = figure(draftRecipe(run.state).seed);
    return html`<button
      class="tool"
      aria-label=${msg(str`Seed ${seed}: roll another for the next run`)}
      @click=${() => actions.train.rollSeed()}
    >
      ${dieIcon} ${seed}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-training-bar': WmTrainingBar;
  }
}
