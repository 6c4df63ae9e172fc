/** A task for the visitor to play: the picture, the choices as buttons, and what each turn brought about. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Fact, Turn } from '../../environments/environment.ts';
import { parseWorldId } from '../../environments/ids.ts';
import { findEnvironment } from '../../environments/registry.ts';
import { PLAY_TASKS, presentTask, type PlayedTask } from '../state/lab-play.ts';
import { labAgent, labWorld } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { renderPhrase } from '../words/captions/phrase.ts';
import { splitNote } from '../words/lab-notes.ts';
import { choiceGroups, choiceLabel, playCaption, playGoal } from '../words/lab-play.ts';
import { AppElement } from './app-element.ts';
import { scenePicture } from './scene-picture.ts';

/** Choices beyond it have no key: figures are as far as keys go. */
const LAST_KEY = 8;

@customElement('wm-play-board')
export class WmPlayBoard extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .frame {
        max-width: 418px;
      }
      .frame.house {
        max-width: 344px;
      }
      .frame.alchemy {
        max-width: 400px;
      }
      h3 {
        display: flex;
        justify-content: space-between;
        align-items: baseline;
        gap: var(--space-3);
        padding-bottom: var(--space-2);
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      h3 .quiet {
        font: 400 var(--text-m) / 1.2 var(--font-text);
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
      .goal {
        padding-bottom: var(--space-2);
      }
      .say {
        min-height: 4.2em;
        padding-top: var(--space-3);
        font-size: var(--text-l);
        line-height: 1.3;
      }
      fieldset {
        border: 0;
        margin: 0;
        padding: var(--space-3) 0 0;
        min-width: 0;
      }
      legend {
        float: left;
        width: 100%;
        padding: 0 0 6px;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      @media (hover: none) {
        .keys {
          display: none;
        }
      }
      .choices {
        clear: both;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(5.4em, 1fr));
        gap: 8px;
      }
      .groups.lake .choices {
        grid-template-columns: repeat(4, minmax(0, 1fr));
      }
      .groups.alchemy .choices {
        grid-template-columns: repeat(auto-fill, minmax(9.5em, 1fr));
      }
      .choice {
        display: grid;
        align-content: center;
        justify-items: center;
        gap: 3px;
        min-height: 60px;
        padding: 4px 6px;
        border: 2px solid var(--ink);
        border-bottom-width: 5px;
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
        font: 650 var(--text-m) / 1 var(--font-token);
        letter-spacing: -0.02em;
        cursor: pointer;
      }
      .choice:hover {
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      .choice:active {
        border-bottom-width: 2px;
        margin-top: 3px;
      }
      .choice:disabled {
        opacity: 0.55;
        cursor: default;
        text-decoration: none;
      }
      .choice small {
        font: 600 var(--text-s) / 1 var(--font-token);
      }
      .noted {
        background: var(--note);
        color: var(--on-note);
      }
      .next {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        padding-top: var(--space-4);
      }
      .next p {
        flex: 1 1 12em;
      }
      @media (max-width: 900px) {
        .frame {
          margin-inline: auto;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, run } = this.app;
    const world = labWorld(lab.state, labAgent(lab.state, run.state));
    const task = presentTask(world, lab.state.play);
    const environment = findEnvironment(parseWorldId(world).environment);
    const claims = environment.parseFacts(splitNote(lab.state.note));
    return html`
      <h3>
        <span>${msg('Play it yourself')}</span>
        <span class="quiet">${msg(str`Task ${lab.state.play.tasks.length} of ${PLAY_TASKS}`)}</span>
      </h3>
      <p class="goal">${renderPhrase(playGoal(task))}</p>
      <div class="frame ${task.scene.kind}">
        ${scenePicture({ ...task, claims, carriesNote: lab.state.note.trim() !== '' })}
      </div>
      <div class="groups ${task.scene.kind}" @keydown=${(event: KeyboardEvent) => this.#onKey(event, task)}>
        ${choiceGroups(task.scene, task.choices).map(
          ({ name, turns, first }) =>
            html`<fieldset>
              <legend>${name} ${this.#keys(first, turns.length)}</legend>
              <div class="choices">${turns.map((turn) => this.#choice(turn, task, claims))}</div>
            </fieldset>`,
        )}
      </div>
      <p class="say" role="status">${renderPhrase(playCaption(task))}</p>
      ${task.ending ? this.#next() : nothing}
    `;
  }

  /** A button; yellow, with the word it is noted for, where the visitor's note says what it is worth. */
  #choice(turn: Turn, { ending }: PlayedTask, claims: readonly Fact[]): TemplateResult {
    const label = choiceLabel(turn);
    const noted = claims.filter(({ value }) => value.join(' + ') === label).map(({ key }) => key);
    const claim = `= ${noted.join(', ')}`;
    return html`<button
      class="choice ${noted.length > 0 ? 'noted' : ''}"
      lang="en"
      translate="no"
      ?disabled=${ending !== null}
      @click=${() => this.app.actions.lab.takeTurn(turn)}
    >
      <span>${label}</span>${noted.length > 0 ? html`<small>${claim}</small>` : nothing}
    </button>`;
  }

  #next(): TemplateResult {
    const { lab, actions } = this.app;
    const last = lab.state.play.tasks.length === PLAY_TASKS;
    return html`<div class="next">
      ${
        last
          ? html`<button class="btn" @click=${() => actions.lab.restartPlay()}>${msg('Play them again')}</button>
              <p class="quiet small">${msg('That was the last task of this world.')}</p>`
          : html`<button class="btn solid" @click=${() => actions.lab.nextTask()}>${msg('Next task')}</button>
              <p class="quiet small">
                ${msg('Write down what you have found out first: it holds in the next task too.')}
              </p>`
      }
    </div>`;
  }

  /** Which figures press the choices of a group. */
  #keys(first: number, count: number): TemplateResult | typeof nothing {
    const last = Math.min(first + count - 1, LAST_KEY);
    if (first >= last) return nothing;
    return html`<span class="keys"><kbd>${first}</kbd>–<kbd>${last}</kbd></span>`;
  }

  /** While the focus is on the choices, figures press them: 1 the first one. */
  #onKey(event: KeyboardEvent, { scene, choices, ending }: PlayedTask): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-8]$/.test(event.key)) return;
    const turn = choiceGroups(scene, choices).flatMap(({ turns }) => turns)[Number(event.key) - 1];
    if (!turn || ending) return;
    event.preventDefault();
    this.app.actions.lab.takeTurn(turn);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-play-board': WmPlayBoard;
  }
}
