/** Everything that reads what others have written. */

import type { Target } from './target.ts';
import { recipesTarget } from './targets/recipes.ts';
import { recordingsTarget } from './targets/recordings.ts';
import { settingsTarget } from './targets/settings.ts';
import { adaptersTarget, safetensorsTarget } from './targets/tensors.ts';

export const TARGETS: readonly Target[] = [
  settingsTarget,
  safetensorsTarget,
  adaptersTarget,
  recipesTarget,
  recordingsTarget,
];
