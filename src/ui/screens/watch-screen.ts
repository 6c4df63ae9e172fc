/** Watching: the world, its notes, what they add up to; and the bar that plays, steps and trains. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { counted } from '../i18n/counted.ts';
import { concealed, spotlit } from '../lessons/spotlight.ts';
import type { Still } from '../replay/still.ts';
import type { RunState } from '../state/run-state.ts';
import { watchedLives } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { caption } from '../words/captions/caption.ts';
import { plainText, renderPhrase } from '../words/captions/phrase.ts';
import { lifeStory } from '../words/life-story.ts';
import { coveredWords, headline, shownEvaluation, subject } from '../words/sentences.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/announcer.ts';
import '../elements/engine.ts';
import '../elements/lives-raster.ts';
import '../elements/notebook.ts';
import '../elements/run-beside.ts';
import '../elements/sight.ts';
import '../elements/staircase.ts';
import '../elements/transcript.ts';
import '../elements/transport.ts';
import '../elements/watch-badge.ts';
import '../elements/watch-figures.ts';
import '../elements/world.ts';

@customElement('wm-watch-screen')
export class WmWatchScreen extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      main {
        flex: 1;
        padding: var(--space-3) var(--margin) 0;
      }
      h1 {
        min-height: 1.12em;
        padding-top: 6px;
      }
      wm-watch-badge {
        padding-bottom: var(--space-3);
      }
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 430px) minmax(0, 1fr) minmax(0, 1.5fr);
        gap: var(--space-5) var(--gutter);
        align-items: start;
        padding-bottom: var(--space-5);
      }
      .book,
      .sum {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      .sum {
        gap: var(--space-2);
      }
      .foot {
        display: grid;
        gap: var(--space-2);
        max-width: var(--measure);
        padding-block: var(--space-3) var(--space-6);
      }
      /* Lines that its sentences may take, so that a new one does not move the page. */
      @media (max-width: 1280px) {
        h1 {
          min-height: 2.24em;
        }
      }
      @media (max-width: 1100px) {
        .stage {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .sum {
          grid-column: 1 / -1;
        }
      }
      @media (max-width: 900px) {
        main {
          padding-top: var(--space-1);
        }
        .stage {
          grid-template-columns: minmax(0, 1fr);
        }
        .sum {
          grid-column: auto;
        }
      }
      @media (max-width: 640px) {
        h1 {
          min-height: 3.36em;
        }
        wm-watch-badge {
          padding-bottom: 0;
        }
      }
      /* In a room the world, its notes and what they add up to fill the first view; the caption stands above them. */
      :host([data-projector]) main {
        padding-top: 0;
      }
      :host([data-projector]) h1 {
        min-height: 1.12em;
        padding-top: 0;
      }
      :host([data-projector]) wm-watch-badge {
        --target: 36px;
        padding-bottom: 0;
        font-size: 1.25rem;
      }
      .say {
        min-height: 2.5em;
        padding-block: 2px 10px;
        box-sizing: content-box;
        font-size: max(calc(1.375rem * 1.5), 2.2vw);
        line-height: 1.25;
        text-wrap: pretty;
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
      :host([data-projector]) .stage {
        --text-l: clamp(1.375rem, 1.8vw, 2.2rem);
        --text-m: clamp(1.375rem, 1.75vw, 2rem);
        --text-s: clamp(1.25rem, 1.55vw, 1.75rem);
        gap: var(--space-5);
        font-size: var(--text-m);
      }
      @media (min-width: 901px) {
        :host([data-projector]) .stage {
          grid-template-columns: minmax(0, min(39vh, 27vw)) minmax(0, 5fr) minmax(0, 7fr);
        }
        :host([data-projector]) .sum {
          grid-column: auto;
        }
      }
      @media (max-height: 800px) {
        :host([data-projector]) .book {
          --earlier: none;
        }
        :host([data-projector]) wm-transcript {
          display: none;
        }
      }
      :host([data-projector]) wm-sight,
      :host([data-projector]) .foot {
        display: none;
      }
      @media print {
        h1 {
          min-height: 0;
        }
        .stage {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .stage section {
          break-inside: avoid;
        }
        .sum {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, page } = this.app;
    const { projector } = page.state;
    const { state } = run;
    const { playback } = state;
    const still = playback?.stills[playback.index] ?? null;
    return html`
      <main>
        <h1>${this.#finding(state)}</h1>
        <wm-watch-badge></wm-watch-badge>
        ${projector && still ? html`<p class="say">${renderPhrase(caption(still))}</p>` : nothing}
        <div class="stage">
          <section aria-label=${msg('The world')} ?data-spotlight=${spotlit(this.app, 'world')}>
            <wm-world .still=${still} .speed=${state.speed} ?data-projector=${projector}></wm-world>
          </section>
          <section class="book" aria-label=${msg('The notebook')} ?data-spotlight=${spotlit(this.app, 'notebook')}>
            ${this.#book(state, still)}
          </section>
          <section class="sum" aria-label=${msg('What it adds up to')}>${this.#sum(state, still)}</section>
        </div>
        <div class="foot">
          <p class="quiet small">
            ${msg(
              'The agent is a tiny language model. Before any training here it had read the made-up diaries of many explorers, good and bad: this stands in for the reading of a large model. Training finds which of their habits pay.',
            )}
          </p>
          <wm-engine .engine=${state.engine} .paths=${state.paths}></wm-engine>
        </div>
      </main>
      <wm-transport ?data-spotlight=${spotlit(this.app, 'bar')}></wm-transport>
      <wm-announcer .message=${still ? plainText(caption(still)) : ''} .prompt=${!state.replaying}></wm-announcer>
    `;
  }

  /** What was measured, and the lives: nothing of them while a lesson asks for a prediction. */
  #sum(state: RunState, still: Still | null): TemplateResult {
    if (concealed(this.app)) return html`<wm-staircase .emptyText=${coveredWords()}></wm-staircase>`;
    return html`
      <wm-staircase
        .evaluation=${shownEvaluation(state)}
        .emptyText=${this.#beforeEvaluation(state)}
        ?data-spotlight=${spotlit(this.app, 'staircase')}
      ></wm-staircase>
      <wm-run-beside shows=${state.watched === 'run' ? 'recorded' : 'live'}></wm-run-beside>
      <wm-lives-raster
        .lives=${watchedLives(state)}
        .present=${state.playback?.life ?? null}
        .task=${still?.position ?? 0}
        .actions=${this.app.actions.watch}
        ?data-spotlight=${spotlit(this.app, 'lives')}
      ></wm-lives-raster>
      <wm-watch-figures></wm-watch-figures>
    `;
  }

  /** The notes, and beneath them the words that pass between the agent and its world. */
  #book({ playback }: RunState, still: Still | null): TemplateResult {
    const talks = still !== null && still.scene.kind !== 'lake';
    return html`
      <wm-notebook .still=${still}></wm-notebook>
      ${talks ? html`<wm-transcript .stills=${playback?.stills ?? []} .index=${playback?.index ?? 0}></wm-transcript>` : nothing}
      ${still && !talks ? html`<wm-sight .still=${still}></wm-sight>` : nothing}
    `;
  }

  /** Of a life whose causes are known, its story; otherwise what is measured; neither where it is to be predicted. */
  #finding(state: RunState): string {
    if (concealed(this.app)) return subject();
    const { playback, status } = state;
    const told = playback?.source === 'recorded' || playback?.source === 'rolled';
    return (told && status?.state !== 'living' ? lifeStory(playback.life) : null) ?? headline(state);
  }

  /** What the Staircase says while there is nothing to draw. */
  #beforeEvaluation({ run, watched }: RunState): string {
    if (!run || watched === 'recorded') return msg('No evaluation yet: nothing has been trained.');
    const { evaluationEvery, evaluationPacks } = run.recipe;
    if (evaluationPacks === 0) return msg('This run is not evaluated while it trains.');
    return counted(
      evaluationEvery,
      msg(
        'No evaluation yet. The first comes after {n} iteration or a little later.|No evaluation yet. The first comes after {n} iterations or a little later.',
      ),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-watch-screen': WmWatchScreen;
  }
}
