/** Addresses with readable settings: `#train&v=1&preset=code-lake&seed=7`. */

import { changeRecipe } from '../../../src/learning/recipe.ts';
import { presets } from '../../../src/learning/presets.ts';
import { HIDEABLE, SETTINGS } from '../../../src/ui/controls.ts';
import { parseRoute } from '../../../src/ui/state/route.ts';
import { formatSettings, hiddenControls, parseSettings } from '../../../src/ui/state/settings-link.ts';
import { mutateText, TELLING_TEXTS } from '../mutate-json.ts';
import { requireSame, type Target } from '../target.ts';

const CORPUS: readonly string[] = presets.flatMap(({ name, recipe }) => [
  `#train&${formatSettings(name, recipe)}`,
  `#lab&${formatSettings(name, changeRecipe(recipe, { seed: 7, packs: 4, learningRate: 0.005 }), ['seed'])}`,
  `#lesson=notes-help&hide=${HIDEABLE.map((control) => control.name).join(',')}&lang=de`,
]);

export const settingsTarget: Target = {
  name: 'settings',
  share: 120,
  kinds: ['link-damaged', 'link-newer', 'link-too-large'],
  make: (random) => {
    let address = random.pick(CORPUS);
    for (let left = random.nextInteger(4); left > 0; left--) {
      if (random.nextInteger(2) === 0) address = mutateText(address, random);
      else {
        const name = random.nextInteger(4) === 0 ? random.pick(TELLING_TEXTS) : random.pick(SETTINGS).name;
        address += `&${name}=${random.nextInteger(3) === 0 ? String(random.nextWord()) : random.pick(TELLING_TEXTS)}`;
      }
    }
    return {
      input: address,
      decode: () => {
        const { settings } = parseRoute(address);
        hiddenControls(settings);
        const linked = parseSettings(settings);
        return () => {
          if (linked === null) return;
          const again = parseSettings(parseRoute(`#train&${formatSettings(linked.preset, linked.recipe)}`).settings);
          requireSame(again, linked, 'The recipe of its settings');
        };
      },
    };
  },
};
