/** The four ways in which a run can travel, one under the other, and what holds for all of them. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { WAYS, type Subject } from '../state/share-state.ts';
import { shared } from '../styles/shared.ts';
import { matchMeaning } from '../words/open-words.ts';
import { subjectWords } from '../words/share-words.ts';
import { AppElement } from './app-element.ts';
import './share-way.ts';

@customElement('wm-share-ways')
export class WmShareWays extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--space-4);
      }
      .paused {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-4);
        padding-block: var(--space-2);
        border-block: 1px solid var(--hairline);
      }
      .paused p {
        flex: 1 1 16em;
      }
      li {
        border-top: var(--stroke) solid var(--ink);
      }
      .foot {
        padding-top: var(--space-3);
        border-top: var(--stroke) solid var(--ink);
      }
    `,
  ];

  override disconnectedCallback(): void {
    this.app.actions.share.leave();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { subject } = this.app.share.state;
    if (!subject) return nothing;
    return html`
      <p>
        ${subjectWords(subject)}
        ${msg('Links and files say nothing of who made them: all that one holds is listed under it.')}
        ${this.#warning(subject)}
      </p>
      ${this.#paused()}
      <ol>
        ${WAYS.map((way) => html`<li><wm-share-way .way=${way}></wm-share-way></li>`)}
      </ol>
      <p class="foot">${matchMeaning()}</p>
    `;
  }

  #warning({ run }: Subject): string | typeof nothing {
    if (!run || this.app.run.state.status?.state !== 'training') return nothing;
    return msg('Training pauses while something is made; it loses nothing.');
  }

  /** What was interrupted, once it has paused: to be gone on with by one press. */
  #paused(): TemplateResult | typeof nothing {
    const { share, run, actions } = this.app;
    const { interrupted } = share.state;
    const state = run.state.status?.state;
    if (interrupted === 'training' && state === 'paused') {
      return html`<div class="paused" role="status">
        <p>${msg('Training has paused for this.')}</p>
        <button class="btn" @click=${() => this.#goOn(() => actions.run.resume())}>${msg('Resume training')}</button>
      </div>`;
    }
    if (interrupted === 'living' && (state === 'paused' || state === 'finished')) {
      return html`<div class="paused" role="status">
        <p>${msg('The living agent has paused for this. Its notes are kept.')}</p>
        <button class="btn" @click=${() => this.#goOn(() => actions.run.liveOn())}>${msg('Let it live on')}</button>
      </div>`;
    }
    return nothing;
  }

  #goOn(act: () => void): void {
    act();
    this.app.actions.share.goOn();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-share-ways': WmShareWays;
  }
}
