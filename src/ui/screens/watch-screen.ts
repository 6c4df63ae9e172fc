/** Watching: the world, its notes, what they add up to; and the transport that runs it all. */

import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { caption } from '../words/captions/caption.ts';
import { plainText } from '../words/captions/phrase.ts';
import { headline, shownEvaluation } from '../words/sentences.ts';
import type { RunState } from '../state/run-state.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/announcer.ts';
import '../elements/curves.ts';
import '../elements/engine.ts';
import '../elements/living.ts';
import '../elements/notebook.ts';
import '../elements/sight.ts';
import '../elements/staircase.ts';
import '../elements/transport.ts';
import '../elements/watch-badge.ts';
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
      .lede {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 0 var(--gutter);
        flex-wrap: wrap;
        padding-block: 6px var(--space-3);
      }
      h1 {
        min-height: 1.12em;
      }
      .badge {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
      }
      .badge svg {
        width: 20px;
        height: 20px;
        flex: none;
      }
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 430px) minmax(0, 1fr) minmax(0, 1.5fr);
        gap: var(--space-5) var(--gutter);
        align-items: start;
        padding-bottom: var(--space-5);
      }
      .book {
        display: grid;
        gap: var(--space-4);
      }
      .about {
        max-width: var(--measure);
        padding-bottom: var(--space-3);
      }
      wm-engine {
        padding-bottom: var(--space-6);
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
        .badge {
          font-size: var(--text-s);
        }
      }
      /* On phones the life comes first; what the next run will be follows it. */
      @media (max-width: 640px) {
        main {
          display: flex;
          flex-direction: column;
        }
        h1 {
          min-height: 3.36em;
        }
        .lede,
        .stage {
          display: contents;
        }
        .badge {
          align-items: start;
          min-height: 0;
          padding-block: 8px 4px;
        }
        wm-setup {
          order: 1;
          padding-block: var(--space-2) var(--space-5);
        }
        .book,
        .sum,
        wm-curves,
        wm-living,
        .about,
        wm-engine {
          order: 2;
          padding-bottom: var(--space-5);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, actions: all } = this.app;
    const { state } = run;
    const actions = all.run;
    const { playback } = state;
    const still = playback?.stills[playback.index] ?? null;
    return html`
      <main>
        <h1>${headline(state)}</h1>
        <wm-watch-badge></wm-watch-badge>
        <div class="stage">
          <section aria-label="The world"><wm-world .still=${still} .speed=${state.speed}></wm-world></section>
          <section class="book" aria-label="The notebook">
            <wm-notebook .still=${still}></wm-notebook>
            <wm-sight .still=${still}></wm-sight>
          </section>
          <section class="sum" aria-label="What it adds up to">
            <wm-staircase
              .evaluation=${shownEvaluation(state)}
              .recorded=${state.run === null}
              .emptyText=${this.#beforeEvaluation(state)}
            ></wm-staircase>
          </section>
        </div>
        <wm-curves .iterations=${state.run?.iterations ?? []}></wm-curves>
        <wm-living .state=${state} .actions=${actions}></wm-living>
        <p class="about quiet small">
          The agent is a tiny language model. Before any training here it had read the made-up diaries of many
          explorers, good and bad: this stands in for the reading of a large model. Training finds which of their habits
          pay.
        </p>
        <wm-engine .engine=${state.engine} .paths=${state.paths}></wm-engine>
      </main>
      <wm-transport .state=${state} .actions=${actions}></wm-transport>
      <wm-announcer .message=${still ? plainText(caption(still)) : ''} .prompt=${!state.replaying}></wm-announcer>
    `;
  }

  /** What the Staircase says while there is nothing to draw. */
  #beforeEvaluation({ run }: RunState): string {
    if (!run) return 'No evaluation yet: nothing has been trained.';
    const { evaluationEvery, evaluationPacks } = run.recipe;
    if (evaluationPacks === 0) return 'This run is not evaluated while it trains.';
    return `No evaluation yet. The first comes after ${evaluationEvery} iterations or a little later.`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-watch-screen': WmWatchScreen;
  }
}
