/** Links: their text, and, behind a checksum that is right again, what stands in them. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { RandomStream } from '../../../src/core/random.ts';
import { findPreset, presets } from '../../../src/learning/presets.ts';
import { changeRecipe, loraOf } from '../../../src/learning/recipe.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../../src/learning/receipt.ts';
import { parseConfig } from '../../../src/policy/config.ts';
import { initialAdapter } from '../../../src/policy/lora.ts';
import { dequantise, quantise } from '../../../src/policy/quantised-lora.ts';
import { decodeLink, encodeLink } from '../../../src/runs/links/link-codec.ts';
import { linkOf, payloadOf } from '../../../src/runs/links/link-text.ts';
import type { SharedLink } from '../../../src/runs/links/shared-link.ts';
import { anyBytes, mutateBytes } from '../mutate-bytes.ts';
import { mutateText, TELLING_TEXTS } from '../mutate-json.ts';
import { Defect, requireSame, type Target } from '../target.ts';

const { recipe } = findPreset('code-lake');
const RANK_ONE = changeRecipe(recipe, { loraRank: 1, loraAlpha: 4, seed: 0xffffffff });
const CONFIG = parseConfig(JSON.parse(readFileSync(`public/models/${recipe.base}/config.json`, 'utf8')));

const HEAD_BYTES = 2;
const BODY_AT = 6;
/** A million zeros, deflated: a bomb for whoever trusts the length that is told with it. */
const BOMB = new Uint8Array(deflateSync(new Uint8Array(1_000_000), { level: 9 }).subarray(2, -4));

function receipt(over: Partial<Receipt> = {}): Receipt {
  const outcomes = Array.from({ length: RECEIPT_PACKS }, (_, pack) =>
    Array.from({ length: RECEIPT_LENGTH }, (__, position) => (pack % (position + 1) === 0 ? 0 : 1)),
  );
  return {
    version: 1,
    computation: 1,
    recipe,
    base: 'be43248c'.repeat(4),
    iterations: 60,
    inherited: 0,
    origin: 'onnx-wasm',
    lives: '01234567'.repeat(4),
    adapter: '89abcdef'.repeat(4),
    evaluation: { kept: outcomes, erased: outcomes, lives: 'fedcba98'.repeat(4) },
    ...over,
  };
}

function agent(bits: 2 | 4 | 8): SharedLink {
  const settings = loraOf(RANK_ONE);
  const values = initialAdapter(CONFIG, settings, 7).map((value, index) => value + (index % 13) / 1000);
  const adapter = quantise(CONFIG, { settings, values }, bits);
  return { kind: 'agent', receipt: receipt({ recipe: RANK_ONE }), adapter, trained: '02468ace'.repeat(4) };
}

const LINKS: readonly SharedLink[] = [
  ...presets.map((preset): SharedLink => ({ kind: 'setup', recipe: preset.recipe })),
  {
    kind: 'setup',
    recipe: changeRecipe(recipe, { seed: 9, learningRate: 0.1 + 0.2, loraTargets: 'v_proj,down_proj,q_proj' }),
  },
  { kind: 'setup', recipe: changeRecipe(recipe, { base: 'somebody-01234567', redWeight: true, loss: 'rec' }) },
  { kind: 'receipt', receipt: receipt() },
  { kind: 'receipt', receipt: receipt({ lives: null, origin: 'mixed', inherited: 20 }) },
  agent(2),
  agent(4),
  agent(8),
];

const PAYLOADS: readonly string[] = await Promise.all(LINKS.map(encodeLink));
const BYTES = PAYLOADS.map((payload) => new Uint8Array(Buffer.from(payload, 'base64url')));

/** A link with the checksum that makes whatever stands in it look intact. */
function sealed(head: Uint8Array, body: Uint8Array): string {
  const sum = createHash('sha256')
    .update(head)
    .update(body)
    .digest()
    .subarray(0, BODY_AT - HEAD_BYTES);
  return Buffer.concat([head, sum, body]).toString('base64url');
}

function makePayload(random: RandomStream): string {
  const place = random.nextInteger(PAYLOADS.length);
  const bytes = BYTES[place];
  const head = bytes.slice(0, HEAD_BYTES);
  const body = bytes.subarray(BODY_AT);
  switch (random.nextInteger(12)) {
    case 0:
      return PAYLOADS[place];
    case 1:
      return mutateText(PAYLOADS[place], random);
    case 2:
      return Buffer.from(mutateBytes(bytes, random, random.pick(BYTES))).toString('base64url');
    case 3:
      return sealed(mutateBytes(head, random).slice(0, HEAD_BYTES), body);
    case 4:
      return sealed(head, random.nextInteger(4) === 0 ? anyBytes(random, 400) : random.pick(BYTES).subarray(BODY_AT));
    case 5:
      return sealed(head, Buffer.concat([body.subarray(0, random.nextInteger(body.length)), BOMB]));
    default:
      return sealed(head, mutateBytes(body, random, random.pick(BYTES).subarray(BODY_AT)));
  }
}

export const linksTarget: Target = {
  name: 'links',
  share: 250,
  kinds: ['link-damaged', 'link-newer', 'link-too-large', 'no-build'],
  make: (random) => {
    const payload = makePayload(random);
    return {
      input: payload,
      decode: async () => {
        const link = await decodeLink(payload);
        const values = link.kind === 'agent' ? dequantise(CONFIG, link.adapter) : new Float32Array();
        return async () => {
          requireSame(await encodeLink(link), payload, 'The link written again');
          if (!values.every(Number.isFinite)) throw new Defect('The adapter has a number that is not finite');
        };
      },
    };
  },
};

/** What somebody pastes: an address in a sentence, in brackets, broken into lines, or something else. */
export const pastedTarget: Target = {
  name: 'pasted',
  share: 60,
  kinds: [],
  make: (random) => {
    let text = linkOf('https://example.org/waymark/', random.pick(PAYLOADS));
    for (let left = random.nextInteger(4); left > 0; left--) {
      const at = random.nextInteger(text.length + 1);
      const between = random.pick(['\n', '\r\n> ', ' ', '<', '>', '#open=', '"', random.pick(TELLING_TEXTS)]);
      text = random.nextInteger(2) === 0 ? mutateText(text, random) : text.slice(0, at) + between + text.slice(at);
    }
    return {
      input: text,
      decode: () => {
        const payload = payloadOf(text);
        return () => {
          if (payload === null) return;
          if (!/^[A-Za-z0-9_-]+$/.test(payload)) throw new Defect(`found "${payload.slice(0, 80)}"`);
          requireSame(payloadOf(linkOf('https://example.org/', payload)), payload, 'What was found, as an address');
        };
      },
    };
  },
};
