/** What pretraining reads, sequence by sequence: drills and diaries in the mixture's proportion. */

import { PURPOSE, RandomStream, hashText } from '../../src/core/random.ts';
import { diary, type DiaryOptions, type PretrainingSequence } from './diaries.ts';
import { drill } from './drills.ts';

const KIND_KEY = hashText('drill or diary');

/** The sequence with that index: a drill or a diary. Depends on nothing but the index and the options. */
export function pretrainingSequence(index: number, options: DiaryOptions): PretrainingSequence {
  const kind = new RandomStream(options.seed ^ KIND_KEY, PURPOSE.diaries, index).nextUniform();
  return kind < options.mixture.drills ? drill(index, options) : diary(index, options);
}
