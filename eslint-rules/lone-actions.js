/** Actions do not import one another: what two of them need is state, a service or a pure function. */

const ACTIONS = /(^|\/)[a-z-]+-actions\.(ts|js)$/;

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { lone: 'Actions do not import one another: share state, a service or a pure function.' },
  },
  create: (context) => {
    const check = (node) => {
      if (ACTIONS.test(String(node.source?.value ?? ''))) context.report({ node, messageId: 'lone' });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
