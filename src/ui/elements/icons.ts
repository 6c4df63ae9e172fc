/** The icons of controls and notices, 24 by 24 units, drawn in the colour of the text beside them. */

import { html, type TemplateResult } from 'lit';

/** A path drawn with a pen of this width, in a square of so many units. */
export function stroke(path: string, width = 2.2, units = 24): TemplateResult {
  return html`<svg
    viewBox=${`0 0 ${units} ${units}`}
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width=${width}
    stroke-linejoin="round"
    stroke-linecap="round"
  >
    <path d=${path}></path>
  </svg>`;
}

function fill(path: string): TemplateResult {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor"><path d=${path}></path></svg>`;
}

export const playIcon = fill('M7 4.2v15.6a.8.8 0 0 0 1.2.7l12.2-7.8a.8.8 0 0 0 0-1.4L8.2 3.5A.8.8 0 0 0 7 4.2z');
export const pauseIcon = fill('M6 4h4.5v16H6zM13.5 4H18v16h-4.5z');
export const stopIcon = fill('M6 5h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z');
export const backIcon = stroke('M18 5 9 12l9 7zM6 5v14');
export const onIcon = stroke('m6 5 9 7-9 7zM18 5v14');
export const importIcon = stroke('M12 3.5v11M7 10l5 5 5-5M4.5 15.5v4.5h15v-4.5');
/** A box that something leaves upwards. */
export const shareIcon = stroke('M12 15V3.500M7.500 8 12 3.500 16.500 8M8 11H5v9.500h14V11h-3');
export const printIcon = stroke('M7 9V3.500h10V9M7 17H4V9h16v8h-3M7 14h10v6.500H7z');
export const menuIcon = stroke('M4 7h16M4 12h16M4 17h16');
export const closeIcon = stroke('m6 6 12 12M18 6 6 18');
/** On to a diamond: to a note. Its fill is the colour of notes. */
export const helpedIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M2.5 12h6M5.5 8.5 9 12l-3.5 3.5"
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linejoin="round"
    stroke-linecap="round"
  ></path>
  <path
    d="M16.5 5.5 23 12l-6.5 6.5L10 12z"
    fill="var(--note)"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linejoin="round"
  ></path>
</svg>`;
export const themeIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2"></circle>
  <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"></path>
</svg>`;
export const recordedIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" stroke-width="2.2"></circle>
  <circle cx="12" cy="12" r="4" fill="currentColor"></circle>
</svg>`;
export const dieIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
  <rect x="3.5" y="3.5" width="17" height="17" rx="4" fill="none" stroke="currentColor" stroke-width="2"></rect>
  <circle cx="8.5" cy="8.5" r="1.7"></circle>
  <circle cx="12" cy="12" r="1.7"></circle>
  <circle cx="15.5" cy="15.5" r="1.7"></circle>
</svg>`;

/** How a run stands, by shape: a tick, a falling line, a question. */
export const collapseIcons = {
  healthy: stroke('m5 12.5 5 5 9-11'),
  collapsing: stroke('M3 5l6 6 4-3 7 9M20 11v6h-6'),
  unknown: stroke('M8.500 8.500a3.500 3.500 0 1 1 5 3.200q-1.500.8-1.500 2.500M12 18.500v.1'),
} as const;
