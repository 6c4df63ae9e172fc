/**
 * The small drawings that several pictures share, as SVG fragments: the walker, its note, a fir, the flag, the blaze.
 * Each is drawn around its own origin, so that a picture places it with one `transform`.
 */

import { css, svg, type SVGTemplateResult } from 'lit';

/** Fills and strokes of the shared drawings; pictures add it to their own styles. */
export const symbolStyles = css`
  .bot-body {
    fill: var(--ink);
  }
  .bot-face {
    fill: var(--sheet);
    stroke: var(--ink);
    stroke-width: 3;
  }
  .bot-eye {
    fill: var(--ink);
  }
  .bot-line {
    stroke: var(--ink);
    stroke-linecap: round;
    fill: none;
  }
  .bot-shadow {
    fill: var(--ink);
    opacity: 0.18;
  }
  .paper {
    fill: var(--note);
    stroke: var(--ink);
    stroke-width: 2.5;
  }
  .paper-lines {
    stroke: var(--on-note);
    stroke-width: 2;
  }
  .wood {
    fill: var(--wood);
  }
  .tree {
    fill: var(--tree);
  }
  .blaze {
    fill: var(--note);
    stroke: var(--ink);
    stroke-width: 1.75;
    stroke-linejoin: round;
  }
  .flag {
    fill: var(--kept);
    stroke: var(--ink);
    stroke-width: 2;
  }
`;

/** The walker, about 90 units tall, its feet at the origin; with a note under its arm when it carries any words. */
export function walker(withNote: boolean): SVGTemplateResult {
  return svg`
    <ellipse class="bot-shadow" cx="0" cy="0" rx="26" ry="6"></ellipse>
    <path class="bot-line" d="M-12-8v8M12-8v8" stroke-width="8"></path>
    <rect class="bot-body" x="-22" y="-42" width="44" height="36" rx="13"></rect>
    <path class="bot-line" d="M0-74v-12" stroke-width="4"></path>
    <circle class="bot-eye" cx="0" cy="-89" r="5"></circle>
    <rect class="bot-face" x="-27" y="-76" width="54" height="38" rx="16"></rect>
    <circle class="bot-eye" cx="-10" cy="-56" r="4.5"></circle>
    <circle class="bot-eye" cx="10" cy="-56" r="4.5"></circle>
    ${
      withNote
        ? svg`<g transform="translate(24 -24) rotate(8)">
            <rect class="paper" x="-12" y="-15" width="25" height="29" rx="2"></rect>
            <path class="paper-lines" d="M-6-7H7M-6 0H7M-6 7H2"></path>
          </g>`
        : null
    }`;
}

/** A shore tree, 30 by 44 units, its upper left corner at the origin. */
export function fir(): SVGTemplateResult {
  return svg`
    <path class="wood" d="M13 36h4v8h-4z"></path>
    <path class="tree" d="M15 0 27 17H21L30 36H0L9 17H3z"></path>`;
}

/** The goal's flag, about 60 units tall, its foot at the origin. */
export function flag(): SVGTemplateResult {
  return svg`
    <ellipse class="flag-foot" cx="0" cy="0" rx="24" ry="7"></ellipse>
    <path class="bot-line" d="M-6 0V-56" stroke-width="4.5"></path>
    <path class="flag" d="M-4-54h30l-8 11 8 11H-4z"></path>`;
}

/** The diamond that marks a note, 20 units across, around the origin. */
export function blaze(): SVGTemplateResult {
  return svg`<path class="blaze" d="M0-10 10 0 0 10-10 0z"></path>`;
}
