/** Three ways to look closer at a run, as tabs: who got the credit, whether it collapses, all its curves. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { colourScheme, hidden } from '../state/page-state.ts';
import type { TrainView } from '../state/train-state.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';
import './collapse-monitor.ts';
import './credit-view.ts';
import './curves.ts';

/** Each with the name of the control that a class link hides it by. */
const VIEWS: readonly { readonly view: TrainView; readonly control: string; readonly label: () => string }[] = [
  { view: 'credit', control: 'credit-view', label: () => msg('Who gets the credit') },
  { view: 'monitor', control: 'monitor', label: () => msg('Is it collapsing?') },
  { view: 'metrics', control: 'metrics', label: () => msg('All curves') },
];

@customElement('wm-training-views')
export class WmTrainingViews extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        border-top: var(--stroke) solid var(--ink);
      }
      [role='tablist'] {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-5);
        padding-block: var(--space-2);
      }
      [role='tab'] {
        min-height: var(--target);
        padding: 0;
        border: 0;
        background: none;
        color: var(--ink-2);
        font: 560 var(--text-l) / 1.2 var(--font-voice);
        cursor: pointer;
      }
      [role='tab']:hover {
        color: var(--ink);
      }
      [aria-selected='true'] {
        color: var(--ink);
        box-shadow: inset 0 -3px 0 -0.5px var(--ink);
      }
      [role='tab']:focus-visible {
        border-radius: 0;
      }
      @media (forced-colors: active) {
        [aria-selected='true'] {
          border-bottom: 3px solid Highlight;
        }
      }
      @media print {
        [role='tab']:not([aria-selected='true']) {
          display: none;
        }
        [aria-selected='true'] {
          box-shadow: none;
        }
      }
      @media (max-width: 640px) {
        [role='tablist'] {
          gap: 0 var(--space-4);
        }
        [role='tab'] {
          font-size: 1.25rem;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { page, train } = this.app;
    const views = VIEWS.filter(({ control }) => !hidden(page.state, control));
    const present = views.find(({ view }) => view === train.state.view) ?? views.at(0);
    if (!present) return nothing;
    return html`
      <div role="tablist" aria-label=${msg('Look closer')} @keydown=${this.#onKey}>
        ${views.map(
          ({ view, label }) =>
            html`<button
              role="tab"
              id="tab-${view}"
              aria-selected=${view === present.view}
              aria-controls="panel"
              tabindex=${view === present.view ? 0 : -1}
              @click=${() => this.app.actions.train.chooseView(view)}
            >
              ${label()}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby="tab-${present.view}">${this.#panel(present.view)}</div>
    `;
  }

  #panel(view: TrainView): TemplateResult {
    const iterations = this.app.run.state.run?.iterations ?? [];
    switch (view) {
      case 'credit':
        return html`<wm-credit-view></wm-credit-view>`;
      case 'monitor':
        return html`<wm-collapse-monitor .iterations=${iterations}></wm-collapse-monitor>`;
      case 'metrics':
        return html`<wm-curves .iterations=${iterations} scheme=${colourScheme(this.app.page.state)}></wm-curves>`;
    }
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const tabs = [...this.renderRoot.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    tab?.click();
    tab?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-training-views': WmTrainingViews;
  }
}
