/** The frozen lake as a hand-cut map: tiles, holes, shore, the flag, the walker and the buttons it pressed. */

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
import { customElement, property } from 'lit/decorators.js';
import type { Fact } from '../../environments/environment.ts';
import type { Cell, LakeScene } from '../../environments/scene.ts';
import type { Move } from '../replay/still.ts';
import { lakeInWords } from '../words/picture-words.ts';
import { walkHome } from '../controllers/walk.ts';
import { shared } from '../styles/shared.ts';
import {
  LAKE_EXTENT,
  SHORE_PATH,
  SHORE_TREES,
  cellCentre,
  cellExtent,
  holePath,
  ripplePath,
  tilePath,
} from './lake-shapes.ts';
import { fir, flag, symbolStyles, walker } from './symbols.ts';

const DIRECTIONS: Readonly<Record<string, Cell>> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
/** How far towards the edge a bump is marked, in cells. */
const BUMP_REACH = 0.4;
/** How far the walker reaches into the cell above, in cells. */
const ANTENNA = 0.15;
/** Width of a cell in which the shared symbols have their own size. */
const SYMBOL_CELL = 100;

/** A button's tag on the map: where it was pressed, between the cell left and the cell reached. */
interface Press {
  readonly button: string;
  readonly x: number;
  readonly y: number;
}

