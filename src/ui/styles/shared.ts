/** Styles that every element starts from: reset, type, focus, and the few controls that look the same everywhere. */

import { css } from 'lit';

export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  h1 {
    font: 560 var(--text-2xl) / var(--leading-tight) var(--font-voice);
    letter-spacing: -0.012em;
    text-wrap: balance;
  }
  h2 {
    font: 560 var(--text-l) / 1.2 var(--font-voice);
  }
  h3 {
    font: 650 var(--text-m) / 1.3 var(--font-text);
  }
  .small {
    font-size: var(--text-s);
  }
  .quiet {
    color: var(--ink-2);
  }
  .token {
    font-family: var(--font-token);
    font-weight: 500;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  svg {
    display: block;
    width: 100%;
    height: auto;
    overflow: visible;
  }
  svg text {
    font-family: var(--font-text);
    fill: var(--ink);
  }
  :focus-visible {
    outline: var(--focus);
    outline-offset: var(--focus-offset);
    border-radius: var(--radius-control);
  }
  /* Headings, or screens, take the focus when they are come to; there is nothing to do with them. */
  :is(h1, h2, main, .screen > *)[tabindex='-1']:focus-visible {
    outline: none;
  }

  /* What a lesson points at (lessons/spotlight.ts): an ink line standing well off it, so that nothing is covered. */
  [data-spotlight] {
    outline: 2px solid var(--ink);
    outline-offset: var(--spotlight-offset, 10px);
    border-radius: var(--radius-page);
  }

  .btn {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-height: var(--target);
    padding: 8px 18px;
    border: var(--stroke) solid var(--ink);
    border-radius: var(--radius-round);
    background: var(--sheet);
    color: var(--ink);
    font: 650 var(--text-m) / 1.15 var(--font-text);
    cursor: pointer;
  }
  .btn.solid {
    background: var(--ink);
    color: var(--on-ink);
  }
  /* Else what these colours put behind text would hide it, or the line above. */
  @media (forced-colors: active) {
    h1,
    .btn.solid {
      forced-color-adjust: none;
    }
  }
  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-width: var(--target);
    min-height: var(--target);
    padding: 0 10px;
    border: 0;
    background: none;
    color: inherit;
    font: 400 var(--text-s) / 1.2 var(--font-text);
    white-space: nowrap;
    cursor: pointer;
    border-radius: var(--radius-control);
  }
  .tool svg,
  .btn svg {
    width: 20px;
    height: 20px;
    flex: none;
  }
  .tool:hover,
  .btn:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  .btn:disabled,
  .tool:disabled {
    opacity: 0.55;
    cursor: default;
    text-decoration: none;
  }
  kbd {
    font: 600 var(--text-s) / 1 var(--font-token);
    border: 1.5px solid currentColor;
    border-radius: 5px;
    padding: 2px 6px;
  }
  .slot {
    min-height: var(--target);
    padding: 0 10px;
    border: 0;
    border-bottom: 2px solid var(--ink);
    background: var(--sheet);
    border-radius: 6px 6px 0 0;
    color: var(--ink);
    font: 650 1em / 1.2 var(--font-text);
  }
  .slip {
    display: inline-block;
    background: var(--note-paper);
    color: var(--note-ink);
    border: 1px solid var(--note-edge);
    border-radius: var(--radius-page);
    padding: 3px 9px;
    font: 550 var(--text-m) / 1.3 var(--font-token);
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
  }
  .slip.empty {
    background: none;
    border-style: dashed;
    font-family: var(--font-text);
    letter-spacing: 0;
  }
  summary {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: var(--target);
    cursor: pointer;
    font-size: var(--text-s);
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '';
    width: 0.5em;
    height: 0.5em;
    flex: none;
    border-right: 2px solid;
    border-bottom: 2px solid;
    transform: rotate(-45deg);
  }
  details[open] > summary::before {
    transform: rotate(45deg);
  }
  /* On paper there is nothing to open. */
  @media print {
    details:not([open]) {
      display: none;
    }
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: start;
    color: var(--ink-2);
    padding-block: 4px;
  }
  th {
    font-weight: 650;
  }
  th,
  td {
    text-align: end;
    padding: 6px 4px;
    border-bottom: 1px solid var(--hairline);
  }
  th:first-child {
    text-align: start;
  }
`;
