/**
 * The bar at the bottom of every screen. A host that wears it holds one `<section>` with three children: the big
 * button, what the screen is doing, its tools (class `tools`).
 */

import { css } from 'lit';

export const bar = css`
  :host {
    display: block;
    position: sticky;
    bottom: 0;
    z-index: 2;
    background: var(--sunk);
    border-top: var(--stroke) solid var(--ink);
    /* It reaches to the edges of the window. */
    --spotlight-offset: -7px;
  }
  section {
    display: grid;
    grid-template-columns: minmax(210px, auto) minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--space-5);
    min-height: var(--bar-height, 100px);
    padding: var(--bar-padding, 10px) var(--margin);
  }
  .tools {
    display: var(--in-hand, flex);
    align-items: center;
    gap: 2px;
  }
  @media (max-width: 1180px) {
    section {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
  }
  @media (max-width: 900px) {
    section {
      grid-template-columns: auto minmax(0, 1fr);
      gap: var(--space-1) var(--space-3);
      padding-block: 8px;
    }
    .tools {
      grid-column: 1 / -1;
      justify-content: space-between;
    }
  }
  /* On a low window, as with zoom, a bar that stays would cover what it belongs to. */
  @media (max-height: 560px) {
    :host {
      position: static;
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
