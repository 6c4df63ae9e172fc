/** The library: the runs that this browser keeps, what each has found, and two or more of them over one another. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { LOOKS } from '../charts/compared-series.ts';
import { FileArrival } from '../controllers/file-arrival.ts';
import { AppElement } from '../elements/app-element.ts';
import '../elements/library-bar.ts';
import '../elements/library-compare.ts';
import '../elements/library-run.ts';
import '../elements/library-undo.ts';
import { counted } from '../i18n/counted.ts';
import { comparedEntries, libraryEntries, type LibraryEntry } from '../state/library-view.ts';
import { fileOver } from '../styles/file-over.ts';
import { shared } from '../styles/shared.ts';
import { libraryHeadline, newsWords } from '../words/library-words.ts';

@customElement('wm-library-screen')
export class WmLibraryScreen extends AppElement {
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
      h1 {
        padding-bottom: var(--space-4);
        overflow-wrap: anywhere;
      }
      .said {
        display: flex;
        align-items: center;
        justify-content: space-between;
        flex-wrap: wrap;
        gap: 4px 16px;
        padding: 8px 16px;
        margin-bottom: var(--space-4);
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-page);
        background: var(--sheet);
      }
      .said p {
        flex: 1 1 20em;
      }
      .cols {
        display: grid;
        grid-template-columns: minmax(0, 6fr) minmax(0, 7fr);
        gap: var(--space-6) var(--gutter);
        align-items: start;
      }
      .list {
        border-top: var(--stroke) solid var(--ink);
      }
      .empty {
        max-width: var(--measure);
        padding-block: var(--space-3) var(--space-4);
        border-bottom: 1px solid var(--hairline);
      }
      .empty p + p {
        padding-top: var(--space-2);
      }
      a {
        color: inherit;
        text-underline-offset: 4px;
      }
      @media print {
        .said {
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

  override connectedCallback(): void {
    super.connectedCallback();
    this.app.actions.library.arrive();
  }

  override disconnectedCallback(): void {
    this.app.actions.library.leave();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { library, open, run } = this.app;
    const { state } = library;
    const entries = libraryEntries(state, run.state.recording);
    const compared = comparedEntries(state, entries);
    return html`
      <main>
        <h1>${libraryHeadline(state, compared)}</h1>
        ${this.#said()}
        <div class="cols">
          <section class="list" aria-labelledby="runs">
            <h2 class="sr" id="runs">${msg('Runs')}</h2>
            ${state.runs?.length === 0 ? this.#empty() : nothing}
            ${repeat(
              entries,
              ({ key }) => key,
              (entry, index) => this.#entry(entry, compared, index),
            )}
            ${this.#damaged()}
          </section>
          <wm-library-compare></wm-library-compare>
        </div>
      </main>
      <wm-library-undo></wm-library-undo>
      <wm-library-bar @to-comparison=${this.#toComparison}></wm-library-bar>
      ${open.state.hovered ? html`<p class="over">${msg('Drop the file to see what it claims')}</p>` : nothing}
    `;
  }

  #entry(entry: LibraryEntry, compared: readonly LibraryEntry[], index: number): TemplateResult {
    const place = compared.indexOf(entry);
    const look = place >= 0 && compared.length > 1 ? LOOKS[place] : null;
    return html`<wm-library-run
      .entry=${entry}
      .look=${look}
      @removing=${() => this.#afterRemoval(index)}
    ></wm-library-run>`;
  }

  #empty(): TemplateResult {
    const train = html`<a href=${this.app.actions.page.linkTo('train')}>${msg('Train one')}</a>`;
    return html`<div class="empty">
      <p>${msg(html`${train}, and it is kept here from its first iteration on.`)}</p>
      <p>${msg('Or open the file of a run that somebody has given you: with the button below, dropped or pasted.')}</p>
    </div>`;
  }

  #said(): TemplateResult {
    const { library, actions } = this.app;
    const { failure, news } = library.state;
    const here = failure?.run === null ? failure : null;
    return html`
      <div role="alert">
        ${
          here
            ? html`<div class="said">
                <p><b>${here.message}</b> ${here.remedy}</p>
                <button class="btn" @click=${() => actions.library.readFailure()}>${msg('Understood')}</button>
              </div>`
            : nothing
        }
      </div>
      <div role="status">
        ${
          news
            ? html`<div class="said">
                <p>${newsWords(news)}</p>
                <button class="btn" @click=${() => actions.library.readNews()}>${msg('All right')}</button>
              </div>`
            : nothing
        }
      </div>
    `;
  }

  #damaged(): TemplateResult | typeof nothing {
    const { damaged } = this.app.library.state;
    if (damaged.length === 0) return nothing;
    const count = counted(damaged.length, msg('{n} run cannot be read|{n} runs cannot be read'));
    return html`<p class="quiet small">${msg(str`${count}: ${damaged.join(', ')}. The others are not affected.`)}</p>`;
  }

  /** The row that had the focus is about to go: the heading is where the list begins. */
  #afterRemoval(index: number): void {
    const rows = this.renderRoot.querySelectorAll('wm-library-run');
    const next = rows.item(index === 0 ? 1 : index - 1);
    next?.renderRoot.querySelector<HTMLElement>('input')?.focus();
  }

  readonly #toComparison = (): void => {
    const comparison = this.renderRoot.querySelector('wm-library-compare');
    comparison?.scrollIntoView();
    comparison?.renderRoot.querySelector<HTMLElement>('h2')?.setAttribute('tabindex', '-1');
    comparison?.renderRoot.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-screen': WmLibraryScreen;
  }
}
