/** How far something is, as a bar among the words that say it. Its width is its place's own. */

import { css } from 'lit';

export const progressBar = css`
  progress {
    height: 14px;
    border: 2px solid var(--ink);
    border-radius: 7px;
    overflow: hidden;
    appearance: none;
    background: var(--ground);
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
      border-color: CanvasText;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
  }
`;
