/** Every custom element is known to TypeScript by its tag: `HTMLElementTagNameMap` names its class. */

function definedTag(decorator) {
  const { expression } = decorator;
  if (expression.type !== 'CallExpression' || expression.callee.name !== 'customElement') return null;
  return expression.arguments[0]?.value ?? null;
}

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { entry: 'Declare "{{tag}}": {{name}} in HTMLElementTagNameMap.' },
  },
  create: (context) => {
    const defined = [];
    const declared = new Map();
    return {
      ClassDeclaration(node) {
        for (const decorator of node.decorators ?? []) {
          const tag = definedTag(decorator);
          if (tag !== null) defined.push({ node, tag, name: node.id?.name });
        }
      },
      'TSInterfaceDeclaration[id.name="HTMLElementTagNameMap"] TSPropertySignature'(node) {
        declared.set(node.key.value, node.typeAnnotation?.typeAnnotation.typeName?.name);
      },
      'Program:exit'() {
        for (const { node, tag, name } of defined) {
          if (declared.get(tag) !== name) context.report({ node, messageId: 'entry', data: { tag, name } });
        }
      },
    };
  },
};
