/** A link as text, to be copied by hand. */

import { css } from 'lit';

export const linkText = css`
  textarea {
    width: 100%;
    height: 3.6em;
    padding: 10px 12px;
    border: var(--stroke) solid var(--ink);
    border-radius: var(--radius-page);
    background: var(--ground);
    color: var(--ink);
    font: 500 var(--text-s) / 1.35 var(--font-token);
    overflow-wrap: anywhere;
    resize: vertical;
  }
`;
