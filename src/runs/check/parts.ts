/** What checks of every kind are given, and what they give. */

import type { BaseModel } from '../../policy/model.ts';
import type { SharedLink } from '../links/shared-link.ts';
import type { RunContent } from '../run-content.ts';
import type { Findings } from './findings.ts';
import type { CheckListener, PortablePlayer } from './shop.ts';
import type { CheckDepth, Checked, Verdict } from './verdict.ts';

/** What can be checked: a setup claims nothing. */
export type Checkable =
  Extract<SharedLink, { readonly kind: 'receipt' | 'agent' }> | { readonly kind: 'file'; readonly content: RunContent };

export interface CheckRequest {
  readonly depth: CheckDepth;
  /** 32 random bits: which part a quick check looks at. */
  readonly draw: number;
}

/** What the check of each kind is given. */
export interface Check extends CheckRequest {
  readonly base: BaseModel;
  readonly player: PortablePlayer;
  readonly findings: Findings;
  readonly listener: CheckListener;
}

/** How much was computed again, and a verdict that does not follow from the findings. */
export interface CheckOutcome extends Omit<Checked, 'depth' | 'seconds' | 'packs'> {
  readonly blocks: number;
  /** Where only the lifts could be compared. */
  readonly lifts?: Pick<Extract<Verdict, { kind: 'agrees' }>, 'claimed' | 'found'>;
}
