/** The bar at the bottom: the one big button, the trail of the life on screen, how far training is, and the replay. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { presets } from '../../learning/presets.ts';
import type { RunActions } from '../actions/run-actions.ts';
import { bigButton, progress } from '../words/sentences.ts';
import type { RunState } from '../state/run-state.ts';
import { bar } from '../styles/bar.ts';
import { shared } from '../styles/shared.ts';
import './big-button.ts';
import { backIcon, onIcon, pauseIcon, playIcon } from './icons.ts';
import './life-trail.ts';

@customElement('wm-transport')
export class WmTransport extends LitElement {
  @property({ attribute: false }) state: RunState | null = null;
  @property({ attribute: false }) actions: RunActions | null = null;

  static override styles = [
    shared,
    bar,
    css`
      .middle {
        min-width: 0;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 18px;
        min-height: 1.45em;
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .facts {
        padding-left: 14px;
      }
      .running li:first-child {
        color: var(--ink);
        font-weight: 700;
      }
      .replay {
        display: flex;
        align-items: center;
        gap: 2px;
      }
      .tools {
        display: grid;
        align-content: space-between;
        min-height: 88px;
      }
      .engine {
        min-height: 1.45em;
        font-size: var(--text-s);
        color: var(--ink-2);
        text-align: end;
      }
      .speed {
        min-width: 56px;
      }
      progress {
        position: absolute;
        inset: -1px 0 auto;
        display: block;
        width: 100%;
        height: 6px;
        border: 0;
        appearance: none;
        background: none;
      }
      progress::-webkit-progress-bar {
        background: none;
      }
      progress::-webkit-progress-value {
        background: var(--ink);
      }
      progress::-moz-progress-bar {
        background: var(--ink);
      }
      @media (forced-colors: active) {
        progress {
          forced-color-adjust: none;
        }
        progress::-webkit-progress-value {
          background: Highlight;
        }
        progress::-moz-progress-bar {
          background: Highlight;
        }
      }
      @media (max-width: 1180px) {
        kbd {
          display: none;
        }
      }
      @media (max-width: 900px) {
        .tools {
          min-height: 0;
        }
        .replay {
          justify-content: space-between;
        }
        .engine {
          display: none;
        }
        /* Only what changes; the rest stands on wider screens. */
        .facts {
          padding-left: 0;
        }
        .facts:not(.running),
        .facts li:nth-child(2):not(:last-child),
        .facts li:nth-child(n + 4) {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state, actions } = this;
    if (!state || !actions) return nothing;
    const { playback } = state;
    const engine = state.run?.engine ?? state.engine;
    return html`<section aria-label="Training and replay">
      ${this.#progress(state)} ${this.#bigButton(state, actions)}
      <div class="middle">
        <wm-life-trail
          .stills=${playback?.stills ?? []}
          .index=${playback?.index ?? 0}
          .actions=${actions}
        ></wm-life-trail>
        <ul class="facts ${state.run ? 'running' : ''}" aria-label="Progress of training">
          ${this.#facts(state).map((fact) => html`<li>${fact}</li>`)}
        </ul>
      </div>
      <div class="tools">
        ${this.#replay(state, actions)} ${engine ? html`<p class="engine">${engine.detail}</p>` : nothing}
      </div>
    </section>`;
  }

  #progress(state: RunState): TemplateResult | typeof nothing {
    const now = progress(state);
    if (!now) return nothing;
    return html`<progress aria-label="Training" max=${now.total} value=${now.done}></progress>`;
  }

  /** Before a run there is only what would be trained. */
  #facts(state: RunState): readonly string[] {
    const now = progress(state);
    if (now) return now.facts;
    if (state.status?.state === 'loading') return [`Loading the ${state.status.what}`];
    return presets.flatMap(({ name, sentence }) => (name === state.setup.preset ? [sentence] : []));
  }

  #bigButton(state: RunState, actions: RunActions): TemplateResult {
    const { icon, hint, action } = bigButton(state);
    return html`<wm-big-button
      icon=${icon}
      .label=${icon === 'pause' ? msg('Pause') : msg('Play')}
      .hint=${hint}
      ?disabled=${action === 'none'}
      @press=${() => actions.bigButton()}
    ></wm-big-button>`;
  }

  #replay(state: RunState, actions: RunActions): TemplateResult {
    const { replaying, speed, playback, status } = state;
    const canStep = status?.state === 'paused' || (status?.state === 'idle' && status.latestRun?.finished === false);
    const none = playback === null;
    return html`<div class="replay" role="group" aria-label="Replay of this life">
      <button class="tool" ?disabled=${none} aria-label="Step back (J)" @click=${() => actions.step('still', -1)}>
        ${backIcon}
      </button>
      <button
        class="tool"
        ?disabled=${none}
        aria-label=${replaying ? 'Pause the replay (K)' : 'Play the replay (K)'}
        @click=${() => actions.switchReplay()}
      >
        ${replaying ? pauseIcon : playIcon}
      </button>
      <button class="tool" ?disabled=${none} aria-label="Step on (L)" @click=${() => actions.step('still', 1)}>
        ${onIcon}
      </button>
      <button class="tool speed" aria-label="Replay speed, ${speed} times" @click=${() => actions.changeSpeed()}>
        ${speed === 0.5 ? '½' : speed}×
      </button>
      <button class="tool" ?disabled=${!canStep} @click=${() => actions.stepTraining()}>
        One iteration <kbd>S</kbd>
      </button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-transport': WmTransport;
  }
}
