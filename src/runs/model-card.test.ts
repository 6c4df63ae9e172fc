/** Protects model cards: figures with what they rest on, no claim without a measurement, and no room for mischief. */

import { expect, it } from 'vitest';
import { receiptedContent, sampleContent } from '../../test/runs/sample-content.ts';
import { sampleEvaluation } from '../../test/runs/sample-run.ts';
import { testBase } from '../learning/testing/test-base.ts';
import { modelCard } from './model-card.ts';

it('begins with what the Hub reads', () => {
  const [empty, front] = modelCard(sampleContent(2), testBase).split('---\n');
  expect(empty).toBe('');
  expect(front.split('\n').filter((line) => !line.startsWith('  - '))).toEqual([
    'license: mit',
    'library_name: transformers',
    'pipeline_tag: text-generation',
    'base_model: waymark-be43248c',
    'tags:',
    '',
  ]);
});

it('gives every figure of the receipt with its count and interval', async () => {
  const card = modelCard(await receiptedContent(2), testBase);
  // By hand: how many of the numbers from 0 to 63, plus the position, leave less than 2, or nothing, divided by 3. Of a
  // share of two thirds of 64, the 95 % interval reaches about 12 points to either side.
  expect(card).toMatch(/\| 1 \| 43 of 64 \(5\d % to 7\d %\) \| 22 of 64 \(2\d % to 4\d %\) \|/);
  expect(card).toMatch(/\| 2 \| 43 of 64 .* \| 21 of 64 /);
  expect(card).toMatch(/\| 3 \| 42 of 64 .* \| 21 of 64 /);
  expect(card).toMatch(/\*\*Lift\*\*, what the notes are worth: \+33\.\d percentage points \[\+\d+\.\d, \+\d+\.\d\]/);
  expect(card).toContain('over tasks 4 to 8');
  expect(card).toContain('64 packs of `code-lake/4x4` that are held out');
});

it('claims nothing that was not measured', () => {
  const card = modelCard(sampleContent(0, { evaluations: [] }), testBase);
  expect(card).toContain('It has not been evaluated.');
  expect(card).toContain('its figures cannot be checked');
  // Of another world than it was trained in.
  const elsewhere = { ...sampleEvaluation(2), environment: 'alchemy/4x6', length: 8 };
  expect(modelCard(sampleContent(0, { evaluations: [elsewhere] }), testBase)).toContain('It has not been evaluated.');
});

it('says openly what the base stands in for, and what else is in the file', () => {
  const card = modelCard(sampleContent(2), testBase);
  expect(card).toContain('this stands in for the reading of a large model');
  expect(card).not.toContain('living agent');
});

it('says so where the files of the model are missing', () => {
  const card = modelCard(sampleContent(2), null);
  expect(card).toContain('could not be had');
  expect(card).not.toContain('model.onnx');
});

it('shows a title as plain text', () => {
  const { summary } = sampleContent(1);
  const title = '<script>alert(1)</script> [x](javascript:y) | `z`';
  const card = modelCard(sampleContent(1, { summary: { ...summary, title } }), testBase);
  const [heading] = card.split('\n').filter((line) => line.startsWith('# '));
  expect(heading).toBe('# \\<script\\>alert\\(1\\)\\<\\/script\\> \\[x\\]\\(javascript\\:y\\) \\| \\`z\\`');
  expect(modelCard(sampleContent(1, { summary: { ...summary, title: 'Fünf Füchse 狐' } }), null)).toContain(
    '# Fünf Füchse 狐\n',
  );
});
