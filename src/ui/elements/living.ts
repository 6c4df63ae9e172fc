/** The agent that lives on: its world, the notes it carries, every version of them with what changed, and bringing one back. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { LivingAgentView, NotesVersion } from '../../worker/protocol.ts';
import { livingStill } from '../state/lab-living.ts';
import { shared } from '../styles/shared.ts';
import {
  canLive,
  livingCondition,
  livingSentence,
  versionOrigin,
  versionViews,
  type VersionView,
} from '../words/lab-living.ts';
import type { NoteLine } from '../words/note-lines.ts';
import { AppElement } from './app-element.ts';
import './notebook.ts';
import './world.ts';

/** Versions listed before the visitor asks for all of them. */
const VERSIONS_SHOWN = 6;

@customElement('wm-living')
export class WmLiving extends AppElement {
  @state() private _all = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        border-top: var(--stroke) solid var(--ink);
        padding-block: var(--space-4) var(--space-6);
      }
      header {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 4px var(--gutter);
        align-items: center;
        padding-bottom: var(--space-5);
      }
      h2 {
        font-size: clamp(1.5rem, 1.2rem + 1vw, 1.875rem);
      }
      header div {
        max-width: var(--measure);
      }
      .act {
        display: grid;
        gap: 6px;
        justify-items: end;
        text-align: end;
        max-width: 22em;
      }
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 418px) minmax(0, 1fr) minmax(0, 1.3fr);
        gap: var(--space-5) var(--gutter);
        align-items: start;
      }
      h3 {
        padding-bottom: var(--space-2);
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      .versions li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 2px 12px;
        align-items: center;
        padding-block: 8px;
        border-bottom: 1px solid var(--hairline);
        font-size: var(--text-s);
      }
      .versions li:first-child {
        border-top: var(--stroke) solid var(--ink);
      }
      .versions i {
        padding-left: 8px;
        font-style: normal;
        color: var(--ink-2);
      }
      .versions b {
        font-weight: 650;
        padding-right: 6px;
      }
      .lines {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: 4px 6px;
      }
      .line {
        padding: 2px 8px;
        border: 1px solid var(--note-edge);
        border-radius: var(--radius-page);
        background: var(--note-paper);
        color: var(--note-ink);
        font: 550 var(--text-s) / 1.4 var(--font-token);
      }
      .line.new {
        border-bottom-width: 4px;
        font-weight: 700;
      }
      .line.dropped {
        background: none;
        border-style: dashed;
        color: var(--ink-2);
        text-decoration: line-through;
      }
      .line i {
        padding: 0;
        color: inherit;
        font: 400 var(--text-s) / 1 var(--font-text);
      }
      .now {
        min-height: var(--target);
        display: inline-flex;
        align-items: center;
        font-weight: 650;
      }
      @media (max-width: 1180px) {
        .stage {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .versions {
          grid-column: 1 / -1;
        }
      }
      @media (max-width: 900px) {
        .stage,
        header {
          grid-template-columns: minmax(0, 1fr);
        }
        .versions {
          grid-column: auto;
        }
        .act {
          justify-items: start;
          text-align: start;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { agent } = this.app.run.state;
    return html`<section aria-labelledby="title">
      <header>
        <div>
          <h2 id="title">${msg('Let the agent live on')}</h2>
          <p class="quiet">
            ${
              agent
                ? livingSentence(agent)
                : msg(
                    'Training packs end; this life does not. Task after task in one world, nothing kept but its notes, which stay on this device.',
                  )
            }
          </p>
        </div>
        ${this.#act(agent)}
      </header>
      ${agent ? this.#stage(agent) : nothing}
    </section>`;
  }

  #act(agent: LivingAgentView | null): TemplateResult {
    const { run, actions } = this.app;
    if (run.state.status?.state === 'living') {
      return html`<div class="act">
        <button class="btn" ?disabled=${run.state.pausing} @click=${() => actions.run.pauseLiving()}>
          ${msg('Pause its life')}
        </button>
      </div>`;
    }
    return html`<div class="act">
      <button class="btn solid" ?disabled=${!canLive(run.state)} @click=${() => actions.run.liveOn()}>
        ${agent ? msg('Live on') : msg('Let it live on')}
      </button>
      <p class="quiet small">${livingCondition(run.state)}</p>
    </div>`;
  }

  #stage(agent: LivingAgentView): TemplateResult {
    const { state } = this.app.run;
    const still = livingStill(state);
    return html`<div class="stage">
      ${
        still
          ? html`<wm-world .still=${still} .speed=${state.speed}></wm-world><wm-notebook .still=${still}></wm-notebook>`
          : nothing
      }
      <div class="versions">${this.#versions(agent)}</div>
    </div>`;
  }

  #versions(agent: LivingAgentView): TemplateResult {
    const views = versionViews(agent);
    const shown = this._all ? views : views.slice(0, VERSIONS_SHOWN);
    return html`<h3>${msg('Its notes, version by version')}</h3>
      <ol reversed>
        ${shown.map((view, index) => this.#version(view, index === 0))}
      </ol>
      ${
        views.length > shown.length
          ? html`<button class="tool" @click=${() => (this._all = true)}>
              ${msg(str`Show all ${views.length} versions`)}
            </button>`
          : nothing
      }`;
  }

  #version({ version, lines, unchanged }: VersionView, present: boolean): TemplateResult {
    const { run, actions } = this.app;
    return html`<li>
      <span
        ><b>${version.version}</b
        >${versionOrigin(version)}${unchanged ? html`<i>${msg('unchanged')}</i>` : nothing}</span
      >
      ${
        present
          ? html`<span class="now">${msg('carried now')}</span>`
          : html`<button
              class="tool"
              ?disabled=${run.state.status?.state === 'watching'}
              aria-label=${msg(str`Bring back version ${version.version}`)}
              @click=${() => actions.run.restoreNotes(version.version)}
            >
              ${msg('Bring back')}
            </button>`
      }
      ${present || !unchanged ? this.#lines(version, lines) : nothing}
    </li>`;
  }

  /** What a version says; after it, what it no longer says. */
  #lines({ words }: NotesVersion, lines: readonly NoteLine[]): TemplateResult {
    return html`<span class="lines"
      >${words.length === 0 ? html`<span class="slip empty">${msg('empty')}</span>` : nothing}${lines.map((line) => this.#line(line))}</span
    >`;
  }

  /** A fact of a version: new ones with a plus and a heavy rule, dropped ones struck out, false ones said to be. */
  #line({ text, change, truth }: NoteLine): TemplateResult {
    const sign = { kept: '', new: '+ ', dropped: '− ' }[change];
    const spoken = { kept: '', new: msg('new: '), dropped: msg('dropped: ') }[change];
    return html`<span class="line ${change}"
      ><span aria-hidden="true">${sign}</span><span class="sr">${spoken}</span
      ><span lang="en" translate="no">${text}</span>${truth === false ? html` <i>${msg('false')}</i>` : nothing}</span
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-living': WmLiving;
  }
}
