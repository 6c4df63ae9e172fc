/** The project's own lint rules, one for each promise of the design that a machine can keep. */

import elementsOnlyDraw from './elements-only-draw.js';
import fileNames from './file-names.js';
import loneActions from './lone-actions.js';
import noStyleAttribute from './no-style-attribute.js';
import pure from './pure.js';
import tagNameMap from './tag-name-map.js';
import translatedText from './translated-text.js';

export default {
  rules: {
    'elements-only-draw': elementsOnlyDraw,
    'file-names': fileNames,
    'lone-actions': loneActions,
    'no-style-attribute': noStyleAttribute,
    pure,
    'tag-name-map': tagNameMap,
    'translated-text': translatedText,
  },
};
