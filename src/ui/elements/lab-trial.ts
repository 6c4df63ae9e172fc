/** What a trial of notes gave: success with none, the visitor's, the agent's own and the truth, on the same tasks. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { trialPicture } from '../charts/trial-geometry.ts';
import type { Marker, Tone } from '../charts/staircase-parts.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { TRIAL_TASKS } from '../state/lab-state.ts';
import { knownTrial, labAgent } from '../state/lab-view.ts';
import type { NoteTrial, TrialNotes } from '../../worker/lab-protocol.ts';
import { axes } from '../styles/axes.ts';
import { shared } from '../styles/shared.ts';
import { percent } from '../words/format.ts';
import { difference, trialFinding } from '../words/lab-findings.ts';
import { splitNote } from '../words/lab-notes.ts';
import { trialName } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';
import { marker, markStyles } from './staircase-marks.ts';

const FIRST_WIDTH = 358;
const WHISKER = 5;

const ROWS: readonly { readonly notes: TrialNotes; readonly marker: Marker; readonly tone: Tone }[] = [
  { notes: 'none', marker: 'ring', tone: 'erased' },
  { notes: 'yours', marker: 'square', tone: 'ink' },
  { notes: 'agents', marker: 'disc', tone: 'kept' },
  { notes: 'truth', marker: 'triangle', tone: 'oracle' },
];

@customElement('wm-lab-trial')
export class WmLabTrial extends AppElement {
  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    markStyles,
    axes,
    css`
      :host {
        display: block;
      }
      h3 {
        padding-bottom: var(--space-2);
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      .name {
        fill: var(--tone);
        font-size: var(--text-s);
        font-weight: 650;
        stroke: var(--ground);
        stroke-width: 5px;
        stroke-linejoin: round;
        paint-order: stroke;
      }
      .detail {
        padding-bottom: var(--space-3);
      }
      td,
      th {
        vertical-align: top;
      }
      .scroll {
        overflow-x: auto;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, run } = this.app;
    const trial = knownTrial(lab.state, labAgent(lab.state, run.state));
    if (!trial) {
      return html`<h3>${msg('What your note is worth')}</h3>
        <p class="quiet">
          ${msg(
            str`Not tested yet. The agent will solve ${TRIAL_TASKS} tasks of this world with no notes, with yours, with its own and with all that is true.`,
          )}
        </p>`;
    }
    const { title, detail } = trialFinding(trial);
    const stale = trial.results.yours.notes.join(' ') !== splitNote(lab.state.note).join(' ');
    return html`
      <div aria-live="polite">
        <h3>${title}</h3>
        <p class="quiet detail">${detail}</p>
        ${stale ? html`<p class="small detail">${this.#about(trial.results.yours.notes)}</p>` : nothing}
      </div>
      ${this.#picture(trial)} ${this.#table(trial)}
    `;
  }

  /** Which note the figures are about, where it has been changed since. */
  #about(notes: readonly string[]): TemplateResult {
    const note = html`<span class="slip" lang="en" translate="no">${notes.join(' ')}</span>`;
    return html`${msg(html`This was for your note ${note}.`)}`;
  }

  #picture({ results }: NoteTrial): TemplateResult {
    const { value: width } = this.#width;
    const { height, left, right, top, bottom, grid, rows } = trialPicture(
      ROWS.map(({ notes }) => results[notes].success),
      width,
    );
    return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${this.#inWords(results)}>
      ${grid.map(
        ({ x, text, anchor }) => svg`<path class="grid" d="M${x} ${top}V${bottom}"></path>
          <text class="tick" x=${x} y=${bottom + 24} text-anchor=${anchor}>${text}</text>`,
      )}
      <path class="axis" d="M${left} ${bottom}H${right}"></path>
      ${rows.map((row, index): SVGTemplateResult => {
        const { notes, marker: kind, tone } = ROWS[index];
        const { low, high, y } = row;
        return svg`<g class="tone-${tone}">
          <text class="name" x=${left} y=${row.labelY}>${trialName(notes)}: ${percent(results[notes].success.mean)} %</text>
          <path class="whisker" d="M${low} ${y}H${high}M${low} ${y - WHISKER}v${WHISKER * 2}M${high} ${y - WHISKER}v${WHISKER * 2}"></path>
          ${marker(kind, row.x, y)}
        </g>`;
      })}
    </svg>`;
  }

  #inWords(results: NoteTrial['results']): string {
    const rows = ROWS.map(({ notes }) => {
      const { mean, low, high } = results[notes].success;
      return msg(
        str`${trialName(notes)}: ${percent(mean)} percent, 95 percent interval ${percent(low)} to ${percent(high)}.`,
      );
    });
    return [msg('Tasks solved with the same notes throughout.'), ...rows].join(' ');
  }

  #table({ tasks, results }: NoteTrial): TemplateResult {
    return html`<details>
      <summary>${msg('The same as a table')}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${msg('Success by notes, as a table')}>
        <table>
          <caption>
            ${msg(str`Tasks solved of ${tasks.length}, in percent with 95 % interval, and the difference to no notes`)}
          </caption>
          <thead>
            <tr>
              <th scope="col">${msg('Notes')}</th>
              <th scope="col">${msg('Solved')}</th>
              <th scope="col">${msg('Difference')}</th>
            </tr>
          </thead>
          <tbody>
            ${ROWS.map(({ notes }) => {
              const { success, gain, notes: words } = results[notes];
              return html`<tr>
                <th scope="row">
                  ${trialName(notes)}
                  ${words.length > 0 ? html`<br /><span class="token" lang="en" translate="no">${words.join(' ')}</span>` : null}
                </th>
                <td>${percent(success.mean)}, ${percent(success.low)}–${percent(success.high)}</td>
                <td>${notes === 'none' ? '' : difference(gain)}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-trial': WmLabTrial;
  }
}
