/** Checks an agent in a link: it does what its receipt says, exactly. */

import { dequantise } from '../../policy/quantised-lora.ts';
import type { SharedLink } from '../links/shared-link.ts';
import { adapterHash, isHash } from '../receipt-of-run.ts';
import { blocksOf, compareEvaluation, liveBlocks } from './evaluate-again.ts';
import type { Check, CheckOutcome } from './parts.ts';

export async function checkAgent(
  { receipt, adapter: quantised }: Extract<SharedLink, { kind: 'agent' }>,
  { base, player, findings, listener, depth, draw }: Check,
): Promise<CheckOutcome> {
  const adapter = dequantise(base.config, quantised);
  if (!isHash(await adapterHash(adapter), receipt.adapter)) findings.add({ part: 'adapter' });
  const blocks = await liveBlocks(player, receipt, adapter, blocksOf(depth, draw), listener);
  await compareEvaluation(findings, receipt, null, blocks, player);
  return { iterations: 0, episodes: 0, blocks: blocks.length };
}
