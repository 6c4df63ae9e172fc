/** The marks and lines of the chart grammar as SVG fragments, with their styles: shape and dash first, colour second. */

import { css, svg, type SVGTemplateResult } from 'lit';
import type { Marker } from '../charts/staircase-parts.ts';

/** `tone-…` gives a group its colour; `line`, `whisker` and `mark-…` draw in it. */
export const markStyles = css`
  .tone-kept {
    --tone: var(--kept);
  }
  .tone-erased {
    --tone: var(--erased);
  }
  .tone-shuffled {
    --tone: var(--shuffled);
  }
  .tone-oracle {
    --tone: var(--oracle);
  }
  .tone-ink {
    --tone: var(--ink);
  }
  .tone-quiet {
    --tone: var(--ink-3);
  }
  .line {
    fill: none;
    stroke: var(--tone);
    stroke-width: 2.5;
  }
  .line.solid {
    stroke-width: 3.5;
  }
  .line.dashed {
    stroke-dasharray: 7 5;
  }
  .line.dotted {
    stroke-dasharray: 2 5;
    stroke-linecap: round;
  }
  .line.dash-dot {
    stroke-dasharray: 12 4 2 4;
  }
  .whisker {
    fill: none;
    stroke: var(--tone);
    stroke-width: 1.75;
  }
  .mark {
    fill: var(--ground);
    stroke: var(--tone);
    stroke-width: 3;
  }
  .mark.disc,
  .mark.triangle,
  .mark.diamond {
    fill: var(--tone);
    stroke: var(--ground);
    stroke-width: 1.5;
  }
  .mark.cross {
    fill: none;
    stroke-width: 3.5;
    stroke-linecap: round;
  }
`;

/** A mark around the point given. */
export function marker(kind: Marker, x: number, y: number): SVGTemplateResult {
  switch (kind) {
    case 'disc':
      return svg`<circle class="mark disc" cx=${x} cy=${y} r="8"></circle>`;
    case 'ring':
      return svg`<circle class="mark ring" cx=${x} cy=${y} r="6.5"></circle>`;
    case 'cross':
      return svg`<path class="mark cross" d="M${x - 5.5} ${y - 5.5}l11 11m0-11l-11 11"></path>`;
    case 'triangle':
      return svg`<path class="mark triangle" d="M${x} ${y - 9}l9 15.5h-18z"></path>`;
    case 'square':
      return svg`<path class="mark square" d="M${x - 6.5} ${y - 6.5}h13v13h-13z"></path>`;
    case 'diamond':
      return svg`<path class="mark diamond" d="M${x} ${y - 9.5}l9.5 9.5-9.5 9.5-9.5-9.5z"></path>`;
  }
}
