/** The house from above: four rooms, places to look in, places to put things, pins for what the notes claim. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Fact } from '../../environments/environment.ts';
import type { HouseScene } from '../../environments/scene.ts';
import type { Move } from '../replay/still.ts';
import { houseInWords } from '../words/picture-words.ts';
import { shared } from '../styles/shared.ts';
import {
  DOOR_LEAF,
  FLOORBOARDS,
  FURNITURE,
  PLAN_HEIGHT,
  PLAN_WIDTH,
  ROOMS,
  WALLS,
  standingAt,
  walkBetween,
  type Furniture,
  type Room,
} from './house-plan.ts';
import { symbolStyles, walker } from './symbols.ts';

/** Advance of one character of the token font at the size used in the plan. */
const CHARACTER_WIDTH = 9.4;
const PIN_LEADING = 18;
const PIN_PADDING = 8;

const ROOM_NAMES: Readonly<Record<Room, () => string>> = {
  kitchen: () => msg('kitchen'),
  study: () => msg('study'),
  'living room': () => msg('living room'),
  bedroom: () => msg('bedroom'),
};

function swatch(classes: string): TemplateResult {
  return html`<svg viewBox="0 0 26 20"><rect class=${classes} x="1" y="1" width="24" height="18" rx="4"></rect></svg>`;
}

