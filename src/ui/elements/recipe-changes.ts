/** Edits that wait: what differs from the run, and the two ways to try it. Nothing is ever reset without being asked. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { draftBase } from '../state/draft.ts';
import { hidden } from '../state/page-state.ts';
import { shared } from '../styles/shared.ts';
import { whole } from '../words/format.ts';
import { differenceWords } from '../words/run-difference.ts';
import { changeLines, forkObstacle } from '../words/train-changes.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-recipe-changes')
export class WmRecipeChanges extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      section {
        display: grid;
        gap: 6px;
        padding-block: var(--space-3);
        border-block: var(--stroke) solid var(--ink);
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        padding-top: 4px;
      }
      .btn {
        padding-inline: 14px;
        font-size: var(--text-s);
      }
      .linked {
        padding-bottom: var(--space-3);
      }
      .undo {
        padding-bottom: var(--space-2);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, page, train } = this.app;
    const { setup, run: view } = run.state;
    const lines = changeLines(draftBase(run.state), setup.changes);
    const changes = lines.length > 0;
    const undoable = train.state.past.length > 0;
    return html`
      <div role="status">
        ${this.#linked(changes)}
        ${
          changes
            ? html`<section aria-label=${msg('New changes')}>
                <h3>${view ? msg('New changes') : msg('Play trains it with these changes')}</h3>
                <ul class="small">
                  ${lines.map((line) => html`<li>${line}</li>`)}
                </ul>
                ${view ? html`<p class="small quiet">${msg('The present run keeps its recipe.')}</p>` : nothing}
                ${view && !hidden(page.state, 'new-run') ? this.#ways() : this.#undo(undoable, true)}
              </section>`
            : nothing
        }
      </div>
      ${!changes && undoable ? this.#undo(true, false) : nothing} ${this.#forked()}
    `;
  }

  /** That the recipe came with a link, until a run starts. What it changes is listed below it, where that says so. */
  #linked(listed: boolean): TemplateResult | typeof nothing {
    const { train, run } = this.app;
    const { linked } = train.state;
    if (!linked) return nothing;
    return html`<div class="linked small">
      <p>
        <b>${msg('This recipe came with a link.')}</b>
        ${msg('It claims nothing, and nothing runs before you start it.')}
      </p>
      ${listed && !run.state.run ? nothing : html`<p class="quiet">${differenceWords(linked.recipe, null)}</p>`}
    </div>`;
  }

  #ways(): TemplateResult {
    const { run, actions, train } = this.app;
    const obstacle = forkObstacle(run.state);
    const done = run.state.run?.iterations.at(-1)?.iteration ?? 0;
    return html`<div class="do">
        <button
          class="btn solid"
          ?disabled=${obstacle !== null}
          aria-describedby="obstacle"
          @click=${() => actions.train.fork()}
        >
          ${msg('Fork from here')}
        </button>
        <button class="btn" @click=${() => actions.train.restart()}>${msg('Restart')}</button>
      </div>
      <p class="small quiet" id="obstacle">
        ${
          obstacle ??
          msg(
            str`A fork is a new run that goes on after iteration ${whole(done)}. A restart is a new run from the base.`,
          )
        }
      </p>
      ${this.#undo(train.state.past.length > 0, true)}`;
  }

  #undo(undoable: boolean, changes: boolean): TemplateResult {
    const { actions } = this.app;
    return html`<div class="do undo">
      ${undoable ? html`<button class="btn" @click=${() => actions.train.undo()}>${msg('Undo')}</button>` : nothing}
      ${changes ? html`<button class="btn" @click=${() => actions.train.discard()}>${msg('Drop the changes')}</button>` : nothing}
    </div>`;
  }

  /** How a fork began, as long as it is the run on the page. */
  #forked(): TemplateResult | typeof nothing {
    const { run, train } = this.app;
    const { forked } = train.state;
    if (!forked || forked.run !== run.state.run?.id) return nothing;
    const { parent, inherited } = forked;
    return html`<p class="small quiet">
      ${
        inherited === null
          ? msg(str`Forked from ${parent}, from the beginning: its adapter did not fit.`)
          : msg(str`Forked from ${parent} after iteration ${whole(inherited)}.`)
      }
    </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-recipe-changes': WmRecipeChanges;
  }
}
