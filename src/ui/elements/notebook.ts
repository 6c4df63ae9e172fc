/** The notebook: the notes as the agent reads them, what the last rewriting changed, and how much room is left. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, unsafeCSS, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { findEnvironment } from '../../environments/registry.ts';
import { NOTE_BUDGET } from '../../policy/notes.ts';
import { noteLines, type NoteLine } from '../words/note-lines.ts';
import { counted } from '../i18n/counted.ts';
import { shared } from '../styles/shared.ts';
import type { Still } from '../replay/still.ts';

const MARKS = { kept: '=', new: '+', dropped: '−' } as const;
/** Empty lines are drawn up to this many, so that the page below does not jump with every rewriting. */
const LEAST_LINES = 4;
/** Earlier notes shown below the page, newest first. */
const EARLIER_SHOWN = 2;
/** Lines from which the page is set closer. */
const MANY_LINES = 6;
/** Characters from which a fact is written smaller, to stay on its line. */
const LONG_FACT = 13;
const LONGEST_FACT = 15;

/** Between two new words, when the notes have just been written. */
const WORD_MS = 70;

/** What is said beside a line: first what matters for the moment, then what changed, then that it is false. */
function remark({ change, truth, inUse }: NoteLine): string {
  if (inUse) return msg('in use');
  if (change === 'dropped') return truth === false ? msg('was false') : msg('dropped');
  if (truth === false) return change === 'new' ? msg('new, false') : msg('false');
  return change === 'new' ? msg('new') : '';
}

/** What a line's mark says to those who cannot see it. */
function markWords(change: NoteLine['change']): string {
  switch (change) {
    case 'kept':
      return msg('kept:');
    case 'new':
      return msg('new:');
    case 'dropped':
      return msg('dropped:');
  }
}

function sizeOf({ truth, text }: NoteLine): string {
  if (truth === null) return 'idle';
  if (text.length > LONGEST_FACT) return 'longest';
  return text.length > LONG_FACT ? 'long' : '';
}

function newWords(lines: readonly NoteLine[]): number {
  return lines.reduce((sum, { change, text }) => sum + (change === 'new' ? text.split(' ').length : 0), 0);
}

