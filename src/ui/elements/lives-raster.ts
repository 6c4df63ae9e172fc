/**
 * The lives that are watched, a row each: a disc where a task was solved, a ring where it was not. The life on screen
 * is open: arcs lead from each rewriting of the notes to the tasks that had the note, bold where the task comes out
 * differently without it. A mark is chosen by pointer or arrow keys, and opened by click or Enter.
 */

import { msg } from '@lit/localize';
import {
  LitElement,
  css,
  html,
  nothing,
  svg,
  type PropertyValues,
  type SVGTemplateResult,
  type TemplateResult,
} from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { WatchActions } from '../actions/watch-actions.ts';
import { livesDrawing, markNear, type LivesArc, type LivesDrawing, type PlacedRow } from '../charts/lives-geometry.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { outcomesOf } from '../replay/telling.ts';
import type { WatchedLife } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { renderPhrase } from '../words/captions/phrase.ts';
import { lifeLabel, lifeName, markWords, useWords, withoutUses, type UseWords } from '../words/lives-words.ts';
import { blaze, symbolStyles } from './symbols.ts';

const FIRST_WIDTH = 358;

interface Place {
  /** Index among the lives shown. */
  readonly index: number;
  readonly task: number;
}

@customElement('wm-lives-raster')
export class WmLivesRaster extends LitElement {
  /** From top to bottom. */
  @property({ attribute: false }) lives: readonly WatchedLife[] = [];
  /** On screen: which of them, and the index of its task. */
  @property({ attribute: false }) present: WatchedLife['life'] | null = null;
  @property({ type: Number }) task = 0;
  @property({ attribute: false }) actions: WatchActions | null = null;

