/** The notes lab: the same agent with its notes kept, erased, swapped and true; a note of one's own; the agent that lives on. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { AppElement } from '../elements/app-element.ts';
import '../elements/lab-bar.ts';
import '../elements/lab-conditions.ts';
import '../elements/lab-findings.ts';
import '../elements/lab-results.ts';
import '../elements/lab-world.ts';
import '../elements/living.ts';
import { shownComparison } from '../lessons/lab-comparison.ts';
import { spotlit } from '../lessons/spotlight.ts';
import { labAgent, labAgents } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { labHeadline } from '../words/lab-findings.ts';
import { agentName } from '../words/lab-words.ts';

@customElement('wm-lab-screen')
export class WmLabScreen extends AppElement {
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
        align-items: end;
        justify-content: space-between;
        flex-wrap: wrap;
        gap: var(--space-2) var(--gutter);
        padding-bottom: var(--space-4);
      }
      .agent {
        display: inline-flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 4px 8px;
        max-width: 100%;
      }
      .agent select {
        max-width: 100%;
      }
      .failure {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 16px;
        margin-bottom: var(--space-4);
        padding: 8px 16px;
        border: var(--stroke) solid var(--ink);
        background: var(--sheet);
      }
      .failure p {
        flex: 1 1 20em;
      }
      .lab {
        display: grid;
        grid-template-columns: minmax(0, 500fr) minmax(0, 760fr);
        gap: var(--space-5) var(--gutter);
        align-items: start;
        padding-bottom: var(--space-6);
      }
      wm-lab-findings {
        grid-column: 1 / -1;
      }
      /* For a room: the finding, the staircases, and what was done to the notes. */
      :host([data-projector]) .lab {
        grid-template-columns: minmax(0, 1fr);
      }
      :host([data-projector]) :is(.result, wm-lab-findings) {
        order: -1;
      }
      :host([data-projector]) :is(.agent, wm-lab-world, wm-living) {
        display: none;
      }
      @media print {
        :is(.agent, wm-lab-world, wm-living) {
          display: none;
        }
      }
      @media (max-width: 1000px) {
        .lab {
          grid-template-columns: minmax(0, 1fr);
        }
        .result,
        wm-lab-findings {
          order: -1;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.app.actions.lab.arrive();
  }

  protected override render(): TemplateResult {
    const { app } = this;
    const known = shownComparison(app);
    return html`
      <main>
        <div class="lede">
          <h1>${labHeadline(known?.evaluation ?? null)}</h1>
          ${this.#agent()}
        </div>
        ${this.#failure()}
        <div class="lab">
          <section aria-label=${msg('What happens to the notes')} ?data-spotlight=${spotlit(app, 'switches')}>
            <wm-lab-conditions></wm-lab-conditions>
          </section>
          <section class="result" aria-label=${msg('Result')} ?data-spotlight=${spotlit(app, 'staircase')}>
            <wm-lab-results></wm-lab-results>
          </section>
          <wm-lab-findings></wm-lab-findings>
        </div>
        <wm-lab-world ?data-spotlight=${spotlit(app, 'own-note')}></wm-lab-world>
        <wm-living></wm-living>
      </main>
      <wm-lab-bar ?data-spotlight=${spotlit(app, 'bar')} @to-world=${this.#toWorld}></wm-lab-bar>
    `;
  }

  #agent(): TemplateResult {
    const { lab, run, actions } = this.app;
    const present = labAgent(lab.state, run.state);
    return html`<label class="agent"
      ><span class="quiet">${msg('Tested')}</span>
      <select
        class="slot"
        ?disabled=${lab.state.job !== null}
        @change=${(event: Event) => actions.lab.chooseAgent((event.currentTarget as HTMLSelectElement).value)}
      >
        ${labAgents(lab.state, run.state).map(
          (agent) =>
            html`<option value=${agent.key} ?selected=${agent.key === present.key}>${agentName(agent)}</option>`,
        )}
      </select></label
    >`;
  }

  #failure(): TemplateResult | typeof nothing {
    const { failure } = this.app.lab.state;
    if (!failure) return nothing;
    return html`<div class="failure" role="alert">
      <p><b>${failure.message}</b> ${failure.remedy}</p>
      <button class="btn" @click=${() => this.app.actions.lab.readFailure()}>${msg('Understood')}</button>
    </div>`;
  }

  readonly #toWorld = (): void => {
    const world = this.renderRoot.querySelector('wm-lab-world');
    world?.scrollIntoView();
    world?.renderRoot.querySelector('wm-note-field')?.renderRoot.querySelector('input')?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-screen': WmLabScreen;
  }
}
