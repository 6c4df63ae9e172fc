/** Icons of named states, 24 by 24 units: every state has a shape of its own, so that colour says nothing alone. */

import type { TemplateResult } from 'lit';
import type { Notice } from '../words/notice.ts';
import { stroke } from './icons.ts';

const PATHS: Readonly<Record<Notice['icon'], string>> = {
  // An octagon with an exclamation mark.
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.5v6M12 16.6v.1',
  // A module with its pins, overfull.
  memory: 'M5 6h14v10H5zM8 16v4M12 16v4M16 16v4M8.5 9v4M12 9v4M15.5 9v4',
  // A circle that is struck through.
  refused: 'M12 3a9 9 0 1 0 .01 0M5.7 5.7l12.6 12.6',
  // A piece of a puzzle whose place is empty.
  piece: 'M4 8h5a2.5 2.5 0 1 1 5 0h5v5a2.5 2.5 0 1 0 0 5v3H4z',
  bolt: 'M13.5 2.5 5 13.5h6l-1.5 8 9-11.5h-6.5z',
  eye: 'M2.5 12q9.5-13 19 0-9.5 13-19 0zM12 9.2a2.8 2.8 0 1 0 .01 0',
  back: 'M4 4v6h6M4.5 10a8 8 0 1 1-.5 4',
  empty: 'M6 3h12v18H6zM9.5 8l5 8M14.5 8l-5 8',
  box: 'M3.5 8h17v11.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1zM3.5 8 6 4h12l2.5 4M9 12h6',
  // A drum that is full to the brim.
  full: 'M4.5 6a7.5 3 0 0 1 15 0v12a7.5 3 0 0 1-15 0zM4.5 6a7.5 3 0 0 0 15 0M4.5 10a7.5 3 0 0 0 15 0M4.5 14a7.5 3 0 0 0 15 0',
  // A padlock that stands open.
  lock: 'M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 6.8-1.2M12 15v2',
  moon: 'M19.5 14.5A8.5 8.5 0 1 1 9.5 4.5a7 7 0 0 0 10 10z',
  // A cloud, struck through.
  cloud: 'M7 18.5h10a4 4 0 0 0 .6-7.95A6 6 0 0 0 6.2 10 4.3 4.3 0 0 0 7 18.5zM4 3l16 18',
  arrow: 'M12 20V8.5M6.5 13.5l5.5-5.5 5.5 5.5M5 3.5h14',
  // Two links of a chain that have come apart.
  chain: 'M9.5 7.5H7a4.5 4.5 0 0 0 0 9h2.5M14.5 7.5H17a4.5 4.5 0 0 1 0 9h-2.5M12 9v-3M12 18v-3',
  // A pair of scales, out of balance.
  scale: 'M12 4v16M7.5 20h9M4 10l16-4M4 10l-2 5h5zM20 6l-2 5h5z',
  clock: 'M12 3a9 9 0 1 0 .01 0M12 7v5.5l4 2.5',
  chip: 'M7 7h10v10H7zM10 7V3M14 7V3M10 21v-4M14 21v-4M7 10H3M7 14H3M21 10h-4M21 14h-4',
  // A chip that is only drawn: its outline has gaps.
  'drawn-chip': 'M7 10V7h3M14 7h3v3M17 14v3h-3M10 17H7v-3M12 3v1M12 20v1M3 12h1M20 12h1M10.5 12h3',
};

export function noticeIcon(icon: Notice['icon']): TemplateResult {
  return stroke(PATHS[icon], 2);
}
