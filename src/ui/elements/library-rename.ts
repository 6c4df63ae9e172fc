/** The form that gives a run another name. Its one field takes the focus. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { LONGEST_TITLE } from '../../runs/run-titles.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';

/** Fires `close` when the visitor is through with it. */
@customElement('wm-library-rename')
export class WmLibraryRename extends AppElement {
  @property({ attribute: false }) run: LibraryRun | null = null;

  static override styles = [
    shared,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: var(--space-3);
      }
      label {
        display: grid;
        gap: 4px;
        flex: 1 1 240px;
        font-size: var(--text-s);
      }
    `,
  ];

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('input')?.select();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.run) return nothing;
    const { run, title } = this.run;
    return html`<form @submit=${(event: Event) => void this.#onSubmit(event, run)} @keydown=${this.#onKey}>
      <label
        >${msg(str`Name of ${run}; empty to go by that`)}
        <input class="slot" name="title" maxlength=${LONGEST_TITLE} autocomplete="off" .value=${title ?? ''} />
      </label>
      <button class="btn solid">${msg('Rename')}</button>
      <button class="btn" type="button" @click=${this.#close}>${msg('Cancel')}</button>
    </form>`;
  }

  async #onSubmit(event: Event, run: string): Promise<void> {
    event.preventDefault();
    const title = new FormData(event.target as HTMLFormElement).get('title');
    const isRenamed = await this.app.actions.library.rename(run, typeof title === 'string' ? title : '');
    if (isRenamed) this.#close();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
  };

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-library-rename': WmLibraryRename;
  }
}
