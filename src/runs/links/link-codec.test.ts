/** Protects that a link is one text for one thing, short, never misread, and as readable in years as it is today. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGEABLE, LONGEST_BASE, receipts, recipes, sharedLinks } from '../../../test/runs/arbitrary-links.ts';
import { WaymarkError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { RandomStream } from '../../core/random.ts';
import { findPreset, presets } from '../../learning/presets.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import { changeRecipe, loraOf } from '../../learning/recipe.ts';
import type { LinkBits } from '../../policy/quantised-lora.ts';
import { decodeLink, encodeLink, MOST_PAYLOAD_CHARACTERS } from './link-codec.ts';
import { linkOf } from './link-text.ts';
import type { SharedLink } from './shared-link.ts';

/** 40 characters. */
const SITE = 'https://somebody.example.org/waymark/v1/';

const { recipe } = findPreset('code-lake');

const RECEIPT: Receipt = {
  version: 1,
  computation: 1,
  recipe,
  base: 'be43248c'.repeat(4),
  iterations: 60,
  inherited: 0,
  origin: 'webgpu',
  lives: '01234567'.repeat(4),
  adapter: '89abcdef'.repeat(4),
  evaluation: {
    kept: outcomes((pack, position) => pack % (position + 1) > 0),
    erased: outcomes((pack, position) => (pack + position) % 5 === 0),
    lives: 'fedcba98'.repeat(4),
  },
};

function outcomes(solved: (pack: number, position: number) => boolean): number[][] {
  return Array.from({ length: RECEIPT_PACKS }, (_, pack) =>
    Array.from({ length: RECEIPT_LENGTH }, (__, position) => (solved(pack, position) ? 1 : 0)),
  );
}

function agent(bits: LinkBits, values: Int8Array): SharedLink {
  const adapter = { settings: loraOf(recipe), bits, scales: Uint16Array.of(0x3c00, 0, 0x7bff), values };
  return { kind: 'agent', receipt: RECEIPT, adapter, trained: '02468ace'.repeat(4) };
}

/** Of 8 bits: nothing that deflate could shorten. */
function randomNumbers(count: number): Int8Array {
  const stream = new RandomStream(1, 1);
  return new Int8Array(count).map(() => stream.nextInteger(255) - 127);
}

function bytesOf(payload: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(payload, 'base64url'));
}

/** The payload of bytes that may be damaged, with the sum that makes them look intact. */
async function sealed(bytes: Uint8Array): Promise<string> {
  const summed = Uint8Array.of(...bytes.subarray(0, 2), ...bytes.subarray(6));
  bytes.set(Buffer.from((await sha256(summed)).slice(0, 8), 'hex'), 2);
  return Buffer.from(bytes).toString('base64url');
}

