/** The living agent: let it live on, see what it carries, look through every version of its notes, bring one back. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { LivingAgentView, NotesVersion } from '../../worker/protocol.ts';
import type { RunActions } from '../actions/run-actions.ts';
import { counted } from '../i18n/counted.ts';
import { environmentLabel } from '../words/sentences.ts';
import type { RunState } from '../state/run-state.ts';
import { shared } from '../styles/shared.ts';

/** Versions listed before the visitor asks for all of them. */
const VERSIONS_SHOWN = 8;

function origin(version: NotesVersion): string {
  switch (version.origin) {
    case 'born':
      return 'as it was born';
    case 'update':
      return `after task ${version.task}`;
    case 'restored':
      return `version ${version.restoredFrom ?? 0} brought back`;
  }
}

@customElement('wm-living')
export class WmLiving extends LitElement {
  @property({ attribute: false }) state: RunState | null = null;
  @property({ attribute: false }) actions: RunActions | null = null;
  @state() private _all = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        border-top: var(--stroke) solid var(--ink);
        padding-block: var(--space-5) var(--space-6);
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 430px) minmax(0, 1fr);
        gap: var(--space-4) var(--gutter);
        align-items: start;
      }
      .about {
        display: grid;
        gap: var(--space-3);
        justify-items: start;
      }
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 24px;
      }
      .figures dt {
        color: var(--ink-2);
        font-size: var(--text-s);
      }
      .figures dd {
        font: 600 var(--text-l) / 1.2 var(--font-voice);
      }
      h3 {
        padding-bottom: var(--space-2);
      }
      ol {
        display: grid;
        gap: 6px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(9.5em, auto) minmax(0, 1fr) auto;
        align-items: center;
        justify-items: start;
        gap: 4px 12px;
        min-height: var(--target);
        font-size: var(--text-s);
      }
      li > b {
        font-weight: 650;
      }
      .now {
        padding: 0 18px;
        font-weight: 650;
      }
      @media (max-width: 900px) {
        section {
          grid-template-columns: minmax(0, 1fr);
        }
        li {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        li > .slip {
          grid-column: 1 / -1;
          grid-row: 2;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state, actions } = this;
    if (!state || !actions) return nothing;
    return html`<section aria-labelledby="title">
      <div class="about">
        <h2 id="title">Let the agent live on</h2>
        <p>
          Training packs end; this life does not. Task after task in one world, nothing kept but its notes, which stay
          on this device.
        </p>
        ${this.#button(state, actions)} ${state.agent ? this.#figures(state.agent) : nothing}
      </div>
      ${state.agent ? this.#versions(state.agent, state, actions) : nothing}
    </section>`;
  }

  #button(state: RunState, actions: RunActions): TemplateResult {
    if (state.status?.state === 'living') {
      return html`<button class="btn" @click=${() => actions.pauseLiving()}>Pause its life</button>`;
    }
    const ready = state.run !== null && ['paused', 'finished', 'idle', 'training'].includes(state.status?.state ?? '');
    return html`
      <button class="btn solid" ?disabled=${!ready} @click=${() => actions.liveOn()}>
        ${state.agent ? 'Live on' : 'Let it live on'}
      </button>
      <p class="quiet small">${this.#condition(state)}</p>
    `;
  }

  #condition(state: RunState): string {
    if (state.run === null) return 'First train an agent: press Play.';
    if (state.status?.state === 'training') return 'Training pauses meanwhile, which loses nothing.';
    if (state.status?.state === 'watching') return 'Not here, while another tab has the run.';
    return 'It lives with what training has taught it so far.';
  }

  #figures(agent: LivingAgentView): TemplateResult {
    return html`<dl class="figures">
      <div>
        <dt>lives in</dt>
        <dd>${environmentLabel(agent.world)}</dd>
      </div>
      <div>
        <dt>tasks lived</dt>
        <dd>${agent.lived}</dd>
      </div>
      <div>
        <dt>solved</dt>
        <dd>${agent.solved}</dd>
      </div>
    </dl>`;
  }

  #versions(agent: LivingAgentView, state: RunState, actions: RunActions): TemplateResult {
    const newestFirst = [...agent.versions].reverse();
    const shown = this._all ? newestFirst : newestFirst.slice(0, VERSIONS_SHOWN);
    const foreign = state.status?.state === 'watching';
    return html`<div>
      <h3>Its notes, version by version</h3>
      <ol reversed>
        ${shown.map((version, index) => this.#version(version, index === 0, foreign, actions))}
      </ol>
      ${
        newestFirst.length > shown.length
          ? html`<button class="tool" @click=${() => (this._all = true)}>
              ${counted(newestFirst.length, msg('Show all {n} version|Show all {n} versions'))}
            </button>`
          : nothing
      }
    </div>`;
  }

  #version(version: NotesVersion, present: boolean, foreign: boolean, actions: RunActions): TemplateResult {
    const empty = version.words.length === 0;
    return html`<li>
      <span><b>${version.version}</b> ${origin(version)}</span>
      <span class="slip ${empty ? 'empty' : ''}">${empty ? 'empty' : version.words.join(' ')}</span>
      ${
        present
          ? html`<span class="now">carried now</span>`
          : html`<button
              class="btn"
              ?disabled=${foreign}
              aria-label="Bring back version ${version.version}"
              @click=${() => actions.restoreNotes(version.version)}
            >
              Bring back
            </button>`
      }
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-living': WmLiving;
  }
}
