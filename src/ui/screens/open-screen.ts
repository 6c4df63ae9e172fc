/**
 * What somebody has given the visitor, a link or a file: what it claims, in pencil; a check of that on demand; and what
 * can be done with it. Coming here runs nothing and changes nothing.
 */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Claim } from '../../worker/share-protocol.ts';
import { FileArrival } from '../controllers/file-arrival.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/open-bar.ts';
import '../elements/open-claim.ts';
import '../elements/open-contents.ts';
import '../elements/open-give.ts';
import '../elements/open-keep.ts';
import '../elements/open-receipt.ts';
import '../elements/verdict-card.ts';
import '../elements/verdict-differences.ts';
import '../elements/verdict-kinds.ts';
import { possibleVerdicts, presentVerdict } from '../state/open-view.ts';
import { fileOver } from '../styles/file-over.ts';
import { shared } from '../styles/shared.ts';
import { givenName, openHeadline } from '../words/open-words.ts';

@customElement('wm-open-screen')
export class WmOpenScreen extends AppElement {
  static override styles = [
    shared,
    fileOver,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      main {
        flex: 1;
        padding: var(--space-3) var(--margin) var(--space-6);
      }
      .from {
        padding-bottom: var(--space-2);
        overflow-wrap: anywhere;
      }
      h1 {
        padding-bottom: var(--space-4);
      }
      .cols {
        display: grid;
        grid-template-columns: minmax(0, 720fr) minmax(0, 520fr);
        gap: var(--space-5) calc(var(--gutter) * 1.4);
        align-items: start;
      }
      wm-verdict-kinds {
        padding-top: var(--space-5);
      }
      wm-verdict-differences {
        grid-column: 1 / -1;
      }
      /* For a room: the claim, the verdict, and where they part. Hashes are for whoever sits at the machine. */
      :host([data-projector]) .cols {
        grid-template-columns: minmax(0, 1fr);
      }
      :host([data-projector]) :is(wm-open-receipt, wm-open-keep, wm-open-contents) {
        display: none;
      }
      @media print {
        :is(wm-open-keep, wm-verdict-kinds) {
          display: none;
        }
      }
      @media (max-width: 1000px) {
        .cols {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    new FileArrival(this, () => this.app.actions.open);
  }

  override disconnectedCallback(): void {
    this.app.actions.open.hover(false);
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { state } = this.app.open;
    const { claim, given, problem, hovered } = state;
    const reading = given !== null && claim === null && problem === null;
    return html`
      <main aria-busy=${reading}>
        ${
          claim !== null && given !== null
            ? html`<p class="from quiet">
                ${msg(html`Somebody else’s: <bdi translate="no">${givenName(given, claim)}</bdi>. Your runs are untouched.`)}
              </p>`
            : nothing
        }
        <h1>${openHeadline(state)}</h1>
        ${claim === null ? (reading ? nothing : html`<wm-open-give></wm-open-give>`) : this.#claim(claim)}
      </main>
      <wm-open-bar></wm-open-bar>
      ${hovered ? html`<p class="over">${msg('Drop the file to see what it claims')}</p>` : nothing}
    `;
  }

  #claim(claim: Claim): TemplateResult {
    const { state } = this.app.open;
    const unchecked = state.check.state === 'none' && presentVerdict(state) === null;
    return html`<div class="cols">
      <div>
        <wm-verdict></wm-verdict>
        <wm-open-claim></wm-open-claim>
        ${unchecked ? html`<wm-verdict-kinds .kinds=${possibleVerdicts(claim)}></wm-verdict-kinds>` : nothing}
      </div>
      <div>
        <wm-open-receipt></wm-open-receipt>
        <wm-open-keep></wm-open-keep>
        <wm-open-contents></wm-open-contents>
      </div>
      <wm-verdict-differences></wm-verdict-differences>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-screen': WmOpenScreen;
  }
}
