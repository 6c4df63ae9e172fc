/**
 * The visitor's note: a field with the words that fit next as its list of options, the note as the agent would read it
 * with unknown words marked in place, and how much room is left.
 */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { NOTE_BUDGET } from '../../policy/notes.ts';
import { parseLevelId } from '../../environments/ids.ts';
import { labAgent } from '../state/lab-view.ts';
import { shared } from '../styles/shared.ts';
import { fittingWords, readNote, unknownWords, type NoteGroup, type WordState } from '../words/lab-notes.ts';
import { roomLeft } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';

/** Words offered at once: all that can follow in any world, and few enough to look through. */
const MOST_WORDS = 12;

const NONE_CHOSEN = -1;

@customElement('wm-note-field')
export class WmNoteField extends AppElement {
  /** Index of the option that Enter would take. */
  @state() private _active = NONE_CHOSEN;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      label {
        display: block;
        font: 560 var(--text-l) / 1.2 var(--font-voice);
        padding-bottom: var(--space-2);
      }
      input {
        /* Clear of the header and of the bar that stays at the bottom. */
        scroll-margin-block: 80px 240px;
        width: 100%;
        min-height: 56px;
        padding: 8px 12px;
        border: 2px solid var(--note-edge);
        border-radius: var(--radius-page);
        background: var(--note-paper);
        color: var(--note-ink);
        font: 600 var(--text-l) / 1.3 var(--font-token);
        letter-spacing: -0.02em;
      }
      input::placeholder {
        color: inherit;
        font-weight: 450;
        opacity: 0.75;
      }
      .options {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        padding-top: var(--space-2);
        min-height: 52px;
      }
      .options [role='option'] {
        display: inline-flex;
        align-items: center;
        min-height: var(--target);
        min-width: var(--target);
        justify-content: center;
        padding: 4px 10px;
        border: 1.5px solid var(--ink);
        border-radius: 8px;
        background: var(--sheet);
        font: 550 var(--text-m) / 1 var(--font-token);
        cursor: pointer;
      }
      .options [role='option']:hover {
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      .options [aria-selected='true'] {
        outline: var(--focus);
        outline-offset: 1px;
      }
      .reading {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 6px;
        padding-block: var(--space-3) var(--space-2);
        min-height: 3em;
        font: 550 var(--text-m) / 1.4 var(--font-token);
      }
      .reading li {
        display: inline-flex;
        align-items: baseline;
        gap: 6px;
        padding: 2px 8px;
        border: 1px solid var(--hairline);
        border-radius: var(--radius-page);
      }
      .reading small {
        font: 400 var(--text-s) / 1.2 var(--font-text);
        color: var(--ink-2);
      }
      .reading .fact {
        border-color: var(--note-edge);
        background: var(--note-paper);
        color: var(--note-ink);
      }
      .unknown span {
        text-decoration: underline wavy var(--erased) 2px;
        text-underline-offset: 5px;
      }
      .too-many span {
        text-decoration: line-through;
      }
      .problem {
        padding-bottom: var(--space-2);
        font-weight: 600;
      }
      .budget {
        display: flex;
        gap: 3px;
      }
      .budget i {
        width: 8px;
        height: 15px;
        border: 1.5px solid var(--note-edge);
        border-radius: 2px;
      }
      .budget i.on {
        background: var(--note-edge);
      }
      .foot {
        display: flex;
        align-items: center;
        justify-content: space-between;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
      }
      @media (forced-colors: active) {
        .budget i.on {
          forced-color-adjust: none;
          background: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { note } = this.app.lab.state;
    const environment = this.#environment();
    const groups = readNote(note, environment);
    const words = groups.flat();
    const options = this.#options();
    return html`
      <label for="note">${msg('Your note')}</label>
      <input
        id="note"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls="options"
        aria-activedescendant=${this._active === NONE_CHOSEN ? nothing : `option-${this._active}`}
        aria-invalid=${words.some(({ state }) => state === 'unknown' || state === 'too-many')}
        aria-describedby="problem left"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength="400"
        lang="en"
        translate="no"
        placeholder=${msg('Write what it should know')}
        .value=${live(note)}
        @input=${this.#onInput}
        @keydown=${this.#onKey}
      />
      <div
        class="options"
        id="options"
        role="listbox"
        aria-label=${msg('Words that fit next')}
        lang="en"
        translate="no"
      >
        ${options.map(
          (word, index) =>
            html`<span
              role="option"
              id="option-${index}"
              aria-selected=${index === this._active}
              @click=${() => this.#take(word)}
              >${word}</span
            >`,
        )}
      </div>
      ${this.#reading(groups)}
      <p class="problem" id="problem" role="status">${this.#problem(groups)}</p>
      <div class="foot">
        <div>
          <div class="budget" aria-hidden="true">
            ${Array.from({ length: NOTE_BUDGET }, (_, index) => html`<i class=${index < words.length ? 'on' : ''}></i>`)}
          </div>
          <p class="quiet small" id="left">${roomLeft(words.length)}</p>
        </div>
        <div>
          <button
            class="tool"
            ?disabled=${this.app.lab.state.earlierNotes.length === 0}
            @click=${() => this.app.actions.lab.undoNote()}
          >
            ${msg('Undo')}
          </button>
          <button class="tool" ?disabled=${note === ''} @click=${() => this.app.actions.lab.writeNote('')}>
            ${msg('Empty it')}
          </button>
        </div>
      </div>
    `;
  }

  #environment(): string {
    const { lab, run } = this.app;
    return parseLevelId(labAgent(lab.state, run.state).level).environment;
  }

  #options(): readonly string[] {
    return fittingWords(this.app.lab.state.note, this.#environment()).slice(0, MOST_WORDS);
  }

  /** The note fact by fact, with the words that state nothing and those that it cannot read. */
  #reading(groups: readonly NoteGroup[]): TemplateResult {
    return html`<ul class="reading" aria-label=${msg('As it reads it')}>
      ${groups.map((group) => {
        const state = group[0]?.state ?? 'idle';
        const words = group.map(({ word }) => word).join(' ');
        return html`<li class=${state}><span lang="en" translate="no">${words}</span>${this.#remark(state)}</li>`;
      })}
    </ul>`;
  }

  #remark(state: WordState): TemplateResult | typeof nothing {
    switch (state) {
      case 'fact':
      case 'begun':
        return nothing;
      case 'idle':
        return html`<small>${msg('states nothing')}</small>`;
      case 'unknown':
        return html`<small>${msg('unknown')}</small>`;
      case 'too-many':
        return html`<small>${msg('does not fit')}</small>`;
    }
  }

  #problem(groups: readonly NoteGroup[]): string {
    const [unknown] = unknownWords(groups);
    if (unknown !== undefined) {
      return msg(str`“${unknown}” is not among the words it knows. Choose one of those offered.`);
    }
    if (groups.flat().length > NOTE_BUDGET) return msg(str`Notes hold ${NOTE_BUDGET} words. Take some out.`);
    return '';
  }

  #take(word: string): void {
    this.app.actions.lab.addWord(word);
    this._active = NONE_CHOSEN;
    this.renderRoot.querySelector('input')?.focus();
  }

  readonly #onInput = (event: Event): void => {
    this._active = NONE_CHOSEN;
    this.app.actions.lab.writeNote((event.currentTarget as HTMLInputElement).value);
  };

  /** Up and down choose a word, Enter takes it, Escape lets it go; everything else belongs to the field. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const options = this.#options();
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (options.length === 0) return;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const from = this._active === NONE_CHOSEN && step === -1 ? 0 : this._active;
        this._active = (from + step + options.length) % options.length;
        break;
      }
      case 'Enter': {
        const word = options[this._active];
        if (word === undefined) return;
        this.#take(word);
        break;
      }
      case 'Escape':
        if (this._active === NONE_CHOSEN) return;
        this._active = NONE_CHOSEN;
        break;
      default:
        return;
    }
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-note-field': WmNoteField;
  }
}
