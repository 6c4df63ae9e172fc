/** A recorded agent for tests of the worker: a table that writes facts about smoke and mixes what it likes. */

import { changeRecipe, loraOf, type Recipe } from '../../src/learning/recipe.ts';
import { testConfig } from '../../src/learning/testing/test-config.ts';
import { testTokenizer } from '../../src/learning/testing/test-tokenizer.ts';
import { writeAdapter } from '../../src/policy/peft.ts';
import type { RecordedAgent } from '../../src/runs/recorded-agent.ts';
import { scriptedRecording } from '../../src/ui/testing/scripted-lives.ts';
import { WaymarkError } from '../../src/core/errors.ts';

/** Which word is much likelier after which. */
const FOLLOWS = { act: 'smoke', write: 'smoke', smoke: 'water', water: 'earth', earth: 'fire' };
const MUCH = 9;

/** The table as an adapter. */
export function recordedTable(): Float32Array {
  const words = testTokenizer.words.length;
  const table = new Float32Array(words * words);
  for (const pair of Object.entries(FOLLOWS)) {
    const [before, after] = testTokenizer.encode(pair);
    table[before * words + after] = MUCH;
  }
  return table;
}

/** The recording `alchemy` of a site that ships no other. */
export function loadRecordedTable(recipe: Recipe) {
  return async (recording: string): Promise<RecordedAgent> => {
    if (recording !== 'alchemy') throw new WaymarkError('not-found', `There is no recording "${recording}".`);
    const trained = changeRecipe(recipe, { seed: 77 });
    return {
      recording: { ...scriptedRecording('alchemy/4x6'), recipe: trained },
      files: writeAdapter({ settings: loraOf(trained), values: recordedTable() }, testConfig, trained.base),
    };
  };
}
