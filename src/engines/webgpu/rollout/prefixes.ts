/**
 * Prompts that begin alike are read once: lives of a group begin with the same prompt, and all prompts of an environment
 * begin with its rules. What is shared is read in one row and copied to the others, which go on from there.
 */

/** Tokens that must be saved for a stage, which costs a pass over the network of its own, to be worth it. */
const LEAST_SAVING = 64;

export interface SharedCopy {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

/** First the parts of rows that are read, then the copies of what was. */
export interface PrefixStage {
  readonly reads: readonly { readonly row: number; readonly first: number; readonly end: number }[];
  readonly copies: readonly SharedCopy[];
}

export interface PrefixPlan {
  readonly stages: readonly PrefixStage[];
  /** By row, how many tokens the stages leave read. */
  readonly read: readonly number[];
}

/**
 * At most two stages: what all prompts share, and prompts that are the same. The last token of a row always stays for
 * the row itself to read, since what follows it is sampled there.
 */
export function planPrefixes(prompts: readonly (readonly number[])[]): PrefixPlan {
  const firstOf = new Map<string, number>();
  const leader = prompts.map((prompt, row) => {
    const text = prompt.join();
    const first = firstOf.get(text) ?? row;
    firstOf.set(text, first);
    return first;
  });
  const leaders = [...firstOf.values()];
  const read = prompts.map(() => 0);
  const stages: PrefixStage[] = [];

  const common = commonPrefix(leaders.map((row) => prompts[row]));
  if ((leaders.length - 1) * common >= LEAST_SAVING) {
    const [first, ...others] = leaders;
    stages.push({
      reads: [{ row: first, first: 0, end: common }],
      copies: others.map((to) => ({ from: first, to, tokens: common })),
    });
    for (const row of leaders) read[row] = common;
  }

  const followers = leader.flatMap((first, row) => (first === row ? [] : [row]));
  const saved = followers.reduce((sum, row) => sum + prompts[row].length - 1, 0);
  if (saved >= LEAST_SAVING) {
    const followed = [...new Set(followers.map((row) => leader[row]))];
    stages.push({
      reads: followed.map((row) => ({ row, first: read[row], end: prompts[row].length - 1 })),
      copies: followers.map((to) => ({ from: leader[to], to, tokens: prompts[to].length - 1 })),
    });
    for (const row of [...followed, ...followers]) read[row] = prompts[row].length - 1;
  }
  return { stages, read };
}

/** Tokens with which all begin, less the last one of the shortest. */
function commonPrefix(prompts: readonly (readonly number[])[]): number {
  const most = Math.min(...prompts.map(({ length }) => length - 1));
  for (let place = 0; place < most; place++) {
    if (prompts.some((prompt) => prompt[place] !== prompts[0][place])) return place;
  }
  return Math.max(0, most);
}
