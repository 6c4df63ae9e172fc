/** A run in the list: what it is, how it differs, what it found; comparing, opening, and behind "More" the rest. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { Look } from '../charts/compared-series.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { hidden } from '../state/page-state.ts';
import { MOST_COMPARED } from '../state/library-state.ts';
import type { LibraryEntry } from '../state/library-view.ts';
import { shared } from '../styles/shared.ts';
import { entryFacts, entryName, liftWords, originWords } from '../words/library-words.ts';
import { differenceWords } from '../words/run-difference.ts';
import { AppElement } from './app-element.ts';
import './library-fork.ts';
import './library-mark.ts';
import './library-rename.ts';

/** Forks of forks of forks are not set further in. */
const DEEPEST = 3;

@customElement('wm-library-run')
export class WmLibraryRun extends AppElement {
  @property({ attribute: false }) entry: LibraryEntry | null = null;
  /** How it is drawn where it is compared. */
  @property({ attribute: false }) look: Look | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      article {
        display: grid;
        grid-template-columns: var(--target) minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
        align-items: start;
        padding-block: var(--space-3);
        border-bottom: 1px solid var(--hairline);
      }
      .deep-1 {
        margin-inline-start: 28px;
      }
      .deep-2 {
        margin-inline-start: 56px;
      }
      .deep-3 {
        margin-inline-start: 84px;
      }
      /* The twig that a fork hangs on. */
      .deep-1,
      .deep-2,
      .deep-3 {
        position: relative;
      }
      .deep-1::before,
      .deep-2::before,
      .deep-3::before {
        content: '';
        position: absolute;
        inset-inline-start: -14px;
        top: -1px;
        width: 18px;
        height: 36px;
        border: solid var(--ink-3);
        border-width: 0 0 1.5px 1.5px;
        border-end-start-radius: 8px;
      }
      .check {
        display: grid;
        place-items: center;
        width: var(--target);
        height: var(--target);
        cursor: pointer;
      }
      input[type='checkbox'] {
        width: 22px;
        height: 22px;
        margin: 0;
        accent-color: var(--ink);
        cursor: inherit;
      }
      .name {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
        min-height: var(--target);
      }
      h3 {
        padding-block: 6px;
        font: 560 var(--text-l) / 1.2 var(--font-voice);
        overflow-wrap: anywhere;
      }
      wm-library-mark {
        width: 44px;
      }
      .lift {
        font-weight: 650;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 18px;
        color: var(--ink-2);
        font-size: var(--text-s);
      }
      .do {
        display: flex;
        align-items: center;
      }
      .panel {
        grid-column: 2 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: 0 4px;
        padding-top: var(--space-2);
        margin-inline-start: -10px;
      }
      .panel .tool {
        justify-content: start;
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      wm-library-rename,
      wm-library-fork,
      .failure {
        grid-column: 2 / -1;
        padding-top: var(--space-3);
      }
      .failure {
        border-inline-start: 3px solid var(--ink);
        padding: 4px 0 4px var(--space-3);
        margin-top: var(--space-3);
      }
      @media (max-width: 640px) {
        article {
          grid-template-columns: var(--target) minmax(0, 1fr);
          gap: 0 var(--space-2);
        }
        .deep-1,
        .deep-2,
        .deep-3 {
          margin-inline-start: 16px;
        }
        .do,
        .panel,
        wm-library-rename,
        wm-library-fork,
        .failure {
          grid-column: 2;
        }
        .do {
          padding-top: var(--space-2);
        }
        .panel {
          display: grid;
          justify-items: start;
        }
      }
      @media print {
        article {
          display: block;
          break-inside: avoid;
        }
        .do,
        .check,
        .panel,
        wm-library-rename,
        wm-library-fork,
        .failure {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { entry } = this;
    if (!entry) return nothing;
    const { run, recipe, evaluation, depth, parent } = entry;
    const origin = originWords(entry);
    const deep = Math.min(depth, DEEPEST);
    return html`<article class=${classMap({ [`deep-${deep}`]: deep > 0 })} aria-labelledby="name">
      ${this.#check(entry)}
      <div>
        <div class="name">
          <h3 id="name">${entryName(entry)}</h3>
          <wm-library-mark .look=${this.look}></wm-library-mark>
        </div>
        <p class="lift">${liftWords(evaluation)}</p>
        ${origin === null ? nothing : html`<p>${origin}</p>`}
        <p>${differenceWords(recipe, parent?.recipe ?? null)}</p>
        <ul class="facts">
          ${this.#facts(entry).map((fact) => html`<li>${fact}</li>`)}
        </ul>
      </div>
      ${run ? this.#buttons(entry, run) : nothing} ${run ? this.#panel(entry, run) : nothing} ${this.#failure(entry)}
    </article>`;
  }

  #facts(entry: LibraryEntry): readonly string[] {
    const facts = entryFacts(entry);
    const isOnPage = entry.run !== null && this.app.run.state.run?.id === entry.key;
    // Its id goes on naming a run in links and files, whatever people call it.
    const id = entry.run?.title ? [entry.run.run] : [];
    return [...id, ...facts, ...(isOnPage ? [msg('on the page now')] : [])];
  }

  #check(entry: LibraryEntry): TemplateResult {
    const { library, actions } = this.app;
    const { compared } = library.state;
    const chosen = compared.includes(entry.key);
    return html`<label class="check">
      <input
        type="checkbox"
        aria-label=${msg(str`Compare ${entryName(entry)}`)}
        .checked=${chosen}
        ?disabled=${!chosen && compared.length >= MOST_COMPARED}
        @change=${(event: Event) => actions.library.compare(entry.key, (event.target as HTMLInputElement).checked)}
      />
    </label>`;
  }

