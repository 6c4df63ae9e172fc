/** A verdict by its shape: two lines alike, two waves, two lines struck through, a ring that is not closed. */

import { html, type TemplateResult } from 'lit';
import type { Verdict } from '../../runs/check/verdict.ts';
import { stroke } from './icons.ts';

const PATHS: Readonly<Record<Verdict['kind'], string>> = {
  identical: 'M5 10h18M5 18h18',
  agrees: 'M4 11q5-5 10 0t10 0M4 19q5-5 10 0t10 0',
  differs: 'M5 10h18M5 18h18M19 4 9 24',
  'cannot-check':
    'M14 4a10 10 0 0 1 5 1.300M22.700 9a10 10 0 0 1 1.200 6M21.600 20.500a10 10 0 0 1-5 3.200M11.500 23.700a10 10 0 0 1-5-3.200M4.100 15a10 10 0 0 1 1.200-6M9 5.300A10 10 0 0 1 14 4',
};

export function verdictIcon(kind: Verdict['kind']): TemplateResult {
  return stroke(PATHS[kind], 3, 28);
}

/** What is written in pencil is only claimed. */
export const pencilIcon = html`<svg
  viewBox="0 0 24 24"
  aria-hidden="true"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linejoin="round"
>
  <path d="m4 20 1.300-5.200L16 4l4 4L9.200 18.700zM13.500 6.500l4 4"></path>
</svg>`;
