/** What else a file brings: the agents that live on in it, with what they have noted. Somebody else's words, folded. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { counted } from '../i18n/counted.ts';
import { shared } from '../styles/shared.ts';
import { environmentLabel } from '../words/sentences.ts';
import type { GivenAgent } from '../../worker/share-protocol.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-open-contents')
export class WmOpenContents extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      section {
        padding-top: var(--space-4);
      }
      .notes {
        max-height: 12rem;
        overflow: auto;
        margin-bottom: var(--space-3);
      }
      .slip {
        unicode-bidi: isolate;
      }
      bdi {
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { claim } = this.app.open.state;
    if (claim?.kind !== 'file' || claim.agents.length === 0) return nothing;
    const { agents } = claim;
    return html`<section aria-labelledby="agents">
      <h2 id="agents">${counted(agents.length, msg('{n} agent lives on in it|{n} agents live on in it'))}</h2>
      <p class="small quiet">
        ${msg('Their notes are the sender’s, shown as they are. Keeping the file keeps them too.')}
      </p>
      ${agents.map((agent) => this.#agent(agent))}
    </section>`;
  }

  #agent({ agent, world, lived, solved, notes }: GivenAgent): TemplateResult {
    const tasks = counted(lived, msg(str`${solved} of {n} task solved|${solved} of {n} tasks solved`));
    return html`<details>
      <summary>
        <span>
          ${msg(html`<bdi translate="no">${agent}</bdi>, in ${environmentLabel(world)}: ${tasks}. Its notes`)}
        </span>
      </summary>
      <div class="notes" tabindex="0" role="group" aria-label=${msg('Notes')}>
        ${
          notes.length === 0
            ? html`<span class="slip empty">${msg('empty')}</span>`
            : html`<span class="slip" lang="en" translate="no">${notes.join(' ')}</span>`
        }
      </div>
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-contents': WmOpenContents;
  }
}
