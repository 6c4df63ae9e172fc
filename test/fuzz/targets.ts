/** Everything that reads what others have written. */

import type { Target } from './target.ts';
import { archivesTarget } from './targets/archives.ts';
import { lifeLogsTarget } from './targets/life-logs.ts';
import { linksTarget, pastedTarget } from './targets/links.ts';
import { recipesTarget } from './targets/recipes.ts';
import { recordingsTarget } from './targets/recordings.ts';
import { settingsTarget } from './targets/settings.ts';
import { adaptersTarget, safetensorsTarget } from './targets/tensors.ts';

export const TARGETS: readonly Target[] = [
  linksTarget,
  pastedTarget,
  settingsTarget,
  lifeLogsTarget,
  archivesTarget,
  safetensorsTarget,
  adaptersTarget,
  recipesTarget,
  recordingsTarget,
];
