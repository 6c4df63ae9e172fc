/** Where a link is pasted or a file chosen, while nothing is open. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-open-give')
export class WmOpenGive extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 46rem;
      }
      p {
        max-width: var(--measure);
      }
      form {
        display: grid;
        gap: var(--space-2);
        padding-block: var(--space-5) var(--space-4);
      }
      label {
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      textarea {
        width: 100%;
        min-height: 5.5em;
        padding: 10px 12px;
        border: var(--stroke) solid var(--ink);
        border-radius: var(--radius-page);
        background: var(--sheet);
        color: var(--ink);
        font: 400 var(--text-m) / 1.4 var(--font-token);
        resize: vertical;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
      }
      .problem {
        padding: 4px 0 4px var(--space-3);
        border-inline-start: 3px solid var(--ink);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { problem, given } = this.app.open.state;
    return html`
      <p id="problem" role="alert" class=${problem ? 'problem' : ''}>
        ${problem ? html`<b>${problem.message}</b> ${problem.remedy}` : nothing}
      </p>
      ${
        given === null && !problem
          ? html`<p>
              ${msg('A link or a file shows what it claims. Nothing of it runs, and nothing of yours is touched, until you say so.')}
            </p>`
          : nothing
      }
      <form @submit=${this.#onSubmit}>
        <label for="link">${given === null ? msg('Paste a link') : msg('Paste another link')}</label>
        <textarea
          id="link"
          name="link"
          required
          spellcheck="false"
          autocomplete="off"
          aria-describedby="problem"
        ></textarea>
        <div class="do">
          <button class="btn solid">${msg('Show what it claims')}</button>
          <span class="quiet">${msg('or choose a file below, or drop one anywhere here')}</span>
        </div>
      </form>
    `;
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = new FormData(form).get('link');
    if (typeof text === 'string') void this.app.actions.open.paste(text);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-give': WmOpenGive;
  }
}
