/** A life laid out as a trail, and the slider that chooses the still: drag, click, arrow keys, Home and End. */

import { msg, str } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunActions } from '../actions/run-actions.ts';
import { trailOf, type Stop, type Trail } from '../charts/trail-geometry.ts';
import { taskName, type Still } from '../replay/still.ts';
import { shared } from '../styles/shared.ts';
import { HostWidth } from '../controllers/host-width.ts';
import { blaze, symbolStyles } from './symbols.ts';

const HEIGHT = 70;
const LINE_Y = 28;
const LABEL_Y = 62;
const FIRST_WIDTH = 320;

@customElement('wm-life-trail')
export class WmLifeTrail extends LitElement {
  @property({ attribute: false }) stills: readonly Still[] = [];
  @property({ type: Number }) index = 0;
  @property({ attribute: false }) actions: RunActions | null = null;

  readonly #width = new HostWidth(this, FIRST_WIDTH);

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
        min-height: ${HEIGHT}px;
      }
      .slider {
        cursor: pointer;
        touch-action: pan-y;
      }
      svg {
        height: calc(${HEIGHT}px * var(--zoom, 1));
      }
      .line {
        stroke: var(--ink-3);
        stroke-width: 3;
      }
      .walked {
        stroke: var(--ink);
        stroke-width: 6;
        stroke-linecap: round;
      }
      .tick {
        stroke: var(--ink-3);
        stroke-width: 2;
      }
      .past .tick {
        stroke: var(--ink);
      }
      .bed {
        fill: var(--sunk);
      }
      .ahead {
        fill: var(--sunk);
        stroke: var(--ink-3);
        stroke-width: 2.5;
      }
      .hit {
        fill: var(--kept);
      }
      .miss {
        fill: none;
        stroke: var(--erased);
        stroke-width: 2.25;
      }
      .here {
        fill: var(--ground);
        stroke: var(--ink);
        stroke-width: 4;
      }
      text {
        font-size: 16px;
      }
      text.other {
        fill: var(--ink-2);
      }
      text.this {
        font-weight: 700;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const still = this.stills[this.index];
    if (!still) return nothing;
    const trail = trailOf(this.stills, this.#width.value);
    return html`<div
      class="slider"
      role="slider"
      tabindex="0"
      aria-label=${msg('Where in the life')}
      aria-valuemin="1"
      aria-valuemax=${this.stills.length}
      aria-valuenow=${this.index + 1}
      aria-valuetext=${this.#where(still)}
      @keydown=${this.#onKey}
      @pointerdown=${this.#onPointer}
      @pointermove=${this.#onPointer}
    >
      <svg viewBox="0 0 ${this.#width.value} ${HEIGHT}" aria-hidden="true">
        ${this.#line(trail)} ${trail.stops.map((stop) => this.#stop(stop, trail))} ${this.#labels(trail, still)}
        <circle class="here" cx=${trail.stops[this.index].x} cy=${LINE_Y} r="12"></circle>
      </svg>
    </div>`;
  }

  #where(still: Still): string {
    const task = taskName(still);
    if (still.kind === 'writing') return msg(str`${task}, writing its notes`);
    if (still.kind === 'opening') return msg(str`${task}, before the first move`);
    const turns = this.stills.filter((other) => other.position === still.position && other.kind === 'move').length;
    return msg(str`${task}, move ${still.moves.length} of ${turns}`);
  }

  #line(trail: Trail): SVGTemplateResult {
    const here = trail.stops[this.index].x;
    return svg`<path class="line" d="M${trail.start} ${LINE_Y}H${trail.end}"></path>
      <path class="walked" d="M${trail.start} ${LINE_Y}H${here}"></path>`;
  }

  #stop({ index, x, kind }: Stop, { narrow, mark }: Trail): SVGTemplateResult | null {
    const past = index <= this.index;
    switch (kind) {
      case 'start':
        return null;
      case 'move':
        return narrow
          ? null
          : svg`<g class=${past ? 'past' : ''}><path class="tick" d="M${x} ${LINE_Y - 9}v18"></path></g>`;
      case 'writing':
        return past
          ? svg`<g transform="translate(${x} ${LINE_Y}) scale(${mark / 7.3})">${blaze()}</g>`
          : svg`<path class="ahead" d="M${x} ${LINE_Y - mark}l${mark} ${mark}-${mark} ${mark}-${mark}-${mark}z"></path>`;
      case 'solved':
      case 'failed':
        if (!past) return svg`<circle class="ahead" cx=${x} cy=${LINE_Y} r=${mark - 1}></circle>`;
        return svg`<circle class="bed" cx=${x} cy=${LINE_Y} r=${mark + 3}></circle>
          <circle class=${kind === 'solved' ? 'hit' : 'miss'} cx=${x} cy=${LINE_Y} r=${mark}></circle>`;
    }
  }

  #labels(trail: Trail, still: Still): SVGTemplateResult[] {
    return trail.tasks.map(({ position, x }) => {
      const number = still.firstTask + position + 1;
      const name = trail.narrow ? String(number) : msg(str`task ${number}`);
      const classes = position === still.position ? 'this' : 'other';
      return svg`<text class=${classes} x=${x} y=${LABEL_Y} text-anchor="middle">${name}</text>`;
    });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: this.index - 1,
      ArrowDown: this.index - 1,
      ArrowRight: this.index + 1,
      ArrowUp: this.index + 1,
      Home: 0,
      End: this.stills.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.actions?.showStill(target);
  };

  readonly #onPointer = (event: PointerEvent): void => {
    if (event.buttons !== 1 && event.type !== 'pointerdown') return;
    const slider = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') slider.setPointerCapture(event.pointerId);
    const x = event.clientX - slider.getBoundingClientRect().left;
    const { stops } = trailOf(this.stills, this.#width.value);
    const nearest = stops.reduce((best, stop) => (Math.abs(stop.x - x) < Math.abs(best.x - x) ? stop : best));
    if (nearest.index !== this.index) this.actions?.showStill(nearest.index);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-life-trail': WmLifeTrail;
  }
}
