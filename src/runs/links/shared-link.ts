/**
 * What links carry. All of it stands in the address's fragment, `#open=PAYLOAD`, which browsers never send anywhere. A
 * setup claims nothing; a receipt and an agent claim something that the receiver can check.
 */

import type { Receipt } from '../../learning/receipt.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { QuantisedAdapter } from '../../policy/quantised-lora.ts';

export type SharedLink =
  /** A recipe, to train by. */
  | { readonly kind: 'setup'; readonly recipe: Recipe }
  /** What training by a recipe came to; the agent itself does not travel. */
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** An agent: its adapter in few bits, and the receipt of just this adapter. */
  | {
      readonly kind: 'agent';
      readonly receipt: Receipt;
      readonly adapter: QuantisedAdapter;
      /** Hash of the adapter before it was quantised: what training by the recipe gives. */
      readonly trained: string;
    };
