/** An agent's link in several sizes: each number of bits with what it keeps of the lift, measured. */

import { WaymarkError } from '../../core/errors.ts';
import type { OnPlayed } from '../../learning/lives.ts';
import type { Player } from '../../learning/episodes.ts';
import { loraOf } from '../../learning/recipe.ts';
import type { Interval } from '../../learning/records.ts';
import type { BaseModel } from '../../policy/model.ts';
import { dequantise, LINK_BITS, type LinkBits, quantise } from '../../policy/quantised-lora.ts';
import { makeReceipt, type MadeReceipt, type ReceiptSubject } from '../receipt-of-run.ts';
import { encodeLink } from './link-codec.ts';

/** An adapter in so many bits, measured. */
export interface AgentChoice {
  readonly bits: LinkBits;
  /** What stands behind `#open=`. */
  readonly payload: string;
  readonly lift: Interval;
  /** Share of the full adapter's lift; null where that has none to keep. */
  readonly kept: number | null;
}

export interface AgentChoices {
  /** Fewest bits first: at least those of `ALWAYS_MEASURED`, and more until one keeps enough. */
  readonly choices: readonly AgentChoice[];
  /** The fewest bits that keep enough of the lift, else those that keep most: an index into `choices`. */
  readonly chosen: number;
}

/** What a link should keep of the lift. */
const ENOUGH_KEPT = 0.95;

/** Up to these, bits are measured whether or not fewer are enough, so that there is something to choose from. */
const ALWAYS_MEASURED: LinkBits = 4;

/**
 * Measures an agent, whose receipt with all its bits is `full`, in few bits, of those in `among`. Rejects with `link-too-large` where no link
 * carries it, and as `makeReceipt`.
 */
export async function agentChoices(
  player: Player,
  base: BaseModel,
  subject: ReceiptSubject,
  full: MadeReceipt,
  onPlayed: OnPlayed,
  among: readonly LinkBits[] = LINK_BITS,
): Promise<AgentChoices> {
  const whole = { settings: loraOf(subject.recipe), values: subject.adapter };
  const { adapter: trained } = full.receipt;
  const choices: AgentChoice[] = [];
  for (const bits of among) {
    const adapter = quantise(base.config, whole, bits);
    // Its length does not depend on what the receipt says, so what is too long is known before it is evaluated.
    const fits = await encodes({ kind: 'agent', receipt: full.receipt, adapter, trained }, choices.length > 0);
    if (!fits) break;
    const values = dequantise(base.config, adapter);
    const { receipt, lift } = await makeReceipt(player, base, { ...subject, adapter: values }, { onPlayed });
    const payload = await encodeLink({ kind: 'agent', receipt, adapter, trained });
    const kept = full.lift.mean > 0 ? lift.mean / full.lift.mean : null;
    choices.push({ bits, payload, lift, kept });
    if (bits >= ALWAYS_MEASURED && choices.some(keepsEnough)) break;
  }
  return { choices, chosen: chosenOf(choices) };
}

/** False for a link that is too long, where there are shorter ones. */
async function encodes(link: Parameters<typeof encodeLink>[0], hasShorter: boolean): Promise<boolean> {
  try {
    await encodeLink(link);
    return true;
  } catch (error) {
    if (hasShorter && error instanceof WaymarkError && error.kind === 'link-too-large') return false;
    throw error;
  }
}

/** Where there is no lift, any number of bits keeps all of it. */
function keepsEnough({ kept }: AgentChoice): boolean {
  return kept === null || kept >= ENOUGH_KEPT;
}

function chosenOf(choices: readonly AgentChoice[]): number {
  const enough = choices.findIndex(keepsEnough);
  if (enough !== -1) return enough;
  const lifts = choices.map(({ lift }) => lift.mean);
  return lifts.indexOf(Math.max(...lifts));
}
