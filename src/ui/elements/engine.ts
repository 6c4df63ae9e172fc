/** Where the agent is computed, with what and, on a graphics device, by which of the ways there are, and why. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { enginePlace } from '../words/sentences.ts';
import type { RunState } from '../state/run-state.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-engine')
export class WmEngine extends LitElement {
  @property({ attribute: false }) engine: RunState['engine'] = null;
  @property({ attribute: false }) paths: RunState['paths'] = [];

  static override styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: var(--measure);
      }
      summary {
        cursor: pointer;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { engine, paths } = this;
    if (!engine) return nothing;
    return html`
      <p class="quiet small">${enginePlace(engine)}</p>
      <details class="quiet small">
        <summary>${msg('How this device computes')}</summary>
        <ul>
          <li lang="en" translate="no">${engine.detail}</li>
          ${paths.map(({ part, chosen, why }) => html`<li lang="en" translate="no">${part}: ${chosen}, ${why}</li>`)}
        </ul>
      </details>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-engine': WmEngine;
  }
}