  /** What the pointer or the keyboard has chosen; null for what is on screen. */
  @state() private chosen: Place | null = null;

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
      }
      .says {
        min-height: 2.9em;
        font-size: var(--text-s);
        line-height: 1.45;
      }
      .says .cause {
        color: var(--note-edge);
        font-weight: 700;
      }
      .said {
        font-family: var(--font-token);
        font-weight: 650;
      }
      svg {
        height: var(--height);
      }
      .grid {
        cursor: pointer;
        touch-action: pan-y;
      }
      .label {
        font-size: var(--text-chart);
        fill: var(--ink-2);
      }
      .open {
        fill: none;
        stroke: var(--ink);
        stroke-width: 1.5;
      }
      .hit {
        fill: var(--kept);
      }
      .miss {
        fill: var(--ground);
        stroke: var(--erased);
        stroke-width: 2.25;
      }
      .here {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2.5;
      }
      .chosen {
        fill: none;
        stroke: var(--ink);
        stroke-width: 1.5;
        stroke-dasharray: 3 3;
      }
      .arc {
        fill: none;
        stroke: var(--note-edge);
        stroke-width: 1.75;
        stroke-dasharray: 4 4;
      }
      .arc.cause {
        stroke-width: 2.5;
        stroke-dasharray: none;
        opacity: 0.55;
      }
      .arc.cause.told {
        stroke-width: 4.5;
        opacity: 1;
      }
      .rewriting.quiet-note {
        opacity: 0.45;
      }
      @media (forced-colors: active) {
        .hit {
          fill: CanvasText;
        }
        .miss,
        .here,
        .arc {
          stroke: CanvasText;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lives') || changed.has('present')) this.chosen = null;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.lives.length === 0) return nothing;
    const drawing = this.#drawing();
    // The same at every width; a style attribute would be against the security policy.
    this.style.setProperty('--height', `${drawing.height}px`);
    const { index, task } = this.#told();
    const watched = this.lives.at(index);
    return html`
      <h3>
        ${this.lives.at(-1)?.source === 'run' ? msg('Lives, newest first') : msg('Lives, each in a world of its own')}
      </h3>
      <p class="says">${watched ? this.#says(watched, task) : nothing}</p>
      <div
        class="grid"
        role="grid"
        tabindex="0"
        aria-label=${msg('Lives by task: choose with the arrow keys, open with Enter')}
        aria-activedescendant=${this.#cellId({ index, task })}
        @keydown=${this.#onKey}
        @pointermove=${this.#onMove}
        @pointerleave=${this.#onLeave}
        @blur=${this.#onLeave}
        @click=${this.#onClick}
      >
        <svg viewBox="0 0 ${this.#width.value} ${drawing.height}" role="rowgroup">
          ${this.#opened(drawing, task)} ${drawing.rows.map((row) => this.#row(row, drawing))}
        </svg>
      </div>
    `;
  }

  #openIndex(): number {
    return this.lives.findIndex(({ life }) => life === this.present);
  }

  /** The mark that is spoken of: the one chosen, or where the life on screen is. */
  #told(): Place {
    return this.chosen ?? { index: this.#openIndex(), task: this.task };
  }

  #drawing(): LivesDrawing {
    const open = this.#openIndex();
    const rows = this.lives.map((watched) => ({ label: lifeLabel(watched), outcomes: outcomesOf(watched.life) }));
    const length = Math.max(1, ...rows.map(({ outcomes }) => outcomes.length));
    // Several notes of one rewriting share an arc.
    const links = new Map(
      (this.lives.at(open)?.life.uses ?? []).map((use) => [`${use.writtenAfter} ${use.task}`, use]),
    );
    return livesDrawing(rows, {
      width: this.#width.value,
      length,
      open,
      links: open === -1 ? [] : [...links.values()],
    });
  }

  /** The most telling of the notes; the table has the others. */
  #says(watched: WatchedLife, task: number): TemplateResult {
    const first = useWords(watched.life, task).at(0);
    const cause = first && (first.effect === 'helped' || first.effect === 'misled');
    return html`${markWords(watched, task)}
      <span class=${cause ? 'cause' : ''}
        >${first ? renderPhrase(first.words) : withoutUses(watched.life, task)}</span
      >`;
  }

  /** The open row's box, its arcs and its rewritings. */
  #opened({ open, arcs, rewritings, rows }: LivesDrawing, told: number): SVGTemplateResult | null {
    const watched = this.lives.at(this.#openIndex());
    const row = rows.find(({ index }) => index === this.#openIndex());
    if (!open || !watched || !row) return null;
    const uses = useWords(watched.life);
    const task = this.chosen && this.chosen.index !== row.index ? this.task : told;
    const updates = watched.life.episodes.filter((episode) => episode.kind === 'update');
    return svg`
      <rect class="open" x=${open.x} y=${open.y} width=${open.width} height=${open.height} rx="3"></rect>
      ${arcs.map((arc) => this.#arc(arc, uses, task))}
      ${rewritings.slice(0, updates.length).map((x, index) => {
        const changed = updates[index].notes.join(' ') !== updates[index].oldNotes.join(' ');
        const name = changed ? 'rewriting' : 'rewriting quiet-note';
        return svg`<g class=${name} transform="translate(${x} ${row.y}) scale(${changed ? 0.95 : 0.55})">${blaze()}</g>`;
      })}`;
  }

  /** Those that changed an outcome always; those that did not only for the task that is spoken of. */
  #arc({ path, writtenAfter, task }: LivesArc, uses: readonly UseWords[], told: number): SVGTemplateResult | null {
    const own = uses.filter(({ use }) => use.writtenAfter === writtenAfter && use.task === task);
    const cause = own.some(({ effect }) => effect === 'helped' || effect === 'misled');
    if (!cause && task !== told) return null;
    return svg`<path class="arc ${cause ? 'cause' : ''} ${task === told ? 'told' : ''}" d=${path}></path>`;
  }

  #cellId({ index, task }: Place): string {
    return `mark-${index}-${task}`;
  }

  #row({ index, y, label, marks }: PlacedRow, { radius, labelX }: LivesDrawing): SVGTemplateResult {
    const watched = this.lives[index];
    const here = index === this.#openIndex();
    const told = this.#told();
    return svg`<g role="row" aria-label=${lifeName(watched)}>
      <text class="label" aria-hidden="true" x=${labelX} y=${y + 5} text-anchor="end">${label}</text>
      ${marks.map(({ task, x, solved }) => {
        const chosen = told.index === index && told.task === task;
        return svg`<g role="gridcell" id=${this.#cellId({ index, task })} aria-label=${markWords(watched, task)} aria-selected=${chosen}>
          <circle class=${solved ? 'hit' : 'miss'} cx=${x} cy=${y} r=${solved ? radius : radius - 1}></circle>
          ${here && task === this.task ? svg`<circle class="here" cx=${x} cy=${y} r=${radius + 4}></circle>` : null}
          ${chosen && this.chosen ? svg`<circle class="chosen" cx=${x} cy=${y} r=${radius + 7}></circle>` : null}
        </g>`;
      })}
    </g>`;
  }

  #open({ index, task }: Place): void {
    const watched = this.lives.at(index);
    if (watched && index >= 0) this.actions?.openLife(watched.life, task);
  }

  #at(event: MouseEvent): Place | null {
    const picture = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return markNear(this.#drawing(), event.clientX - picture.left, event.clientY - picture.top);
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const place = this.#at(event);
    if (place?.index !== this.chosen?.index || place?.task !== this.chosen?.task) this.chosen = place;
  };

  readonly #onLeave = (): void => {
    this.chosen = null;
  };

  readonly #onClick = (event: MouseEvent): void => {
    const place = this.#at(event);
    if (place) this.#open(place);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { index, task } = this.#told();
    const tasks = outcomesOf(this.lives[Math.max(0, index)].life).length;
    const moves: Readonly<Record<string, Place>> = {
      ArrowLeft: { index, task: Math.max(0, task - 1) },
      ArrowRight: { index, task: Math.min(tasks - 1, task + 1) },
      ArrowUp: { index: Math.max(0, index - 1), task },
      ArrowDown: { index: Math.min(this.lives.length - 1, index + 1), task },
      Home: { index, task: 0 },
      End: { index, task: tasks - 1 },
    };
    const next = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.#open({ index, task });
    else if (next) this.chosen = next;
    else return;
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lives-raster': WmLivesRaster;
  }
}
