/** One world: the visitor plays in it, writes a note about it, and lets the agent read the note. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { parseWorldId } from '../../environments/ids.ts';
import { presentTask, truthOf } from '../state/lab-play.ts';
import { LAB_WORLDS } from '../state/lab-state.ts';
import { labAgent, labWorld } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { isReadable, readNote } from '../words/lab-notes.ts';
import { hiddenHere } from '../words/lab-play.ts';
import { hindrance } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';
import { dieIcon } from './icons.ts';
import './lab-trial.ts';
import './note-field.ts';
import './play-board.ts';
import './play-score.ts';

@customElement('wm-lab-world')
export class WmLabWorld extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        border-top: var(--stroke) solid var(--ink);
        padding-block: var(--space-4) var(--space-6);
      }
      header {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--gutter);
        padding-bottom: var(--space-5);
      }
      h2 {
        font-size: clamp(1.5rem, 1.2rem + 1vw, 1.875rem);
      }
      header p {
        grid-column: 1 / -1;
        padding-top: 2px;
      }
      .world {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      .world input {
        width: 5.5em;
      }
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 418px) minmax(0, 1fr) minmax(0, 1fr);
        gap: var(--space-5) var(--gutter);
        align-items: start;
      }
      .column {
        display: grid;
        gap: var(--space-5);
        min-width: 0;
      }
      .test {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
      }
      .test p {
        flex: 1 1 12em;
      }
      .truth {
        border-top: 1px solid var(--hairline);
        padding-top: var(--space-2);
      }
      .truth .tool {
        margin-inline-start: -10px;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        padding-block: var(--space-2);
      }
      @media (max-width: 1180px) {
        .stage {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .sum {
          grid-column: 1 / -1;
          grid-template-columns: repeat(auto-fit, minmax(min(100%, 20em), 1fr));
        }
      }
      @media (max-width: 900px) {
        .stage,
        .sum,
        header {
          grid-template-columns: minmax(0, 1fr);
        }
        .sum {
          grid-column: auto;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, run } = this.app;
    const world = labWorld(lab.state, labAgent(lab.state, run.state));
    const { scene } = presentTask(world, lab.state.play);
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">${msg('One world: you play, you write, it reads')}</h2>
        ${this.#choice()}
        <p class="quiet">${hiddenHere(scene)}</p>
      </header>
      <div class="stage">
        <wm-play-board></wm-play-board>
        <div class="column">
          <wm-note-field></wm-note-field>
          ${this.#test(world)} ${this.#truth(world)}
        </div>
        <div class="column sum">
          <wm-lab-trial></wm-lab-trial>
          <wm-play-score></wm-play-score>
        </div>
      </div>
    </section>`;
  }

  #choice(): TemplateResult {
    const { lab, actions } = this.app;
    return html`<div class="world">
      <label for="world">${msg('World')}</label>
      <input
        id="world"
        class="slot"
        type="number"
        min="0"
        max=${LAB_WORLDS - 1}
        .value=${live(String(lab.state.world))}
        @change=${(event: Event) => {
          actions.lab.chooseWorld((event.currentTarget as HTMLInputElement).valueAsNumber);
          this.requestUpdate();
        }}
      />
      <button class="tool" aria-label=${msg('Another world')} @click=${() => actions.lab.rollWorld()}>
        ${dieIcon}
      </button>
    </div>`;
  }

  #test(world: string): TemplateResult {
    const { lab, run, actions } = this.app;
    const { job, note } = lab.state;
    const reason = job ? null : hindrance(run.state.status);
    const readable = isReadable(readNote(note, parseWorldId(world).environment));
    return html`<div class="test">
      <button
        class="btn solid"
        ?disabled=${reason !== null || job !== null || !readable}
        @click=${() => actions.lab.testNote()}
      >
        ${msg('Test your note')}
      </button>
      <p class="quiet small">
        ${reason ?? (readable ? msg('The agent reads it before every task and cannot change it.') : msg('First write something that it can read.'))}
      </p>
    </div>`;
  }

  /** What is true here: only when asked, since finding it out is the game. */
  #truth(world: string): TemplateResult {
    const { lab, actions } = this.app;
    const { revealed } = lab.state;
    return html`<div class="truth">
      <button class="tool" aria-expanded=${revealed} @click=${() => actions.lab.revealTruth(!revealed)}>
        ${revealed ? msg('Hide what is true here') : msg('Show what is true here')}
      </button>
      ${
        revealed
          ? html`<ul class="facts" lang="en" translate="no">
              ${truthOf(world).map(({ key, value }) => html`<li class="slip">${[key, ...value].join(' ')}</li>`)}
            </ul>`
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-world': WmLabWorld;
  }
}
