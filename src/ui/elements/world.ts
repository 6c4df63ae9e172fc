/** The world on screen: its picture, its controls where it has any, the caption, and the picture in words. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Fact } from '../../environments/environment.ts';
import { findEnvironment } from '../../environments/registry.ts';
import { caption } from '../words/captions/caption.ts';
import { renderPhrase } from '../words/captions/phrase.ts';
import { sceneInWords } from '../words/picture-words.ts';
import { shared } from '../styles/shared.ts';
import type { Still } from '../replay/still.ts';
import './lake-buttons.ts';
import { scenePicture } from './scene-picture.ts';

@customElement('wm-world')
export class WmWorld extends LitElement {
  @property({ attribute: false }) still: Still | null = null;
  /** Replay speed. */
  @property({ type: Number }) speed = 1;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .frame {
        max-width: 418px;
        margin-inline: auto;
      }
      .house {
        max-width: 344px;
      }
      .alchemy {
        max-width: 400px;
      }
      .waiting {
        aspect-ratio: 1;
        display: grid;
        place-items: center;
        border: var(--stroke) dashed var(--ink-3);
        border-radius: var(--radius-page);
        color: var(--ink-2);
      }
      wm-lake-buttons {
        display: block;
        padding-top: var(--space-3);
      }
      .pocket {
        display: none;
        padding-top: var(--space-2);
      }
      .pocket mark {
        background: var(--note);
        color: var(--on-note);
        padding: 1px 6px;
        border-radius: 3px;
      }
      .say {
        min-height: 5.2em;
        padding-top: var(--space-3);
        font-size: var(--text-l);
        line-height: 1.3;
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
      @media (min-width: 901px) {
        .frame {
          margin-inline: 0;
        }
      }
      /* In a room the screen says the caption, larger, and the column says how wide the picture is. */
      :host([data-projector]) :is(.say, details) {
        display: none;
      }
      :host([data-projector]) .frame {
        --legend: none;
        max-width: none;
      }
      @media (max-width: 640px) {
        wm-lake {
          max-width: 286px;
          margin-inline: auto;
        }
      }
      @media (max-width: 900px) {
        .pocket {
          display: block;
        }
      }
      /* The notebook lies beside it on paper. */
      @media print {
        .pocket {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { still } = this;
    if (!still) return html`<div class="frame"><p class="waiting">${msg('The first life is on its way.')}</p></div>`;
    const claims = findEnvironment(still.environment).parseFacts(still.notes);
    return html`
      <div class="frame ${still.scene.kind}">
        ${scenePicture({ ...still, claims, carriesNote: still.notes.length > 0, speed: this.speed })}
        <p class="pocket"><span class="small">${msg('its notes')}</span> ${this.#pocket(still)}</p>
        ${this.#buttons(still, claims)}
      </div>
      <p class="say">${renderPhrase(caption(still))}</p>
      <details>
        <summary>${msg('The picture in words')}</summary>
        <p class="small">${sceneInWords(still.scene, still.moves)}</p>
      </details>
    `;
  }

  #buttons(still: Still, claims: readonly Fact[]): TemplateResult | typeof nothing {
    if (still.scene.kind !== 'lake') return nothing;
    const pressed = still.kind === 'move' ? (still.last.turn[1] ?? '') : '';
    const buttons = Object.keys(still.scene.buttons);
    return html`<wm-lake-buttons .buttons=${buttons} .claims=${claims} .pressed=${pressed}></wm-lake-buttons>`;
  }

  /** The notes once more on phones, where the notebook lies further down. */
  #pocket(still: Still): TemplateResult {
    if (still.notes.length === 0) return html`<span class="slip empty">${msg('empty')}</span>`;
    const used = still.kind === 'move' ? still.last.used : null;
    const text = still.notes.join(' ');
    const fact = used ? [used.key, ...used.value].join(' ') : '';
    const start = fact === '' ? -1 : text.indexOf(fact);
    if (start === -1) return html`<span class="slip" lang="en" translate="no">${text}</span>`;
    const end = start + fact.length;
    return html`<span class="slip" lang="en" translate="no"
      >${text.slice(0, start)}<mark>${fact}</mark>${text.slice(end)}</span
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-world': WmWorld;
  }
}
