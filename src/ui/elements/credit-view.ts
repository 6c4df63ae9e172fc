/** "Who gets the credit": the lives of a pack beside one another, and one episode of one of them word by word. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { GroupCredit } from '../../worker/lab-protocol.ts';
import { standing } from '../charts/credit-squares.ts';
import { counted } from '../i18n/counted.ts';
import { shared } from '../styles/shared.ts';
import { whole } from '../words/format.ts';
import { advantageFigure, creditSentence, episodeName } from '../words/train-credit.ts';
import { AppElement } from './app-element.ts';
import './credit-grid.ts';
import type { SquareChosen } from './credit-grid.ts';
import './credit-table.ts';
import './credit-tokens.ts';

@customElement('wm-credit-view')
export class WmCreditView extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 16px;
      }
      .line p {
        max-width: var(--measure);
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 8px;
        margin-inline-start: auto;
        font-size: var(--text-s);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 394fr) minmax(0, 530fr);
        gap: var(--space-4) var(--gutter);
        padding-top: var(--space-3);
      }
      h3 b {
        margin-inline-start: 8px;
        font: 650 var(--text-m) / 1 var(--font-token);
      }
      h3 .above {
        color: var(--kept);
      }
      h3 .below {
        color: var(--erased);
      }
      .empty {
        display: grid;
        gap: var(--space-3);
        justify-items: start;
        padding-block: var(--space-2) var(--space-4);
      }
      @media (max-width: 1100px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { answer } = this.app.train.state.credit;
    return html`${this.#state()} ${answer ? this.#credit(answer) : nothing}`;
  }

  /** What is being read, or what to do to see something. */
  #state(): TemplateResult | typeof nothing {
    const { run, train, actions } = this.app;
    const { status, run: view } = run.state;
    const { request, problem, answer } = train.state.credit;
    if (problem) {
      return html`<div class="empty" role="alert">
        <p>${problem.message} ${problem.remedy}</p>
        <button class="btn" @click=${() => actions.train.askCreditAgain()}>${msg('Try again')}</button>
      </div>`;
    }
    if (request !== null) return html`<p class="quiet small" role="status">${msg('Looking who gets the credit …')}</p>`;
    if (status?.state === 'training') {
      return html`<div class="empty">
        <p class="quiet">
          ${
            answer
              ? msg(str`This is iteration ${whole(answer.iteration)}. Pause to see a newer one.`)
              : msg('Pause to see who gets the credit in the iteration just trained.')
          }
        </p>
        <button class="btn" ?disabled=${run.state.pausing} @click=${() => actions.run.bigButton()}>
          ${run.state.pausing ? msg('Pausing after this iteration') : msg('Pause')}
        </button>
      </div>`;
    }
    if (answer) return nothing;
    return html`<div class="empty">
      <p class="quiet">
        ${
          view
            ? msg('Train one iteration to see who gets the credit. After a reload nothing of the last one is left.')
            : msg('Train one iteration to see who gets the credit.')
        }
      </p>
      ${this.#step()}
    </div>`;
  }

  #step(): TemplateResult | typeof nothing {
    const { run, actions } = this.app;
    const { status } = run.state;
    const can = status?.state === 'paused' || (status?.state === 'idle' && status.latestRun?.finished === false);
    return can
      ? html`<button class="btn" @click=${() => actions.run.stepTraining()}>${msg('Train one iteration')}</button>`
      : nothing;
  }

  #credit(credit: GroupCredit): TemplateResult {
    const { at } = this.app.train.state.credit;
    const { actions } = this.app;
    const lives = counted(credit.lives.length, msg('{n} life|{n} lives'));
    const place = Math.min(at.place, (credit.lives[0]?.length ?? 1) - 1);
    return html`<div class="line">
        <p class="quiet">
          ${msg(
            str`${lives} of one pack, in iteration ${whole(credit.iteration)}. Filled: better than the others at this point. Hollow: worse.`,
          )}
        </p>
        ${this.#groups(credit)}
      </div>
      <div class="two">
        <div>
          <wm-credit-grid
            .lives=${credit.lives}
            life=${at.life}
            place=${place}
            @choose=${({ life, place: chosen }: SquareChosen) => actions.train.showCredit({ ...at, life, place: chosen })}
          ></wm-credit-grid>
          <wm-credit-table .lives=${credit.lives}></wm-credit-table>
        </div>
        ${this.#episode(credit, at.life, place)}
      </div>`;
  }

  #groups(credit: GroupCredit): TemplateResult {
    const { actions, train } = this.app;
    const { at } = train.state.credit;
    const onChange = (event: Event): void => {
      const group = Number((event.target as HTMLSelectElement).value);
      actions.train.showCredit({ ...at, group });
    };
    return html`<label>
      ${msg('Pack')}
      <select class="slot" @change=${onChange}>
        ${Array.from(
          { length: credit.groups },
          (_, group) =>
            html`<option value=${group} ?selected=${group === at.group}>
              ${msg(str`${whole(group + 1)} of ${whole(credit.groups)}`)}
            </option>`,
        )}
      </select>
    </label>`;
  }

  #episode(credit: GroupCredit, life: number, place: number): TemplateResult | typeof nothing {
    const episode = credit.lives[life]?.[place];
    if (!episode) return nothing;
    // The words of another life are on their way.
    const tokens = credit.life === life ? (credit.tokens[place] ?? []) : null;
    return html`<div aria-live="polite">
      <h3>
        ${msg(str`Life ${whole(life + 1)}, ${episodeName(episode)}`)}
        <b class=${standing(episode.advantage)}>${advantageFigure(episode.advantage)}</b>
      </h3>
      <p class="small">${creditSentence(episode)}</p>
      ${
        tokens
          ? html`<wm-credit-tokens .tokens=${tokens} .advantage=${episode.advantage}></wm-credit-tokens>
              <p class="quiet small">
                ${msg(
                  'Boxed words are its own, the ones that training changes: one line under for more of this, two for less, a dashed box where no change was asked for. Grey words come from the world and carry no credit.',
                )}
              </p>`
          : html`<p class="quiet small">${msg('Its words are being read.')}</p>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-credit-view': WmCreditView;
  }
}
