/** One of two lives at a moment of a task: its picture, what it does there, and the notes that it carries. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { findEnvironment } from '../../environments/registry.ts';
import type { Still } from '../replay/still.ts';
import { shared } from '../styles/shared.ts';
import { caption } from '../words/captions/caption.ts';
import { renderPhrase } from '../words/captions/phrase.ts';
import { sceneInWords } from '../words/picture-words.ts';
import { scenePicture } from './scene-picture.ts';

@customElement('wm-verdict-life')
export class WmVerdictLife extends LitElement {
  /** Which of the two it is. */
  @property() name = '';
  @property({ attribute: false }) still: Still | null = null;
  /** Its task was over before the moment that is shown of the other. */
  @property({ type: Boolean }) ended = false;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h3 {
        padding-bottom: var(--space-2);
      }
      .frame {
        max-width: 340px;
      }
      .say {
        padding-block: var(--space-3) var(--space-2);
        min-height: 4em;
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
      .notes {
        max-height: 8rem;
        overflow: auto;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { still, name } = this;
    if (!still) return nothing;
    const claims = findEnvironment(still.environment).parseFacts(still.notes);
    return html`<section aria-labelledby="name">
      <h3 id="name">${name}</h3>
      <div class="frame">${scenePicture({ ...still, claims, carriesNote: still.notes.length > 0 })}</div>
      <p class="say">
        ${renderPhrase(caption(still))}
        ${this.ended ? html`<span class="quiet">${msg('Its task is over.')}</span>` : nothing}
      </p>
      <p class="small quiet" id="notes">${msg('its notes')}</p>
      <div class="notes" tabindex="0" role="group" aria-labelledby="notes">
        ${
          still.notes.length === 0
            ? html`<span class="slip empty">${msg('empty')}</span>`
            : html`<span class="slip" lang="en" translate="no">${still.notes.join(' ')}</span>`
        }
      </div>
      <details>
        <summary>${msg('The picture in words')}</summary>
        <p class="small">${sceneInWords(still.scene, still.moves)}</p>
      </details>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-verdict-life': WmVerdictLife;
  }
}
