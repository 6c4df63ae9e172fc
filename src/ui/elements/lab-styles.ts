/** Styles that the lab's parts share: its switches. */

import { css } from 'lit';

/** A checkbox of role `switch`, which says by its place what it says by its colour. */
export const switchStyles = css`
  input[role='switch'] {
    appearance: none;
    position: relative;
    width: 50px;
    height: 28px;
    margin: 0;
    border: 2px solid var(--ink);
    border-radius: 14px;
    background: var(--sheet);
    cursor: pointer;
  }
  input[role='switch']::after {
    content: '';
    position: absolute;
    top: 3px;
    left: 3px;
    width: 18px;
    height: 18px;
    border: 2px solid var(--ink);
    border-radius: 50%;
  }
  input[role='switch']:checked {
    background: var(--ink);
  }
  input[role='switch']:checked::after {
    left: 25px;
    border-color: var(--on-ink);
    background: var(--on-ink);
  }
  @media (forced-colors: active) {
    input[role='switch']:checked {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
    }
    input[role='switch']:checked::after {
      background: HighlightText;
      border-color: HighlightText;
    }
  }
`;
