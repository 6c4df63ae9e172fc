/** Protects documents that figures are written into: everything around the markers stays. */

import { expect, it } from 'vitest';
import { withPageFigures } from './page-figures.ts';

it('puts a table in the place of the one before, and nothing else', () => {
  const text = 'Before.\n<!-- tab -->\nold\n<!-- end of tab -->\nAfter.\n';
  const written = withPageFigures(text, 'tab', 'On a machine.', [['first motion', '2 s']]);
  expect(written).toContain('| first motion | 2 s |');
  expect(written).not.toContain('old');
  expect(written.startsWith('Before.\n<!-- tab -->')).toBe(true);
  expect(written.endsWith('<!-- end of tab -->\nAfter.\n')).toBe(true);
  expect(withPageFigures(written, 'tab', 'On a machine.', [['first motion', '2 s']])).toBe(written);
});

it('refuses a document without a place for them', () => {
  expect(() => withPageFigures('Nothing here.', 'tab', '', [])).toThrow(/no place for tab/);
});
