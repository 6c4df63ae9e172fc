/** What the test of the notes gave: the staircases on the same packs, and how they were measured. */

import { msg, str } from '@lit/localize';
import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { NOTES_GAP, evaluationSeries } from '../charts/evaluation-series.ts';
import type { Series } from '../charts/staircase-parts.ts';
import type { Control, EvaluationRecord } from '../../learning/records.ts';
import { TEST_LENGTH } from '../state/lab-state.ts';
import { shownComparison } from '../lessons/lab-comparison.ts';
import type { KnownComparison } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { inSequence, points } from '../words/format.ts';
import { seriesName } from '../words/lab-words.ts';
import { provenance } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './staircase-chart.ts';

const CHART_HEIGHT = 440;
/** In a room everything is half as large again, and the whole picture has to stay above the bar. */
const ROOM_HEIGHT = 330;
const CONTROLS: readonly Control[] = ['kept', 'erased', 'shuffled', 'oracle'];

@customElement('wm-lab-results')
export class WmLabResults extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .how {
        padding-top: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, page } = this.app;
    const height = page.state.projector ? ROOM_HEIGHT : CHART_HEIGHT;
    const known = shownComparison(this.app);
    if (!known) {
      return html`<wm-staircase-chart .series=${[]} .length=${TEST_LENGTH} .height=${height}>
        <p class="quiet how">${msg('Nothing is tested yet. The test draws one staircase for each row.')}</p>
      </wm-staircase-chart>`;
    }
    const { evaluation } = known;
    const { shown } = lab.state;
    const gap = shown.kept && shown.erased;
    return html`
      <wm-staircase-chart
        .series=${this.#series(evaluation)}
        .gap=${gap ? NOTES_GAP : null}
        .length=${evaluation.length}
        .height=${height}
        labels="beside"
        .number=${gap && evaluation.lift.low > 0 ? this.#number(evaluation) : null}
      >
        <p class="quiet small how">${this.#how(known)}</p>
      </wm-staircase-chart>
    `;
  }

  #series(evaluation: EvaluationRecord): readonly Series[] {
    const { shown } = this.app.lab.state;
    return CONTROLS.filter((control) => shown[control]).flatMap((control) =>
      evaluationSeries(evaluation, [control]).map((series) => ({ ...series, label: seriesName(control) })),
    );
  }

  #number({ lift }: EvaluationRecord): { readonly value: string; readonly range: string } {
    const [low, high] = [lift.low, lift.high].map((end) => points(end).replace('+', ''));
    return { value: points(lift.mean), range: msg(str`${low} to ${high}`) };
  }

  #how({ evaluation, origin }: KnownComparison): string {
    const how = provenance(evaluation, origin === 'recorded');
    if (origin === 'tested') return inSequence([msg('Tested in this tab.'), how]);
    return how;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-results': WmLabResults;
  }
}
