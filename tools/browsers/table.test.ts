/** Protects the verdict over all browsers: no difference, and no missing browser that must be there, may pass. */

import { expect, it } from 'vitest';
import { formatComparison, verdictOf, type Comparison } from './table.ts';

const SAME: Comparison = {
  name: 'Chromium',
  isRequired: true,
  isHere: true,
  version: '156.0',
  reference: { hash: 'abcdef0123456789fedc', seconds: 12.34 },
  obstacle: null,
};
const OTHER: Comparison = { ...SAME, name: 'Firefox', reference: { hash: '99', seconds: 9 } };
const ABSENT: Comparison = {
  name: 'WebKitGTK',
  isRequired: false,
  isHere: false,
  version: null,
  reference: null,
  obstacle: 'not here: install it',
};
const EXPECTED = 'abcdef0123456789fedc';

it('passes where everyone who is here agrees', () => {
  expect(verdictOf([SAME, SAME, ABSENT], EXPECTED)).toEqual({ passed: 2, failed: 0 });
});

it('fails where one differs, whatever the others say', () => {
  expect(verdictOf([SAME, OTHER], EXPECTED)).toEqual({ passed: 1, failed: 1 });
  expect(verdictOf([SAME, SAME], '00')).toEqual({ passed: 0, failed: 2 });
});

it('fails where one that must be there is missing, and where one that is here gives no answer', () => {
  expect(verdictOf([{ ...ABSENT, isRequired: true }], EXPECTED).failed).toBe(1);
  expect(verdictOf([{ ...ABSENT, isHere: true, obstacle: 'crashed' }], EXPECTED).failed).toBe(1);
});

it('shows what each computed, or why it did not', () => {
  expect(formatComparison([SAME, OTHER, ABSENT], EXPECTED).split('\n')).toEqual([
    'browser    version  hash              seconds  bits',
    'Chromium   156.0    abcdef0123456789     12.3  identical',
    'Firefox    156.0    99                    9.0  differs',
    'WebKitGTK                                      not here: install it',
  ]);
});
