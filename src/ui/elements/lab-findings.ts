/** What the test of the notes shows, in sentences. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shownComparison } from '../lessons/lab-comparison.ts';
import { shared } from '../styles/shared.ts';
import { labFindings } from '../words/lab-findings.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-lab-findings')
export class WmLabFindings extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      div {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15em), 1fr));
        gap: var(--space-4) var(--gutter);
        border-top: var(--stroke) solid var(--ink);
        padding-top: var(--space-3);
      }
      h2 {
        font: 650 var(--text-m) / 1.3 var(--font-text);
        padding-bottom: 4px;
      }
      p {
        max-width: 44ch;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const known = shownComparison(this.app);
    if (!known) return nothing;
    return html`<div aria-live="polite">
      ${labFindings(known.evaluation).map(
        ({ title, detail }) =>
          html`<section>
            <h2>${title}</h2>
            <p class="quiet">${detail}</p>
          </section>`,
      )}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-findings': WmLabFindings;
  }
}