  #buttons(entry: LibraryEntry, { run }: LibraryRun): TemplateResult {
    const { library, actions } = this.app;
    const name = entryName(entry);
    const isOpen = library.state.open?.run === run;
    return html`<div class="do">
      <button class="btn" aria-label=${msg(str`Open ${name}`)} @click=${() => this.#open(run)}>${msg('Open')}</button>
      <button
        class="tool more"
        aria-expanded=${isOpen}
        aria-label=${msg(str`More for ${name}`)}
        @click=${() => actions.library.open(run, isOpen ? null : 'more')}
      >
        ${msg('More')}
      </button>
    </div>`;
  }

  #open(run: string): void {
    this.app.actions.library.openRun(run);
    this.app.actions.page.go('watch');
  }

  #panel(entry: LibraryEntry, run: LibraryRun): TemplateResult | typeof nothing {
    const { open } = this.app.library.state;
    if (open?.run !== run.run) return nothing;
    switch (open.panel) {
      case 'more':
        return this.#more(entry, run);
      case 'rename':
        return html`<wm-library-rename .run=${run} @close=${() => this.#close(run.run)}></wm-library-rename>`;
      case 'fork':
        return html`<wm-library-fork .entry=${entry} @close=${() => this.#close(run.run)}></wm-library-fork>`;
    }
  }

  #more(entry: LibraryEntry, { run }: LibraryRun): TemplateResult {
    const { page, actions } = this.app;
    const { library } = actions;
    const tool = (label: string, act: () => void): TemplateResult =>
      html`<button class="tool" @click=${act}>${label}</button>`;
    return html`<div class="panel" role="group" aria-label=${msg(str`More for ${entryName(entry)}`)}>
      ${tool(msg('Rename'), () => library.open(run, 'rename'))} ${tool(msg('Fork'), () => library.open(run, 'fork'))}
      ${hidden(page.state, 'sharing') ? nothing : tool(msg('Share'), () => void actions.share.open(run))}
      ${tool(msg('Iterations as CSV'), () => void library.save(run, 'iterations'))}
      ${tool(msg('Evaluations as CSV'), () => void library.save(run, 'evaluations'))}
      ${tool(msg('Evaluations as JSON'), () => void library.save(run, 'data'))}
      ${tool(msg('Delete'), () => void this.#delete(run, entryName(entry)))}
    </div>`;
  }

  #failure({ key }: LibraryEntry): TemplateResult | typeof nothing {
    const { failure } = this.app.library.state;
    if (failure?.run !== key) return nothing;
    return html`<p class="failure" role="alert"><b>${failure.message}</b> ${failure.remedy}</p>`;
  }

  async #delete(run: string, name: string): Promise<void> {
    // Before the row is gone, and the focus with it: its owner takes it further.
    this.dispatchEvent(new Event('removing'));
    await this.app.actions.library.remove(run, name);
  }

  #close(run: string): void {
    this.app.actions.library.open(run, null);
    this.renderRoot.querySelector<HTMLElement>('.more')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-run': WmLibraryRun;
  }
}
