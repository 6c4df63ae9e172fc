/**
 * Which of several ways of computing the same thing a device takes: what was chosen, what was not and why, and where
 * choices are kept between visits.
 */

/** What became of one way. */
export interface CandidateReport<Name extends string = string> {
  readonly name: Name;
  /** Median time of one run relative to nothing else than the other candidates' here; null where it was not timed. */
  readonly milliseconds: number | null;
  /** Why it cannot be taken, in words; null where it can. */
  readonly rejected: string | null;
}

/** One choice, for the page and for the benchmark. */
export interface PathReport<Name extends string = string> {
  /** What is chosen, in words: `products of few rows`. */
  readonly choice: string;
  readonly chosen: Name;
  /** `measured` at this start; `remembered` from an earlier one; `only` where nothing else could be taken. */
  readonly why: 'measured' | 'remembered' | 'only';
  readonly candidates: readonly CandidateReport<Name>[];
}

/** Keeps choices, by a key that names the adapter and the code. */
export interface PathMemory {
  load(key: string): Promise<string | null>;
  save(key: string, value: string): Promise<void>;
}

/** Keeps nothing: every start measures. */
export const forgetfulMemory: PathMemory = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
};

/** Keeps choices as long as the map lives. */
export function mapMemory(map: Map<string, string>): PathMemory {
  return {
    load: (key) => Promise.resolve(map.get(key) ?? null),
    save: async (key, value) => {
      map.set(key, value);
    },
  };
}
