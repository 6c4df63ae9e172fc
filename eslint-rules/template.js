/** Reads Lit's `html` and `svg` templates as far as lint rules need it: their texts and their attributes. */

const TAGS = new Set(['html', 'svg']);

/** Stands for an expression; it occurs in no source text. */
const HOLE = '\uE000';

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

const TOKEN = /<!--[^]*?-->|<\/[^>]*>|<[a-zA-Z][^\s/>]*(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<]+|</g;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

function attributesOf(tag) {
  const inside = tag.replace(/^<[^\s/>]+/, (name) => ' '.repeat(name.length)).replace(/\/?>$/, '');
  return [...inside.matchAll(ATTRIBUTE)].map(({ 0: whole, 1: name, 2: value = '', index }) => ({
    name: name.replace(/^[.?@]/, ''),
    value: value.replace(/^["']|["']$/g, ''),
    index,
    end: index + whole.length,
  }));
}

/**
 * The texts and attributes of a template in order, or null where the node is no template of Lit's: `kind`, `text` without
 * its expressions, those `expressions`, the `quasi` they stand in, the attribute's `name` without its prefix, and whether
 * the text is the world's own, which no one translates (`translate="no"` on the element or around it).
 */
export function readTemplate({ tag, quasi: { quasis, expressions } }) {
  if (tag.type !== 'Identifier' || !TAGS.has(tag.name)) return null;
  const source = quasis.map(({ value }) => value.cooked ?? value.raw).join(HOLE);
  const holesBefore = (index) => source.slice(0, index).split(HOLE).length - 1;
  const part = (kind, name, text, start, end, untranslated) => ({
    kind,
    name,
    text: text.replaceAll(HOLE, ' '),
    expressions: expressions.slice(holesBefore(start), holesBefore(end)),
    quasi: quasis[holesBefore(start)],
    untranslated,
  });
  const found = [];
  const open = [];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const within = open.at(-1) ?? { name: '', untranslated: false };
    if (token.startsWith('<!--')) continue;
    if (token.startsWith('</')) open.pop();
    else if (/^<[a-zA-Z]/.test(token)) {
      const name = /^<([^\s/>]+)/.exec(token)[1];
      const attributes = attributesOf(token);
      const untranslated =
        within.untranslated || attributes.some((one) => one.name === 'translate' && one.value === 'no');
      for (const one of attributes) {
        found.push(part('attribute', one.name, one.value, index + one.index, index + one.end, untranslated));
      }
      if (!VOID.has(name) && !token.endsWith('/>')) open.push({ name, untranslated });
    } else if (within.name !== 'style') {
      found.push(part('text', within.name, token, index, index + token.length, within.untranslated));
    }
  }
  return found;
}
