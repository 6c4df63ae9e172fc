/** How far something is, as a line along the upper edge of the bar. */

import { css } from 'lit';

export const edgeProgress = css`
  progress {
    position: absolute;
    inset: -1px 0 auto;
    display: block;
    width: 100%;
    height: 6px;
    border: 0;
    appearance: none;
    background: none;
  }
  progress::-webkit-progress-bar {
    background: none;
  }
  progress::-webkit-progress-value {
    background: var(--ink);
  }
  progress::-moz-progress-bar {
    background: var(--ink);
  }
  @media (forced-colors: active) {
    progress {
      forced-color-adjust: none;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
    progress::-moz-progress-bar {
      background: Highlight;
    }
  }
`;
