/** Protects a document from its figures: only what stands between the markers is replaced, and nothing without them. */

import { expect, it } from 'vitest';
import { EMPTY_REPORT } from '../../test/bench/empty-report.ts';
import { BEGIN, END, withFigures } from './write-figures.ts';

it('replaces the figures and nothing else, as often as it is asked', () => {
  const document = `before\n${BEGIN}\nold figures\n${END}\nafter\n`;
  const once = withFigures(document, EMPTY_REPORT, 'npm run bench');
  expect(once.startsWith('before\n')).toBe(true);
  expect(once.endsWith(`${END}\nafter\n`)).toBe(true);
  expect(once).not.toContain('old figures');
  expect(once).toContain('`npm run bench` on maker kind (here)');
  expect(withFigures(once, EMPTY_REPORT, 'npm run bench')).toBe(once);
});

it('refuses a document without a place for them', () => {
  expect(() => withFigures('nothing here', EMPTY_REPORT, 'npm run bench')).toThrow('no place for figures');
});
