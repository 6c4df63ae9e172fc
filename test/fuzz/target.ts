/**
 * What is fuzzed: a decoder, and a way to make inputs for it. Whatever comes out, a decoder either gives something that
 * encodes to the same input again, or refuses it by a named error; targets throw a `Defect` for anything else.
 */

import type { RandomStream } from '../../src/core/random.ts';
import type { WaymarkErrorKind } from '../../src/core/errors.ts';

/** Throws a `Defect` where what was decoded is not what the input said. */
export type Verify = () => unknown;

export interface Case {
  /** For whoever must look at it: the very input. */
  readonly input: Uint8Array | string;
  /**
   * Decodes it, which is what is timed; what it gives then holds the result against the input. Throws `WaymarkError`
   * where the input is refused.
   */
  readonly decode: () => Verify | Promise<Verify>;
}

export interface Target {
  readonly name: string;
  /** Of a thousand cases, how many are this target's. */
  readonly share: number;
  /** How it may refuse. */
  readonly kinds: readonly WaymarkErrorKind[];
  /** A case; the same draws make the same one. */
  readonly make: (random: RandomStream) => Case | Promise<Case>;
}

/** Something that a decoder may never do. */
export class Defect extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Defect';
  }
}

/** Throws a `Defect` where two things that must be equal are not; compared as JSON, numbers that JSON lacks included. */
export function requireSame(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [actual, expected].map(fingerprint);
  if (one !== other) throw new Defect(`${what} is not the same: ${clipped(one)} instead of ${clipped(other)}`);
}

/** Throws a `Defect` where bytes that must be equal are not. */
export function requireSameBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  if (!Buffer.from(actual).equals(expected)) {
    throw new Defect(`${what} is not the same: ${actual.length} bytes instead of ${expected.length}, or others`);
  }
}

function fingerprint(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'number' && (!Number.isFinite(part) || Object.is(part, -0))) return `number ${String(part)}`;
      if (part instanceof Map || part instanceof Set) return [...(part as Iterable<unknown>)];
      if (ArrayBuffer.isView(part))
        return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64');
      return part;
    }) ?? 'undefined'
  );
}

function clipped(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
