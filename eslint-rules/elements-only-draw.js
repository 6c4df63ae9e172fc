/**
 * Elements and screens read signals and call actions. They reach no browser service (services/ and controllers/ do), and
 * they change no store and command no worker (actions/ do).
 */

import { BROWSER_GLOBALS, eachGlobal, isTypeImport } from './browser-globals.js';

const COMMANDS = new Set(['dispatch', 'send', 'postMessage', 'subscribe']);
const SERVICES = /\/(services|worker)\//;

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      global: 'Elements only draw: reach "{{name}}" in a service or a controller.',
      command: 'Elements only draw: ".{{name}}()" belongs into an action.',
      service: 'Elements call actions, not services: import types at most.',
    },
  },
  create: (context) => ({
    Program(program) {
      eachGlobal(context, program, BROWSER_GLOBALS, (node) =>
        context.report({ node, messageId: 'global', data: { name: node.name } }),
      );
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || !COMMANDS.has(callee.property.name)) return;
      context.report({ node, messageId: 'command', data: { name: callee.property.name } });
    },
    MemberExpression(node) {
      if (node.object.name !== 'URL' || node.property.name !== 'createObjectURL') return;
      context.report({ node, messageId: 'global', data: { name: 'URL.createObjectURL' } });
    },
    ImportDeclaration(node) {
      if (SERVICES.test(node.source.value) && !isTypeImport(node)) context.report({ node, messageId: 'service' });
    },
    ImportExpression(node) {
      if (SERVICES.test(String(node.source.value))) context.report({ node, messageId: 'service' });
    },
  }),
};