@customElement('wm-notebook')
export class WmNotebook extends LitElement {
  @property({ attribute: false }) still: Still | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h2 {
        padding-bottom: var(--space-2);
      }
      .page {
        position: relative;
        background: var(--note-paper);
        color: var(--note-ink);
        border: var(--stroke) solid var(--note-edge);
        border-radius: var(--radius-page);
        padding-bottom: 10px;
      }
      .page::before {
        content: '';
        position: absolute;
        left: 43px;
        top: 0;
        bottom: 0;
        border-left: 1.5px solid var(--note-edge);
        opacity: 0.55;
      }
      .page li {
        display: grid;
        grid-template-columns: 43px 1fr auto;
        align-items: center;
        min-height: 52px;
        border-bottom: 1px solid color-mix(in srgb, var(--note-edge) 38%, transparent);
      }
      .page li:last-child {
        border-bottom: 0;
      }
      .compact li {
        min-height: 40px;
      }
      .compact .fact:not(.idle) {
        font-size: 1.25rem;
      }
      .mark {
        text-align: center;
        font: 700 1.25rem/1 var(--font-token);
      }
      .fact {
        padding: 0 12px;
        font: 600 clamp(1.375rem, 1.1rem + 0.9vw, 1.75rem) / 1.15 var(--font-token);
        letter-spacing: -0.03em;
        overflow-wrap: anywhere;
      }
      .fact.long {
        font-size: clamp(1.125rem, 0.9rem + 0.7vw, 1.375rem);
      }
      .fact.longest {
        padding-inline: 12px 4px;
        font-size: 1.125rem;
      }
      .word {
        font-style: normal;
      }
      @media (prefers-reduced-motion: no-preference) {
        .writing .new .word {
          animation: appear 1ms step-end backwards;
        }
        ${unsafeCSS(
          Array.from(
            { length: NOTE_BUDGET },
            (_, word) => `.writing .new .w${word} { animation-delay: ${word * WORD_MS}ms; }`,
          ).join(' '),
        )}
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      .fact.idle {
        font-size: var(--text-m);
        font-weight: 450;
        padding-block: 8px;
      }
      .why {
        padding-right: 12px;
        font-size: var(--text-s);
        font-weight: 600;
      }
      .new .fact span {
        border-bottom: 4px solid var(--note-edge);
      }
      .dropped .fact {
        text-decoration: line-through;
        text-decoration-thickness: 3px;
        font-weight: 450;
      }
      .reading {
        background: var(--note);
        color: var(--on-note);
        outline: var(--stroke) solid var(--on-note);
        outline-offset: -1px;
      }
      .reading .fact span {
        border-color: currentColor;
      }
      .budget {
        display: flex;
        gap: 3px;
        padding-top: 10px;
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
      .earlier {
        /* In a low room there is no place for them (screens/watch-screen.ts). */
        display: var(--earlier, grid);
        gap: 8px;
        padding-top: var(--space-4);
      }
      .earlier li {
        display: grid;
        grid-template-columns: 6.2em 1fr;
        align-items: center;
        justify-items: start;
        gap: 8px;
        font-size: var(--text-s);
      }
      .earlier .slip {
        font-size: var(--text-s);
      }
      @media (forced-colors: active) {
        .reading {
          forced-color-adjust: none;
        }
        .budget i.on {
          forced-color-adjust: none;
          background: CanvasText;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { still } = this;
    if (!still) return nothing;
    const writing = still.kind === 'writing';
    const used = still.kind === 'move' ? still.last.used : null;
    const environment = findEnvironment(still.environment);
    const lines = noteLines(still.notes, still.notesBefore, still.truth, used, (words) =>
      environment.parseFacts(words),
    );
    const empty = Math.max(0, LEAST_LINES - lines.length);
    return html`
      <h2>${writing ? msg('Its notes, just written') : msg('Its notes, as it reads them')}</h2>
      <ol class="page ${lines.length >= MANY_LINES ? 'compact' : ''} ${writing ? 'writing' : ''}">
        ${lines.map((line, index) => this.#line(line, newWords(lines.slice(0, index))))}
        ${Array.from(
          { length: empty },
          (_, index) =>
            html`<li aria-hidden=${index > 0 || lines.length > 0}>
              ${index === 0 && lines.length === 0 ? html`<span></span><span class="fact idle">${msg('empty')}</span>` : nothing}
            </li>`,
        )}
      </ol>
      <div class="budget" aria-hidden="true">
        ${Array.from({ length: NOTE_BUDGET }, (_, index) => html`<i class=${index < still.notes.length ? 'on' : ''}></i>`)}
      </div>
      <p class="quiet small">
        ${counted(
          NOTE_BUDGET,
          msg(
            str`${still.notes.length} of {n} word. Nothing else survives a task.|${still.notes.length} of {n} words. Nothing else survives a task.`,
          ),
        )}
      </p>
      ${this.#earlier(still)}
    `;
  }

  /** `first` is the place of the line's first word among those that are new. */
  #line(line: NoteLine, first: number): TemplateResult {
    return html`<li class="${line.change} ${line.inUse ? 'reading' : ''}">
      <span class="mark"
        ><span aria-hidden="true">${MARKS[line.change]}</span><span class="sr">${markWords(line.change)} </span></span
      >
      <span class="fact ${sizeOf(line)}" lang="en" translate="no"
        ><span
          >${line.text.split(' ').map((word, place) => html`${place > 0 ? ' ' : ''}<i class="word w${first + place}">${word}</i>`)}</span
        ></span
      >
      <span class="why">${remark(line)}</span>
    </li>`;
  }

  #earlier(still: Still): TemplateResult | typeof nothing {
    const past = still.history.map((notes, index) => ({ label: msg(str`After task ${index + 1}`), notes }));
    const before = still.kind === 'writing' ? past : past.slice(0, -1);
    const shown = [...before].reverse().slice(0, EARLIER_SHOWN);
    if (still.position === 0 && still.kind !== 'writing') return nothing;
    return html`<ul class="earlier" aria-label=${msg('Earlier notes, newest first')}>
      ${shown.map(({ label, notes }) => this.#slip(label, notes))}
      ${shown.length < EARLIER_SHOWN ? this.#slip(msg('At first'), []) : nothing}
    </ul>`;
  }

  #slip(label: string, notes: readonly string[]): TemplateResult {
    return html`<li>
      <span>${label}</span>
      ${
        notes.length === 0
          ? html`<span class="slip empty">${msg('empty')}</span>`
          : html`<span class="slip" lang="en" translate="no">${notes.join(' ')}</span>`
      }
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-notebook': WmNotebook;
  }
}
