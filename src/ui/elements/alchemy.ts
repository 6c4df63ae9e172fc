/** The alchemist's bench: four jars, the order to fill, what has been mixed, and tags for what the notes claim. */

import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Fact } from '../../environments/environment.ts';
import type { AlchemyScene } from '../../environments/scene.ts';
import type { Move } from '../replay/still.ts';
import { alchemyInWords } from '../words/picture-words.ts';
import { shared } from '../styles/shared.ts';
import { symbolStyles, walker } from './symbols.ts';

const WIDTH = 358;
const HEIGHT = 404;

/** A jar for each element: where it stands, and the sign on it, drawn around its own centre. */
const JARS: readonly { readonly name: string; readonly x: number; readonly sign: string }[] = [
  { name: 'fire', x: 50, sign: 'M0-12C8-4 10 2 7 8Q0 16-7 8C-9 3-5 1-4-3Q0-1 0-12z' },
  { name: 'water', x: 136, sign: 'M0-13Q10 1 8 7Q0 17-8 7Q-10 1 0-13z' },
  { name: 'earth', x: 222, sign: 'M-12 9-4-9 2 2 6-4 13 9z' },
  { name: 'air', x: 308, sign: 'M-12-5H5q7-1 5-6t-8 0M-12 2H9M-12 9H2q6 0 4 5' },
];
const SHELF_Y = 128;
/** Advance of one character of the token font on the tag. */
const CHARACTER_WIDTH = 9.4;
/** The first line of the record of tries, and the distance between lines. */
const RECORD_Y = 330;
const RECORD_LEADING = 32;

@customElement('wm-alchemy')
export class WmAlchemy extends LitElement {
  @property({ attribute: false }) scene: AlchemyScene | null = null;
  /** Moves of this task so far. */
  @property({ attribute: false }) moves: readonly Move[] = [];
  /** What its notes claim: a product, and the pair that makes it. */
  @property({ attribute: false }) claims: readonly Fact[] = [];
  @property({ attribute: false }) carriesNote = false;

  static override styles = [
    shared,
    symbolStyles,
    css`
      :host {
        display: block;
      }
      .wall {
        fill: var(--floor);
      }
      .board {
        fill: var(--wood);
        stroke: var(--ink);
        stroke-width: 2;
      }
      .jar {
        fill: var(--sheet);
        stroke: var(--ink);
        stroke-width: 2.25;
        stroke-linejoin: round;
      }
      .jar.poured {
        fill: var(--ice-lit);
        stroke-width: 4;
      }
      .sign {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      .name {
        font: 600 16.5px var(--font-token);
        text-anchor: middle;
      }
      .pot {
        fill: var(--water);
        stroke: var(--ink);
        stroke-width: 2.5;
      }
      .brew {
        fill: var(--ice);
        stroke: var(--ink);
        stroke-width: 2.5;
      }
      .brew.made {
        fill: var(--kept);
      }
      .order {
        fill: var(--sheet);
        stroke: var(--ink);
        stroke-width: 1.75;
      }
      .order-text {
        font: 650 19px var(--font-token);
        text-anchor: middle;
      }
      .quiet-text {
        font-size: 16px;
        fill: var(--ink-2);
      }
      .try {
        font: 550 16.5px var(--font-token);
      }
      .right {
        fill: var(--kept);
      }
      .wrong {
        fill: none;
        stroke: var(--erased);
        stroke-width: 2.5;
      }
      .claim {
        fill: var(--note);
        stroke: var(--ink);
        stroke-width: 1.75;
      }
      .claim-text {
        font: 650 16.5px var(--font-token);
        letter-spacing: -0.03em;
        text-anchor: middle;
        fill: var(--on-note);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const scene = this.scene;
    if (!scene) return nothing;
    const poured = this.moves.at(-1)?.turn.slice(1) ?? [];
    const made = scene.tried.at(-1)?.[2];
    return html`
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" translate="no" aria-label=${alchemyInWords(scene)}>
        <rect class="wall" x="2" y="2" width="354" height="400" rx="3"></rect>
        ${JARS.map(({ name, x, sign }) => this.#jar(name, x, sign, poured.includes(name)))}
        <rect class="board" x="10" y=${SHELF_Y} width="338" height="10" rx="2"></rect>
        <g transform="translate(70 282) scale(1.1)">${walker(this.carriesNote)}</g>
        <path class="pot" d="M138 222h88q4 60-24 66h-40q-28-6-24-66z"></path>
        <ellipse class="brew ${made === scene.wanted ? 'made' : ''}" cx="182" cy="222" rx="46" ry="12"></ellipse>
        ${made ? svg`<text class="name" x="182" y="202">${made}</text>` : null}
        <text class="quiet-text" x="296" y="188" text-anchor="middle">${msg('asked for')}</text>
        <rect class="order" x="252" y="198" width="88" height="40" rx="3"></rect>
        <text class="order-text" x="296" y="225">${scene.wanted}</text>
        ${this.#claim(scene)}
        <rect class="board" x="10" y="288" width="338" height="10" rx="2"></rect>
        ${this.#record(scene)}
      </svg>
    `;
  }

  #jar(name: string, x: number, sign: string, poured: boolean): SVGTemplateResult {
    return svg`<g transform="translate(${x} 0)">
      <path class="jar ${poured ? 'poured' : ''}" d="M-14 34h28v10q16 6 16 24v52q0 8-8 8h-44q-8 0-8-8V68q0-18 16-24z"></path>
      <path class="sign" d=${sign} transform="translate(0 72)"></path>
      <text class="name" y="112">${name}</text>
    </g>`;
  }

  #record(scene: AlchemyScene): SVGTemplateResult {
    if (scene.tried.length === 0) {
      return svg`<text class="quiet-text" x="24" y=${RECORD_Y}>${msg('Nothing mixed yet.')}</text>`;
    }
    return svg`${scene.tried.map(([one, other, product], index) => {
      const y = RECORD_Y + index * RECORD_LEADING;
      const right = product === scene.wanted;
      return svg`<circle class=${right ? 'right' : 'wrong'} cx="26" cy=${y - 6} r="7"></circle>
        <text class="try" x="46" y=${y}>${one} + ${other} = ${product}</text>`;
    })}`;
  }

  /** What its notes say of the product asked for, on a tag below the order. */
  #claim(scene: AlchemyScene): SVGTemplateResult | null {
    const claim = this.claims.find(({ key }) => key === scene.wanted);
    if (!claim) return null;
    const text = claim.value.join(' ');
    const width = text.length * CHARACTER_WIDTH + 14;
    return svg`<rect class="claim" x=${348 - width} y="246" width=${width} height="28" rx="3"></rect>
      <text class="claim-text" x=${348 - width / 2} y="265">${text}</text>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-alchemy': WmAlchemy;
  }
}
