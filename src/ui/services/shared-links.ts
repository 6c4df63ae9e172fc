/** Reading and writing shared links. The code that knows their format is fetched when it is first wanted. */

import type { SharedLink } from '../../runs/links/shared-link.ts';

export interface SharedLinks {
  /** What stands behind `#open=`. */
  readonly encode: (link: SharedLink) => Promise<string>;
  /** What a payload carries. Rejects with `link-damaged`, `link-newer` or `link-too-large`. */
  readonly decode: (payload: string) => Promise<SharedLink>;
  /** The payload in whatever was pasted: a whole address, or the payload alone. Null where there is none. */
  readonly findPayload: (text: string) => Promise<string | null>;
}

export const sharedLinks: SharedLinks = {
  encode: async (link) => (await import('../../runs/links/link-codec.ts')).encodeLink(link),
  decode: async (payload) => (await import('../../runs/links/link-codec.ts')).decodeLink(payload),
  findPayload: async (text) => (await import('../../runs/links/link-text.ts')).payloadOf(text),
};
