/** A run's agent in few bits, as a link can carry it: what each number of bits keeps of the lift is measured. */

import type { Receipt } from '../../src/learning/receipt.ts';
import type { Interval } from '../../src/learning/records.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import { dequantise, LINK_BITS, quantise, type LinkBits } from '../../src/policy/quantised-lora.ts';
import { loraOf } from '../../src/learning/recipe.ts';
import type { PortablePlayer } from '../../src/runs/check/shop.ts';
import { encodeLink } from '../../src/runs/links/link-codec.ts';
import { makeReceipt, type ReceiptSubject } from '../../src/runs/receipt-of-run.ts';

/** Of the lift, what an agent in few bits must keep to be chosen. */
const KEPT_SHARE = 0.95;

export interface AgentChoice {
  readonly bits: LinkBits;
  readonly payload: string;
  readonly lift: Interval;
  /** Share of the lift of the agent as it was trained; null where that cannot be told from none. */
  readonly kept: number | null;
}

/**
 * From the fewest bits on, until one keeps enough; only `only` where that is given. Where none keeps enough, the one that
 * keeps most is the choice.
 */
export async function measureChoices(
  player: PortablePlayer,
  base: BaseModel,
  subject: ReceiptSubject,
  whole: { readonly receipt: Receipt; readonly lift: Interval },
  only: LinkBits | null,
  onMeasured: (choice: AgentChoice) => void,
): Promise<AgentChoice> {
  const choices: AgentChoice[] = [];
  const settings = loraOf(subject.recipe);
  for (const bits of only === null ? LINK_BITS : [only]) {
    const adapter = quantise(base.config, { settings, values: subject.adapter }, bits);
    const made = await makeReceipt(player, base, { ...subject, adapter: dequantise(base.config, adapter) });
    const link = { kind: 'agent', receipt: made.receipt, adapter, trained: whole.receipt.adapter } as const;
    const kept = whole.lift.low > 0 ? made.lift.mean / whole.lift.mean : null;
    const choice = { bits, payload: await encodeLink(link), lift: made.lift, kept };
    choices.push(choice);
    onMeasured(choice);
    if (kept === null || kept >= KEPT_SHARE) return choice;
  }
  return choices.reduce((best, choice) => ((choice.kept ?? 0) > (best.kept ?? 0) ? choice : best));
}
