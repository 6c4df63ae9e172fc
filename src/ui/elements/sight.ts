/** All that the agent can see now: its own words, and beneath them what they mean. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { flagDirection } from '../words/captions/lake-caption.ts';
import { inSequence } from '../words/format.ts';
import { shared } from '../styles/shared.ts';
import type { Still } from '../replay/still.ts';

function gloss(still: Still): string {
  switch (still.scene.kind) {
    case 'lake': {
      return inSequence([
        still.moves.length === 0
          ? msg('The start; then what lies up, down, left and right of it.')
          : msg('What its press did; then what lies up, down, left and right of it.'),
        flagDirection(still.sight),
        msg('Dotted ice is out of its sight.'),
      ]);
    }
    case 'house':
      return still.moves.length === 0
        ? msg('What it is to find, and where to put it.')
        : msg('Whether it has what it wants; then what it found there.');
    case 'alchemy':
      return still.moves.length === 0 ? msg('What it is to make.') : msg('What came out.');
  }
}

@customElement('wm-sight')
export class WmSight extends LitElement {
  @property({ attribute: false }) still: Still | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .token {
        font-size: 1.2rem;
        padding: 4px 0 2px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { still } = this;
    if (!still) return nothing;
    return html`
      <h3>${msg('All it can see now')}</h3>
      <p class="token" lang="en" translate="no">${still.sight.join(' ')}</p>
      <p class="quiet small">${gloss(still)}</p>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-sight': WmSight;
  }
}
