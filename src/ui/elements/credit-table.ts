/** The credit of a pack's lives as a table: return, baseline and advantage of every episode. */

import { msg } from '@lit/localize';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { EpisodeCredit } from '../../worker/lab-protocol.ts';
import { shared } from '../styles/shared.ts';
import { whole } from '../words/format.ts';
import { advantageFigure, episodeName, reward } from '../words/train-credit.ts';

@customElement('wm-credit-table')
export class WmCreditTable extends LitElement {
  @property({ attribute: false }) lives: readonly (readonly EpisodeCredit[])[] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .scroll {
        overflow-x: auto;
        max-height: 420px;
      }
      td:nth-child(2) {
        text-align: start;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<details>
      <summary>${msg('The same as a table')}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${msg('Credit by life and episode, as a table')}>
        <table>
          <caption>
            ${msg('The advantage is the return measured against the baseline of the group')}
          </caption>
          <thead>
            <tr>
              <th scope="col">${msg('Life')}</th>
              <th scope="col">${msg('Episode')}</th>
              <th scope="col">${msg('Return')}</th>
              <th scope="col">${msg('Baseline')}</th>
              <th scope="col">${msg('Advantage')}</th>
            </tr>
          </thead>
          <tbody>
            ${this.lives.map((episodes, life) => episodes.map((episode) => this.#row(life, episode)))}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  #row(life: number, episode: EpisodeCredit): TemplateResult {
    return html`<tr>
      <th scope="row">${whole(life + 1)}</th>
      <td>${episodeName(episode)}</td>
      <td>${reward(episode.return)}</td>
      <td>${reward(episode.baseline)}</td>
      <td>${advantageFigure(episode.advantage)}</td>
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-credit-table': WmCreditTable;
  }
}
