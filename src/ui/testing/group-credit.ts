/** The credit of a made-up group, for tests: the first life does well, every other one badly. */

import type { EpisodeCredit, GroupCredit, TokenCredit } from '../../worker/lab-protocol.ts';
import { scriptedLife } from './scripted-lives.ts';

const PACK = 'code-lake/4x4:17x3';
const BASELINE = 1;

function episode(kind: EpisodeCredit['kind'], position: number, advantage: number): EpisodeCredit {
  return {
    kind,
    position,
    reward: kind === 'solve' ? 1 : 0,
    return: BASELINE + advantage,
    baseline: BASELINE,
    advantage,
  };
}

function life(advantage: number): readonly EpisodeCredit[] {
  return [0, 1]
    .flatMap((task) => [episode('solve', task, advantage), episode('update', task, advantage)])
    .concat(episode('solve', 2, advantage));
}

const TOKENS: readonly TokenCredit[] = [
  { word: 'write', before: null, after: null, mask: null },
  { word: 'down', before: 0.5, after: 0.62, mask: 1 },
  { word: 'b4', before: 0.0031, after: 0.002, mask: 0 },
];

export function madeUpCredit(changes: Partial<GroupCredit> = {}): GroupCredit {
  const lives = [life(0.5), life(-0.25), life(-0.25)];
  return {
    run: 'run-1',
    iteration: 1,
    pack: PACK,
    group: 0,
    groups: 2,
    lives,
    life: 0,
    record: scriptedLife(PACK),
    tokens: lives[0].map(() => TOKENS),
    ...changes,
  };
}