@customElement('wm-house')
export class WmHouse extends LitElement {
  @property({ attribute: false }) scene: HouseScene | null = null;
  /** Moves of this task so far. */
  @property({ attribute: false }) moves: readonly Move[] = [];
  /** What its notes claim: an object, and the place it lives in. */
  @property({ attribute: false }) claims: readonly Fact[] = [];
  @property({ attribute: false }) carriesNote = false;

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
      }
      .floor {
        fill: var(--floor);
      }
      .boards {
        fill: none;
        stroke: var(--hairline);
        stroke-width: 1.25;
        opacity: 0.8;
      }
      .walls {
        fill: none;
        stroke: var(--ink);
        stroke-width: 7;
        stroke-linecap: square;
      }
      .leaf {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2;
      }
      .rug {
        fill: color-mix(in srgb, var(--wood) 30%, var(--floor));
        stroke: var(--wood);
        stroke-width: 2;
      }
      .room {
        font-size: 16px;
        font-style: italic;
        fill: var(--ink-2);
      }
      .place {
        fill: var(--sheet);
        stroke: var(--ink);
        stroke-width: 2.25;
      }
      .place.put {
        fill: var(--floor);
        stroke-dasharray: 6 4;
      }
      .place.target {
        stroke-width: 4;
      }
      .name {
        font: 600 16.5px var(--font-token);
        letter-spacing: -0.03em;
        text-anchor: middle;
      }
      .searched {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2.5;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      .trail {
        fill: none;
        stroke: var(--ink);
        stroke-opacity: 0.6;
        stroke-width: 6;
        stroke-linecap: round;
        stroke-dasharray: 0 13;
      }
      .pin {
        fill: var(--note);
        stroke: var(--ink);
        stroke-width: 1.75;
      }
      .pin.reading {
        stroke-width: 3.5;
      }
      .pin-text {
        font: 650 16.5px var(--font-token);
        letter-spacing: -0.03em;
        text-anchor: middle;
        fill: var(--on-note);
      }
      .load {
        fill: var(--kept);
        stroke: var(--ink);
        stroke-width: 2;
      }
      .load-text {
        font: 650 16.5px var(--font-token);
        letter-spacing: -0.03em;
        text-anchor: middle;
        fill: var(--ground);
      }
      .legend {
        /* In a room there is no place for it (elements/world.ts). */
        display: var(--legend, flex);
        flex-wrap: wrap;
        gap: 4px 16px;
        padding-top: var(--space-2);
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .legend li {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      .legend svg {
        width: 26px;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const scene = this.scene;
    if (!scene) return nothing;
    return html`
      <svg
        viewBox="0 0 ${PLAN_WIDTH} ${PLAN_HEIGHT}"
        role="img"
        translate="no"
        aria-label=${houseInWords(scene, this.moves)}
      >
        <rect class="floor" x="6" y="6" width="346" height="464"></rect>
        <path class="boards" d=${FLOORBOARDS}></path>
        <ellipse class="rug" cx="60" cy="348" rx="44" ry="28"></ellipse>
        <path class="leaf" d=${DOOR_LEAF}></path>
        <path class="walls" d=${WALLS}></path>
        ${ROOMS.map(([name, x, y]) => svg`<text class="room" x=${x} y=${y}>${ROOM_NAMES[name]()}</text>`)}
        ${this.#trail()} ${Object.entries(FURNITURE).map(([name, piece]) => this.#place(scene, name, piece))}
        ${this.#pins()} ${this.#walker(scene)}
      </svg>
      <ul class="legend" aria-hidden="true">
        <li>${swatch('place')} ${msg('to look in')}</li>
        <li>${swatch('place put')} ${msg('to put things')}</li>
        <li>${swatch('pin')} ${msg('its notes')}</li>
      </ul>
    `;
  }

  #place(scene: HouseScene, name: string, piece: Furniture): SVGTemplateResult {
    const { x, y, width, height } = piece;
    const kind = `place ${piece.use} ${name === scene.target ? 'target' : ''}`;
    return svg`
      <rect class=${kind} x=${x} y=${y} width=${width} height=${height} rx=${piece.soft ? 14 : 5}></rect>
      <text class="name" x=${x + width / 2} y=${y + height / 2 + 6}>${name}</text>
      ${
        scene.visited.includes(name)
          ? svg`<path class="searched" d="M${x + width - 17} ${y + 9}l4 5 8-10"></path>`
          : null
      }`;
  }

  #trail(): SVGTemplateResult {
    const stops = [null, ...this.moves.flatMap(({ after }) => (after.kind === 'house' ? after.at : []))];
    const points = walkBetween(stops).map((point) => point.join(' '));
    return svg`<path class="trail" d="M${points.join('L')}"></path>`;
  }

  /** Claims about the same place stand in one pin, a line each, so that none hides another. */
  #pins(): SVGTemplateResult[] {
    const byPlace = new Map<string, string[]>();
    for (const claim of this.claims) {
      const [place] = claim.value;
      byPlace.set(place, [...(byPlace.get(place) ?? []), claim.key]);
    }
    return [...byPlace].flatMap(([place, objects]) => (FURNITURE[place] ? [this.#pin(place, objects)] : []));
  }

  #pin(place: string, objects: readonly string[]): SVGTemplateResult {
    const piece = FURNITURE[place];
    const reading = this.moves.at(-1)?.used?.value[0] === place ? 'reading' : '';
    const centre = piece.x + piece.width / 2;
    const width = Math.max(...objects.map((object) => object.length)) * CHARACTER_WIDTH + 16;
    const height = PIN_PADDING + objects.length * PIN_LEADING;
    const bottom = piece.y - 9;
    return svg`<path class="pin" d="M${centre - 9} ${bottom - 2}l9 12 9-12z"></path>
      <rect class="pin ${reading}" x=${centre - width / 2} y=${bottom - height} width=${width} height=${height} rx="3"></rect>
      ${objects.map(
        (object, index) => svg`<text class="pin-text" x=${centre} y=${bottom - height + (index + 1) * PIN_LEADING}>
          ${object}
        </text>`,
      )}`;
  }

  #walker(scene: HouseScene): SVGTemplateResult {
    const [x, y] = standingAt(scene.at);
    const width = scene.wanted.length * CHARACTER_WIDTH + 14;
    return svg`<g transform="translate(${x} ${y})">
      <g transform="scale(.62)">${walker(this.carriesNote)}</g>
      ${
        scene.carrying
          ? svg`<rect class="load" x=${-width / 2} y="-21" width=${width} height="24" rx="8"></rect>
              <text class="load-text" y="-4">${scene.wanted}</text>`
          : null
      }
    </g>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-house': WmHouse;
  }
}
