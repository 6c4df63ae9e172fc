/** What covers a screen that takes files while one is held over it. */

import { css } from 'lit';

export const fileOver = css`
  .over {
    position: fixed;
    inset: 12px;
    z-index: 5;
    display: grid;
    place-items: center;
    padding: var(--space-4);
    border: 3px dashed var(--ink);
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--ground) 88%, transparent);
    font: 560 var(--text-2xl) / 1.2 var(--font-voice);
    text-align: center;
    pointer-events: none;
  }
`;
