/** What the parts of a recipe share: the slots of its sentence and the fields of its settings. */

import { css } from 'lit';

export const recipeStyles = css`
  .slot {
    display: inline-flex;
    align-items: center;
    min-height: 34px;
    padding: 0 10px;
    margin-block: 1px;
    cursor: pointer;
    text-align: start;
  }
  /* The finger's target is larger than what is seen of it. */
  .slot {
    position: relative;
  }
  .slot::after {
    content: '';
    position: absolute;
    inset: -5px 0;
  }
  .slot[aria-expanded='true'] {
    background: var(--ink);
    color: var(--on-ink);
  }
  .slot.changed::before {
    content: '•' / '';
    margin-inline-end: 6px;
    font-size: 1.3em;
    line-height: 0.8;
  }
  .slot:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  @media print {
    .slot {
      background: none;
    }
  }
`;
