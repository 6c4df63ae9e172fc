/** How a compared run is drawn in the charts: its mark on its line, as in a legend. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Look } from '../charts/compared-series.ts';
import { shared } from '../styles/shared.ts';
import { marker, markStyles } from './staircase-marks.ts';

@customElement('wm-library-mark')
export class WmLibraryMark extends LitElement {
  @property({ attribute: false }) look: Look | null = null;

  static override styles = [
    shared,
    markStyles,
    css`
      @media (forced-colors: active) {
        svg {
          --tone: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    if (!this.look) return nothing;
    const { tone, dash, marker: kind } = this.look;
    return html`<svg class="tone-${tone}" viewBox="0 0 44 22" aria-hidden="true">
      <path class="line ${dash}" d="M1 11H43"></path>
      ${marker(kind, 22, 11)}
    </svg>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-mark': WmLibraryMark;
  }
}
