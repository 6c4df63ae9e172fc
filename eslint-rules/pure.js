/**
 * What is called pure is: reducers, words and charts read no clock, no chance and no browser, keep nothing between
 * calls, and import nothing that does.
 */

import { BROWSER_GLOBALS, eachGlobal, isTypeImport } from './browser-globals.js';

const IMPURE_FOLDERS = /\/(services|actions|elements|screens|controllers|worker)\//;

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      global: 'This file is pure: hand in what "{{name}}" would say.',
      random: 'This file is pure: nothing in it is left to chance.',
      kept: 'This file is pure: it keeps nothing between calls.',
      folder: 'This file is pure: import nothing from {{folder}}/ but types.',
    },
  },
  create: (context) => ({
    Program(program) {
      eachGlobal(context, program, BROWSER_GLOBALS, (node) =>
        context.report({ node, messageId: 'global', data: { name: node.name } }),
      );
      for (const statement of program.body) {
        const declaration = statement.declaration ?? statement;
        if (declaration.type === 'VariableDeclaration' && declaration.kind !== 'const' && !declaration.declare) {
          context.report({ node: declaration, messageId: 'kept' });
        }
      }
    },
    MemberExpression(node) {
      if (node.object.name !== 'Math' || node.property.name !== 'random') return;
      context.report({ node, messageId: 'random' });
    },
    ImportDeclaration(node) {
      const folder = IMPURE_FOLDERS.exec(node.source.value)?.[1];
      if (folder && !isTypeImport(node)) context.report({ node, messageId: 'folder', data: { folder } });
    },
  }),
};
