/**
 * Picks what a contender runs: where it offers several ways, those that compute the right thing are timed once on a
 * small piece of work, and the fastest goes on to be checked on the whole.
 */

import { WaymarkError } from '../core/errors.ts';
import type { Omission } from './report.ts';

interface Closable {
  readonly name: string;
  readonly detail: string;
  close(): Promise<void>;
}

export interface Entrant<C extends Closable> {
  readonly name: string;
  /** At least one way of doing it. */
  readonly variants: readonly (() => Promise<C>)[];
}

/** What variants are tried on. `check` throws what is wrong; `run` is timed after it. */
export interface Trial<C> {
  readonly check: (contender: C) => Promise<void>;
  readonly run: (contender: C) => Promise<unknown>;
  readonly now: () => number;
}

export interface Choice<C> {
  readonly contender: C;
  /** Variants that were wrong or slower. */
  readonly omissions: readonly Omission[];
}

/** Throws the last variant's defect where none is right. */
export async function chooseVariant<C extends Closable>(
  { name, variants }: Entrant<C>,
  { check, run, now }: Trial<C>,
): Promise<Choice<C>> {
  if (variants.length === 1) return { contender: await variants[0](), omissions: [] };
  const omissions: Omission[] = [];
  let defect: unknown = new WaymarkError('bad-request', `${name} has no variant.`);
  let best: { readonly contender: C; readonly milliseconds: number } | null = null;
  for (const open of variants) {
    const contender = await open();
    try {
      await check(contender);
    } catch (error) {
      defect = error;
      omissions.push({ what: contender.detail, why: error instanceof Error ? error.message : String(error) });
      await contender.close();
      continue;
    }
    const started = now();
    await run(contender);
    const milliseconds = now() - started;
    const slower: { readonly contender: C } | null =
      best === null ? null : milliseconds < best.milliseconds ? best : { contender };
    if (slower !== null) {
      omissions.push({ what: slower.contender.detail, why: 'another way of the same library is faster here' });
      await slower.contender.close();
    }
    if (best === null || milliseconds < best.milliseconds) best = { contender, milliseconds };
  }
  if (best === null) throw defect;
  return { contender: best.contender, omissions };
}
