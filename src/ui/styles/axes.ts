/** What every chart is drawn on: its axis, its grid and the figures beside them. */

import { css } from 'lit';

export const axes = css`
  .axis {
    stroke: var(--ink-3);
    stroke-width: 1.25;
  }
  .grid {
    stroke: var(--hairline);
    stroke-width: 1;
  }
  .tick {
    font-size: var(--text-chart);
    fill: var(--ink-2);
  }
`;