function same(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function inSight(cell: Cell, from: Cell): boolean {
  return Math.abs(cell[0] - from[0]) + Math.abs(cell[1] - from[1]) <= 1;
}

function lakeAt(move: Move): { readonly before: LakeScene; readonly after: LakeScene } | null {
  const { before, after } = move;
  return before.kind === 'lake' && after.kind === 'lake' ? { before, after } : null;
}

@customElement('wm-lake')
export class WmLake extends LitElement {
  @property({ attribute: false }) scene: LakeScene | null = null;
  /** Moves of this task so far. */
  @property({ attribute: false }) moves: readonly Move[] = [];
  /** What its notes claim: a direction, and the button for it. */
  @property({ attribute: false }) claims: readonly Fact[] = [];
  @property({ attribute: false }) carriesNote = false;
  /** Replay speed: a step on the ice takes `--move` divided by it. */
  @property({ type: Number }) speed = 1;

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .snow {
        fill: var(--snow);
        stroke: var(--ice-crack);
        stroke-width: 1.5;
      }
      .rim {
        fill: none;
        stroke: var(--ice-crack);
        stroke-width: 1.25;
        opacity: 0.7;
      }
      .ice {
        fill: var(--ice);
        stroke: var(--ice-crack);
        stroke-width: 1.5;
      }
      .ice.lit {
        fill: var(--ice-lit);
      }
      .water {
        fill: var(--water);
        stroke: var(--ice-crack);
        stroke-width: 2;
      }
      .ripple {
        fill: none;
        stroke: var(--ice-crack);
        stroke-width: 2;
        stroke-linecap: round;
        opacity: 0.75;
      }
      .haze-dot {
        fill: var(--ice-crack);
      }
      .flag-foot {
        fill: var(--snow);
        stroke: var(--ice-crack);
        stroke-width: 1.5;
      }
      .trail {
        fill: none;
        stroke: var(--ink);
        stroke-opacity: 0.6;
        stroke-width: 7;
        stroke-linecap: round;
        stroke-linejoin: round;
        stroke-dasharray: 0 14.3;
      }
      .origin {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2.5;
      }
      .origin-dot {
        fill: var(--ink);
      }
      .tag {
        fill: var(--sheet);
        stroke: var(--ink);
        stroke-width: 1.75;
      }
      .tag.known {
        fill: var(--note);
      }
      .press text {
        font: 650 17px var(--font-token);
        text-anchor: middle;
      }
      .press text.known {
        fill: var(--on-note);
      }
      /* On a narrow picture the tags grow against it, so that their words stay at 15 px. */
      @container (max-width: 405px) {
        .press {
          transform: scale(1.2);
        }
      }
      @container (max-width: 350px) {
        .press {
          transform: scale(1.42);
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const scene = this.scene;
    if (!scene) return nothing;
    return html`<svg
      viewBox="0 0 ${LAKE_EXTENT} ${LAKE_EXTENT}"
      role="img"
      translate="no"
      aria-label=${lakeInWords(scene, this.moves)}
    >
      <defs>
        <pattern id="haze" width="10" height="10" patternUnits="userSpaceOnUse">
          <circle class="haze-dot" cx="2.5" cy="2.5" r="1.5"></circle>
          <circle class="haze-dot" cx="7.5" cy="7.5" r="1.5"></circle>
        </pattern>
        <clipPath id="above-water"><rect x="-60" y="-110" width="120" height="78"></rect></clipPath>
      </defs>
      <path class="snow" d=${SHORE_PATH}></path>
      <path class="rim" transform="translate(10.7 10.7) scale(.955)" d=${SHORE_PATH}></path>
      ${this.#ground(scene)} ${this.#goal(scene)} ${this.#trail(scene)}
      ${SHORE_TREES.map(([x, y, scale]) => svg`<g transform="translate(${x} ${y}) scale(${scale})">${fir()}</g>`)}
      ${this.#walker(scene)}
    </svg>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('moves')) this.#walkFromLastCell(changed.get('moves') ?? []);
  }

  #ground(scene: LakeScene): SVGTemplateResult[] {
    const visited = this.#cellsWalked(scene);
    const shapes: SVGTemplateResult[] = [];
    for (let row = 0; row < scene.size; row++) {
      for (let column = 0; column < scene.size; column++) {
        const cell: Cell = [row, column];
        const lit = inSight(cell, scene.walker);
        const hole = scene.holes.some((other) => same(cell, other));
        const hazed = !lit && !hole && !visited.some((other) => same(cell, other));
        const path = tilePath(scene.size, row, column);
        shapes.push(svg`<path class="ice ${lit ? 'lit' : ''}" d=${path}></path>`);
        if (hazed) shapes.push(svg`<path class="haze" fill="url(#haze)" d=${path}></path>`);
        if (hole) {
          shapes.push(svg`<path class="water" d=${holePath(scene.size, row, column)}></path>
            <path class="ripple" d=${ripplePath(scene.size, row, column)}></path>`);
        }
      }
    }
    return shapes;
  }

  /** Where it has been in this task, from the start to where it stands. */
  #cellsWalked(scene: LakeScene): readonly Cell[] {
    const steps = this.moves.flatMap((move) => lakeAt(move) ?? []);
    return [scene.start, ...steps.map((step) => step.after.walker)];
  }

  #goal(scene: LakeScene): SVGTemplateResult {
    const [x, y] = cellCentre(scene.size, ...scene.goal);
    const scale = cellExtent(scene.size) / SYMBOL_CELL;
    const beside = same(scene.walker, scene.goal) ? 22 * scale : 0;
    return svg`<g transform="translate(${x + beside} ${y + 28 * scale}) scale(${scale})">${flag()}</g>`;
  }

  #trail(scene: LakeScene): SVGTemplateResult {
    const points = this.#cellsWalked(scene).map((cell) => cellCentre(scene.size, ...cell).join(' '));
    const [x, y] = cellCentre(scene.size, ...scene.start);
    return svg`
      <path class="trail" d="M${points.join('L')}"></path>
      <circle class="origin" cx=${x} cy=${y} r="11"></circle>
      <circle class="origin-dot" cx=${x} cy=${y} r="4"></circle>
      ${this.#presses(scene).map((press) => this.#tag(press))}`;
  }

  /** One press for each place on the map; a later one covers an earlier one. */
  #presses(scene: LakeScene): readonly Press[] {
    const presses = new Map<string, Press>();
    for (const move of this.moves) {
      const step = lakeAt(move);
      const button = move.turn[1];
      const direction = step ? DIRECTIONS[step.before.buttons[button]] : undefined;
      if (!step || !direction) continue;
      const from = step.before.walker;
      const reach = same(from, step.after.walker) ? BUMP_REACH : 0.5;
      const [row, column] = [from[0] + direction[0] * reach, from[1] + direction[1] * reach];
      // Right above the walker a tag makes room for its antenna.
      const raised = column === scene.walker[1] && row === scene.walker[0] - 0.5 ? ANTENNA : 0;
      const [x, y] = cellCentre(scene.size, row - raised, column);
      presses.set(`${row} ${column}`, { button, x, y });
    }
    return [...presses.values()];
  }

  #tag({ button, x, y }: Press): SVGTemplateResult {
    const known = this.claims.some((claim) => claim.value[0] === button) ? 'known' : '';
    return svg`<g transform="translate(${x} ${y})"><g class="press">
      <rect class="tag ${known}" x="-20" y="-15" width="40" height="30" rx=${known ? 4 : 15}></rect>
      <text class=${known} y="6">${button}</text>
    </g></g>`;
  }

  #walker(scene: LakeScene): SVGTemplateResult {
    const [x, y] = cellCentre(scene.size, ...scene.walker);
    const scale = cellExtent(scene.size) / SYMBOL_CELL;
    const sunk = scene.holes.some((hole) => same(hole, scene.walker));
    const aside = same(scene.walker, scene.goal) ? -14 * scale : 0;
    const place = `translate(${x + aside} ${y + (sunk ? 42 : 29) * scale}) scale(${0.82 * scale})`;
    return svg`<g class="walk"><g transform=${place}>
      ${sunk ? svg`<g clip-path="url(#above-water)">${walker(false)}</g>` : walker(this.carriesNote)}
    </g></g>`;
  }

  /** Lets the walker walk the last step when the picture has just gone on by one move. */
  #walkFromLastCell(earlier: readonly Move[]): void {
    const last = this.moves.at(-1);
    const step = last && lakeAt(last);
    if (!step || this.moves.length !== earlier.length + 1) return;
    const walk = this.renderRoot.querySelector('.walk');
    const from = cellCentre(step.before.size, ...step.before.walker);
    const to = cellCentre(step.after.size, ...step.after.walker);
    if (walk) walkHome(walk, { x: from[0] - to[0], y: from[1] - to[1] }, this.speed);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lake': WmLake;
  }
}
