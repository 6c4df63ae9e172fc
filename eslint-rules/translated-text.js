/** Whatever is read or heard is a message that can be translated: no bare words in templates outside `msg()`. */

import { readTemplate } from './template.js';

/** Attributes that are read out or shown, and properties of elements here that become visible text. */
const SPOKEN = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder'],
  ...['title', 'placeholder', 'alt', 'label', 'hint', 'message', 'heading', 'caption', 'text', 'emptyText', 'summary'],
]);

/** Words, not single letters: those are keys and symbols. Entities such as `&nbsp;` are no words. */
function hasWords(text) {
  return /\p{L}{2}/u.test(text.replaceAll(/&[a-z0-9#]+;/gi, ' '));
}

/** The parts of an expression that would appear as they stand here. */
function bareWords(expression) {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' && hasWords(expression.value) ? [expression] : [];
    case 'TemplateLiteral':
      return expression.quasis.some(({ value }) => hasWords(value.raw)) ? [expression] : [];
    case 'ConditionalExpression':
      return [...bareWords(expression.consequent), ...bareWords(expression.alternate)];
    case 'LogicalExpression':
      return [...bareWords(expression.left), ...bareWords(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+' ? [...bareWords(expression.left), ...bareWords(expression.right)] : [];
    default:
      return [];
  }
}

function isMessage({ parent }) {
  return parent?.type === 'CallExpression' && parent.callee.name === 'msg';
}

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { bare: 'Put "{{text}}" into msg(), or mark the world’s own words with translate="no".' },
  },
  create: (context) => ({
    TaggedTemplateExpression(node) {
      if (isMessage(node)) return;
      for (const { kind, name, text, expressions, quasi, untranslated } of readTemplate(node) ?? []) {
        if (untranslated || (kind === 'attribute' && !SPOKEN.has(name))) continue;
        const shown = text.replaceAll(/\s+/g, ' ').trim();
        if (hasWords(shown)) context.report({ node: quasi, messageId: 'bare', data: { text: shown } });
        for (const bare of expressions.flatMap(bareWords)) {
          context.report({ node: bare, messageId: 'bare', data: { text: context.sourceCode.getText(bare) } });
        }
      }
    },
  }),
};
