/** Recipes as they stand in files: JSON of a flat table. */

import { decodeJson, encodeText } from '../../../src/core/bytes.ts';
import { presets } from '../../../src/learning/presets.ts';
import { parseRecipe } from '../../../src/learning/recipe.ts';
import { hostileJson, mutateJson } from '../mutate-json.ts';
import { requireSame, type Target } from '../target.ts';

export const recipesTarget: Target = {
  name: 'recipes',
  share: 60,
  kinds: ['bad-recipe', 'bad-file'],
  make: (random) => {
    const text = hostileJson(mutateJson(random.pick(presets).recipe, random), random);
    return {
      input: text,
      decode: () => {
        const recipe = parseRecipe(decodeJson(encodeText(text), 'recipe.json'));
        return () => requireSame(parseRecipe(JSON.parse(JSON.stringify(recipe))), recipe, 'The recipe written again');
      },
    };
  },
};
