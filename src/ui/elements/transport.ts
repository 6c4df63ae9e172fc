/** The bar of the Watch screen: the one big button, the trail of the life on screen, how far training is, and the replay. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Rolling, RunState } from '../state/run-state.ts';
import { bar } from '../styles/bar.ts';
import { edgeProgress } from '../styles/edge-progress.ts';
import { shared } from '../styles/shared.ts';
import { bigButton, progress } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';
import './life-tools.ts';
import './life-trail.ts';

@customElement('wm-transport')
export class WmTransport extends AppElement {
  static override styles = [
    shared,
    bar,
    edgeProgress,
    css`
      .middle {
        min-width: 0;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 18px;
        min-height: var(--bar-height, 1.45em);
        padding-inline-start: 14px;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .facts li:first-child {
        color: var(--ink);
        font-weight: 700;
      }
      .give-up {
        min-height: 1.45em;
        padding: 0;
        text-decoration: underline;
        text-underline-offset: 3px;
      }
      /* The tools under the trail, which needs the width. */
      @media (min-width: 901px) and (max-width: 1180px) {
        section {
          grid-template-columns: auto minmax(0, 1fr);
        }
        wm-big-button {
          grid-row: span 2;
        }
        .tools {
          grid-column: 2;
        }
      }
      @media (max-width: 900px) {
        .facts {
          padding-inline-start: 0;
          min-height: 0;
        }
        /* Only what changes; the rest stands on wider screens. */
        .training li:nth-child(2):not(:last-child),
        .training li:nth-child(n + 4) {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, actions } = this.app;
    const { state } = run;
    const { playback } = state;
    return html`<section aria-label=${msg('Training and replay')}>
      ${this.#progress(state)} ${this.#bigButton(state)}
      <div class="middle">
        <wm-life-trail
          .stills=${playback?.stills ?? []}
          .index=${playback?.index ?? 0}
          .actions=${actions.run}
        ></wm-life-trail>
        ${state.rolling ? this.#rolling(state.rolling, state) : this.#facts(state)}
      </div>
      <wm-life-tools class="tools" role="group" aria-label=${msg('Replay of this life')}></wm-life-tools>
    </section>`;
  }

  #progress(state: RunState): TemplateResult | typeof nothing {
    const now = progress(state);
    if (!now) return nothing;
    return html`<progress aria-label=${msg('Training')} max=${now.total} value=${now.done}></progress>`;
  }

  #facts(state: RunState): TemplateResult {
    return html`<ul class="facts training" aria-label=${msg('Progress of training')}>
      ${(progress(state)?.facts ?? []).map((fact) => html`<li>${fact}</li>`)}
    </ul>`;
  }

  #rolling({ seed, done, total }: Rolling, { status }: RunState): TemplateResult {
    const words =
      total !== null
        ? msg(str`It lives in world ${seed}: ${done} of ${total} tasks played.`)
        : status?.state === 'training'
          ? msg(str`It will live in world ${seed} when training has paused.`)
          : msg(str`It sets out to live in world ${seed}.`);
    return html`<ul class="facts" aria-live="polite">
      <li>${words}</li>
      <li>
        <button class="tool give-up" @click=${() => this.app.actions.watch.cancelLife()}>${msg('Stop')}</button>
      </li>
    </ul>`;
  }

  #bigButton(state: RunState): TemplateResult {
    const { icon, hint, action } = bigButton(state);
    return html`<wm-big-button
      icon=${icon}
      .label=${icon === 'pause' ? msg('Pause') : msg('Play')}
      .hint=${hint}
      ?disabled=${action === 'none'}
      @press=${() => this.app.actions.run.bigButton()}
    ></wm-big-button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-transport': WmTransport;
  }
}
