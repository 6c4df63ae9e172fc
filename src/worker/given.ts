/** What somebody has been given: read, and told as a claim. Nothing of it runs. */

import { WaymarkError } from '../core/errors.ts';
import { presentNotes } from '../learning/living-agent.ts';
import { liftOf } from '../learning/receipt-evaluation.ts';
import type { Checkable } from '../runs/check/parts.ts';
import { decodeLink } from '../runs/links/link-codec.ts';
import { readArchive } from '../runs/run-archive.ts';
import type { Claim, Given } from './share-protocol.ts';

/** Rejects as `decodeLink` and `readArchive`, and with `bad-request` for a setup, which claims nothing. */
export async function readGiven(given: Given): Promise<Checkable> {
  if (given.kind === 'file') return { kind: 'file', content: await readArchive(given.archive) };
  const link = await decodeLink(given.payload);
  if (link.kind !== 'setup') return link;
  throw new WaymarkError('bad-request', 'A setup claims nothing that could be checked or kept.', 'Train by it.');
}

/** What it says of itself. */
export function claimOf(checkable: Checkable): Claim {
  switch (checkable.kind) {
    case 'receipt': {
      const { receipt } = checkable;
      return { kind: 'receipt', receipt, lift: liftOf(receipt.evaluation) };
    }
    case 'agent': {
      const { receipt, adapter } = checkable;
      return { kind: 'agent', receipt, lift: liftOf(receipt.evaluation), bits: adapter.bits };
    }
    case 'file': {
      const { summary, receipt, lifeLogs, agents } = checkable.content;
      return {
        kind: 'file',
        summary,
        receipt,
        lift: receipt && liftOf(receipt.evaluation),
        lives: lifeLogs.size === summary.iteration,
        agents: agents.map(({ agent: { agent, life } }) => {
          const { world, lived, solved } = life;
          return { agent, world, lived, solved, notes: presentNotes(life) };
        }),
      };
    }
  }
}
