/** Protects that what went wrong is said in sentences of bounded length. */

import { expect, it } from 'vitest';
import { WaymarkError } from './errors.ts';

function message(text: string): string {
  return new WaymarkError('bad-file', text, 'Ask for it again.').message;
}

it('ends a message that has no end', () => {
  expect(message('control: expected "kept" but received "broken"')).toBe(
    'control: expected "kept" but received "broken".',
  );
  for (const whole of ['It is damaged.', 'What is it?', 'There is more…', '']) expect(message(whole)).toBe(whole);
});

it('cuts a message that quotes too much', () => {
  const cut = message(`It holds ${'x'.repeat(10_000)}`);
  expect(cut.length).toBeLessThan(700);
  expect(cut.endsWith('…')).toBe(true);
});
