/** Every file name is kebab-case, with dots for kinds: `lake-scene.browser.test.ts`. */

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

export default {
  meta: { type: 'suggestion', schema: [], messages: { kebab: 'Name this file in kebab-case.' } },
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[\\/]/).at(-1);
      if (!KEBAB.test(name)) context.report({ node, messageId: 'kebab' });
    },
  }),
};
