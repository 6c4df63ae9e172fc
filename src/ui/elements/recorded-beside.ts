/**
 * For a room: the Staircase of the recorded run, fixed, beside the live one. Whatever a live run comes to in front of a
 * class, this is what one came to before.
 */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { evaluationSeries, NOTES_GAP } from '../charts/evaluation-series.ts';
import { shared } from '../styles/shared.ts';
import { environmentLabel, worth } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './staircase-chart.ts';

const HEIGHT = 190;

/** Draws nothing outside projector mode, and nothing where the recorded run is on screen already. */
@customElement('wm-recorded-beside')
export class WmRecordedBeside extends AppElement {
  static override styles = [
    shared,
    css`
      section {
        padding-top: var(--space-4);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { page, run } = this.app;
    const { recording, run: live } = run.state;
    if (!page.state.projector || !recording || !live) return nothing;
    const { evaluation } = recording;
    const { number } = worth(evaluation);
    return html`<section aria-labelledby="recorded">
      <h3 id="recorded">${msg(str`The recorded run in ${environmentLabel(evaluation.environment)}: ${number}`)}</h3>
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
    'wm-recorded-beside': WmRecordedBeside;
  }
}
