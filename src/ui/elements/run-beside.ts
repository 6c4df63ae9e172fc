/**
 * For a room: beside the live run the recorded one, which is fixed. Whatever training comes to in front of a class, this
 * is what it came to before. Where the recorded one is on screen already, the live one stands beside it.
 */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { evaluationSeries, NOTES_GAP } from '../charts/evaluation-series.ts';
import { shared } from '../styles/shared.ts';
import { environmentLabel, worth } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './staircase-chart.ts';

/** As on Watch, so that the two can be compared. */
const HEIGHT = 250;

/** Draws nothing outside projector mode, nor before there are two runs. */
@customElement('wm-run-beside')
export class WmRunBeside extends AppElement {
  /** Which of the two is shown here. */
  @property() shows: 'recorded' | 'live' = 'recorded';

  static override styles = [
    shared,
    css`
      section {
        padding-top: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { page, run } = this.app;
    const { recording, run: live } = run.state;
    if (!page.state.projector || !recording || !live) return nothing;
    const evaluation = this.shows === 'recorded' ? recording.evaluation : live.evaluation;
    if (!evaluation) return nothing;
    const { number } = worth(evaluation);
    const world = environmentLabel(evaluation.environment);
    return html`<section aria-labelledby="beside">
      <h3 id="beside">
        ${
          this.shows === 'recorded'
            ? msg(str`The recorded run in ${world}: ${number} points`)
            : msg(str`The live run in ${world}: ${number} points`)
        }
      </h3>
      <wm-staircase-chart
        .series=${evaluationSeries(evaluation, ['kept', 'erased'])}
        .gap=${NOTES_GAP}
        .length=${evaluation.length}
        .height=${HEIGHT}
      ></wm-staircase-chart>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-run-beside': WmRunBeside;
  }
}
