/** No template sets a style attribute: a strict content security policy would refuse it. */

import { readTemplate } from './template.js';

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { style: 'A style attribute breaks the content security policy: use a class, or an attribute of SVG.' },
  },
  create: (context) => ({
    TaggedTemplateExpression(node) {
      for (const { kind, name, quasi } of readTemplate(node) ?? []) {
        if (kind === 'attribute' && name === 'style') context.report({ node: quasi, messageId: 'style' });
      }
    },
    ImportDeclaration(node) {
      // Lit writes the attribute the first time.
      if (/^lit\/directives\/style-map/.test(node.source.value)) context.report({ node, messageId: 'style' });
    },
  }),
};
