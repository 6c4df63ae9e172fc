/** The visitor and the agent on the same tasks: who solved which, and how many. */

import { msg } from '@lit/localize';
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { LifeRecord } from '../../learning/records.ts';
import { PLAY_TASKS, endings, playedPack } from '../state/lab-play.ts';
import { lifeKey } from '../state/lab-state.ts';
import { labAgent, labWorld } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { inSequence } from '../words/format.ts';
import { scoreInWords } from '../words/lab-play.ts';
import { hindrance, jobProgress } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';

type Mark = boolean | null;

@customElement('wm-play-score')
export class WmPlayScore extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h3 {
        padding-bottom: var(--space-2);
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      .scroll {
        overflow-x: auto;
      }
      th {
        text-align: start;
      }
      td {
        text-align: center;
        padding: 6px 2px;
      }
      thead th {
        font-weight: 400;
        color: var(--ink-2);
        text-align: center;
      }
      td svg {
        width: 18px;
        margin: 0 auto;
      }
      .hit {
        fill: var(--kept);
      }
      .miss {
        fill: none;
        stroke: var(--erased);
        stroke-width: 3;
      }
      .open {
        fill: var(--ink-3);
      }
      .sum {
        padding-block: var(--space-2) var(--space-3);
      }
      @media (forced-colors: active) {
        .hit,
        .open {
          fill: CanvasText;
        }
        .miss {
          stroke: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, run } = this.app;
    const agent = labAgent(lab.state, run.state);
    const world = labWorld(lab.state, agent);
    const played = endings(world, lab.state.play);
    const life = lab.state.lives.get(lifeKey(agent.key, playedPack(world))) ?? null;
    const yours = Array.from({ length: PLAY_TASKS }, (_, task): Mark => played[task]?.solved ?? null);
    const finished = yours.filter((mark) => mark !== null);
    const agents = life && outcomes(life);
    return html`
      <h3>${msg('You and the agent, on the same tasks')}</h3>
      <div class="scroll" tabindex="0" role="group" aria-label=${msg('Who solved which task')}>
        <table>
          <thead>
            <tr>
              <td></td>
              ${yours.map((_, task) => html`<th scope="col">${task + 1}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${this.#row(msg('You'), yours)} ${this.#row(msg('The agent'), agents ?? yours.map(() => null))}
          </tbody>
        </table>
      </div>
      <p class="sum" role="status">${scoreInWords(finished, agents)}</p>
      ${life ? nothing : this.#ask()}
    `;
  }

  #row(name: string, marks: readonly Mark[]): TemplateResult {
    return html`<tr>
      <th scope="row">${name}</th>
      ${marks.map(
        (mark) =>
          html`<td>
            <span class="sr">${mark === null ? msg('not played') : mark ? msg('solved') : msg('not solved')}</span>
            <svg viewBox="0 0 18 18" aria-hidden="true">
              ${
                mark === null
                  ? svg`<circle class="open" cx="9" cy="9" r="2"></circle>`
                  : mark
                    ? svg`<circle class="hit" cx="9" cy="9" r="7.5"></circle>`
                    : svg`<circle class="miss" cx="9" cy="9" r="6"></circle>`
              }
            </svg>
          </td>`,
      )}
    </tr>`;
  }

  #ask(): TemplateResult {
    const { lab, run, actions } = this.app;
    const { job } = lab.state;
    const reason = job ? null : hindrance(run.state.status);
    if (job?.kind === 'life')
      return html`<p class="quiet small">${inSequence([msg('The agent plays.'), jobProgress(job)])}</p>`;
    return html`<button
        class="btn"
        ?disabled=${reason !== null || job !== null}
        @click=${() => actions.lab.letAgentPlay()}
      >
        ${msg('Let the agent play them')}
      </button>
      ${reason === null ? nothing : html`<p class="quiet small">${reason}</p>`}`;
  }
}

/** Whether each task of a life was solved. */
function outcomes(life: LifeRecord): readonly boolean[] {
  return life.episodes.flatMap((episode) => (episode.kind === 'solve' ? [episode.reward > 0] : []));
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-play-score': WmPlayScore;
  }
}
