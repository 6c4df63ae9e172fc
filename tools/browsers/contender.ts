/** A program that can compute the reference: a browser, or Node. */

export interface Contender {
  readonly name: string;
  /** Where it is, or null where this machine lacks it. */
  readonly program: string | null;
  /** Whether the command fails without it. */
  readonly isRequired: boolean;
  /** What to do where it is missing. */
  readonly remedy: string;
  /** Opens the page at this address and waits for its answer, as JSON, at most so long. */
  readonly ask: (address: string, limitMs: number) => Promise<Reply>;
}

export interface Reply {
  /** As the program itself says it. */
  readonly version: string;
  readonly answer: string;
}