/** The kind of error and what it says; what was read where nothing was refused. */
async function refusal(payload: string): Promise<string> {
  try {
    return `read: ${JSON.stringify(await decodeLink(payload))}`;
  } catch (error) {
    if (error instanceof WaymarkError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

describe('links', () => {
  it('come back as they were, from one text only', async () => {
    await fc.assert(
      fc.asyncProperty(sharedLinks(CHANGEABLE.length), async (link) => {
        const payload = await encodeLink(link);
        expect(payload).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(await decodeLink(payload)).toEqual(link);
      }),
    );
  });

  it('cut hashes to 128 bits', async () => {
    const long = { ...RECEIPT, base: 'be43248c'.repeat(8), adapter: '89abcdef'.repeat(8), lives: null };
    const payload = await encodeLink({ kind: 'receipt', receipt: long });
    expect(await decodeLink(payload)).toEqual({ kind: 'receipt', receipt: { ...RECEIPT, lives: null } });
  });
});

describe('the length of links', () => {
  it('of a setup is at most 200 characters, whatever three settings of whatever preset are', async () => {
    await fc.assert(
      fc.asyncProperty(recipes(3), async (changed) => {
        const link = linkOf(SITE, await encodeLink({ kind: 'setup', recipe: changed }));
        expect(link.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });

  it('of a receipt is at most 400 characters, whatever it says of such a run', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(3), async (receipt) => {
        const link = linkOf(SITE, await encodeLink({ kind: 'receipt', receipt }));
        expect(link.length).toBeLessThanOrEqual(400);
      }),
    );
  });

  it('holds for the longest changes that there are', async () => {
    expect(SITE).toHaveLength(40);
    const changes = { base: `${'b'.repeat(LONGEST_BASE - 9)}-0123abcd`, learningRate: 0.1 + 0.2, beta1: 1 / 3 };
    for (const preset of presets) {
      const changed = changeRecipe(preset.recipe, changes);
      const receipt = { ...RECEIPT, recipe: changed, computation: 65535, iterations: 65535, inherited: 65535 };
      expect(linkOf(SITE, await encodeLink({ kind: 'setup', recipe: changed })).length).toBeLessThanOrEqual(200);
      expect(linkOf(SITE, await encodeLink({ kind: 'receipt', receipt })).length).toBeLessThanOrEqual(400);
    }
  });
});

describe('damaged links', () => {
  it('are known as such: one character changed, missing, added or swapped', async () => {
    const payload = await encodeLink({ kind: 'receipt', receipt: RECEIPT });
    const index = fc.integer({ min: 2, max: payload.length - 1 });
    const character = fc.constantFrom(...Array.from('ABCxyz019-_'));
    await fc.assert(
      fc.asyncProperty(index, character, async (at, other) => {
        const damaged = [
          payload.slice(0, at) + other + payload.slice(at + 1),
          payload.slice(0, at) + payload.slice(at + 1),
          payload.slice(0, at) + other + payload.slice(at),
          payload.slice(0, at - 1) + payload[at] + payload[at - 1] + payload.slice(at + 1),
          payload.slice(0, at),
        ];
        for (const text of damaged) if (text !== payload) expect(await refusal(text)).toMatch(/^link-damaged: /);
      }),
    );
  });

  it('say what is wrong with them', async () => {
    const payload = await encodeLink({ kind: 'setup', recipe });
    expect(await refusal('')).toBe('link-damaged: This link is too short to carry anything.');
    expect(await refusal(`${payload}%20`)).toBe('link-damaged: This link holds a character that no link has.');
    expect(await refusal(payload.slice(0, -2))).toBe(
      'link-damaged: This link did not arrive as it was sent: characters are missing, added or changed.',
    );
    expect(await refusal('AAAAAAAAAAAAAAAAAAAAAA')).toBe('link-damaged: This is no link of Waymark.');
  });

  it('are refused where they are longer than any link', async () => {
    expect(await refusal('A'.repeat(MOST_PAYLOAD_CHARACTERS + 1))).toBe(
      'link-too-large: This link has 65537 characters; 65536 are the most.',
    );
  });

  it('are refused in time, whatever their bytes are, and never by anything but a named error', async () => {
    const payloads = await Promise.all(
      [
        { kind: 'setup', recipe } as const,
        { kind: 'receipt', receipt: RECEIPT } as const,
        agent(
          4,
          new Int8Array(2000).map((_, index) => ((index * index) % 15) - 7),
        ),
      ].map(encodeLink),
    );
    const change = fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }), cut: fc.nat({ max: 20 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...payloads),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (payload, all) => {
          let bytes = bytesOf(payload);
          for (const { at, value, cut } of all) {
            bytes[1 + (at % (bytes.length - 1))] = value;
            if (cut < 3) bytes = bytes.slice(0, bytes.length - cut);
          }
          const text = await sealed(bytes);
          const start = performance.now();
          const said = await refusal(text);
          expect(performance.now() - start).toBeLessThan(1000);
          // A changed hash or outcome is another receipt, and is read; but only ever as what makes this very text.
          if (said.startsWith('read: ')) expect(await encodeLink(await decodeLink(text))).toBe(text);
          else expect(said).toMatch(/^(link-damaged|link-newer|no-build): /);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('links of another Waymark', () => {
  it('are known by their version', async () => {
    const bytes = bytesOf(await encodeLink({ kind: 'setup', recipe }));
    bytes[0] = 2;
    const payload = Buffer.from(bytes).toString('base64url');
    expect(await refusal(payload)).toBe('link-newer: This link was made by a newer version (2) than this page.');
  });

  it.each([
    ['kind', 1, 9],
    ['preset', 7, 9],
    ['setting', 9, 99],
    ['environment', 10, 99],
  ])('are known by a %s that there is not yet', async (what, at, value) => {
    const changed = changeRecipe(recipe, { environment: 'code-lake/6x6' });
    const bytes = bytesOf(await encodeLink({ kind: 'setup', recipe: changed }));
    bytes[at] = value;
    expect(await refusal(await sealed(bytes))).toBe(
      `link-newer: This link has a ${what} that this version of Waymark does not know.`,
    );
  });

  it('are known by their recipes', async () => {
    const bytes = bytesOf(await encodeLink({ kind: 'setup', recipe }));
    bytes[6] = 2;
    expect(await refusal(await sealed(bytes))).toContain('link-newer: This link has a recipe of a newer version (2)');
  });

  it('never become another run where their preset has changed since', async () => {
    const bytes = bytesOf(await encodeLink({ kind: 'setup', recipe }));
    bytes[bytes.length - 1] ^= 1;
    expect(await refusal(await sealed(bytes))).toBe(
      'no-build: This link was made by a version of Waymark in which the preset "code-lake" was another.',
    );
  });
});

describe('agents in links', () => {
  const some = new Int8Array(1200).map((_, index) => ((index * 7919) % 7) - 3);

  it('are deflated only where that is shorter', async () => {
    const same = await encodeLink(agent(8, new Int8Array(5000).fill(100)));
    expect(same.length).toBeLessThan(500);
    const noise = randomNumbers(5000);
    expect((await encodeLink(agent(8, noise))).length).toBeLessThan((5000 * 4) / 3 + 350);
  });

  it('take fewer characters in fewer bits', async () => {
    const lengths: number[] = [];
    for (const bits of [2, 3, 4, 6, 8] as const) {
      const largest = 2 ** (bits - 1) - 1;
      const values = some.map((_, index) => Math.round(largest * Math.sin(index * index)));
      lengths.push((await encodeLink(agent(bits, values))).length);
    }
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
  });

  it('are refused where they are not of the shape that their recipe trains, or too large for any link', async () => {
    const link = agent(3, some);
    if (link.kind !== 'agent') return;
    const settings = { ...link.adapter.settings, rank: 1 };
    await expect(encodeLink({ ...link, adapter: { ...link.adapter, settings } })).rejects.toThrow(RangeError);
    await expect(encodeLink(agent(2, new Int8Array(200_000)))).rejects.toThrow(
      expect.objectContaining({ kind: 'link-too-large' }),
    );
    const noise = randomNumbers(60_000);
    await expect(encodeLink(agent(8, noise))).rejects.toThrow(expect.objectContaining({ kind: 'link-too-large' }));
  });

  it('never unpack to more than they say', async () => {
    const payload = await encodeLink(agent(8, new Int8Array(100_000)));
    const bytes = bytesOf(payload);
    // The count is the varint 0xa0 0x8d 0x06 behind the number of scales; 16 numbers are announced instead.
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x88, 3, 0xa0, 0x8d, 0x06]));
    const few = Uint8Array.of(...bytes.subarray(0, at), 0x88, 3, 16, ...bytes.subarray(at + 5));
    expect(await refusal(await sealed(few))).toBe(
      'link-damaged: The agent in this link has not as many numbers as the link says.',
    );
  });
});
