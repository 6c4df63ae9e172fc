import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReference } from '../../test/fixtures/reference.ts';
import { WaymarkError } from '../core/errors.ts';
import { readSafetensors, writeSafetensors, type Tensor } from './safetensors.ts';

/** A file from a header as text and its data. */
function file(header: string, data: readonly number[] = []): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

function sameBytes(a: Tensor['data'], b: Tensor['data'] | undefined): boolean {
  return b !== undefined && Buffer.compare(new Uint8Array(a.buffer), new Uint8Array(b.buffer)) === 0;
}

const SAMPLES: readonly (readonly [string, Tensor])[] = [
  ['u8', { dtype: 'U8', shape: [3], data: Uint8Array.of(0, 7, 255) }],
  ['f16', { dtype: 'F16', shape: [2, 2], data: Float32Array.of(0.5, -0, 65504, 2 ** -24) }],
  ['i32', { dtype: 'I32', shape: [2], data: Int32Array.of(-(2 ** 31), 2 ** 31 - 1) }],
  ['f32', { dtype: 'F32', shape: [1, 3], data: Float32Array.of(Math.fround(0.1), NaN, -Infinity) }],
  ['f64', { dtype: 'F64', shape: [], data: Float64Array.of(Math.PI) }],
  ['i64', { dtype: 'I64', shape: [2], data: BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n) }],
  ['empty', { dtype: 'F32', shape: [0, 5], data: new Float32Array(0) }],
];

describe('readSafetensors', () => {
  it('reads numbers of every type from bytes written by hand', () => {
    const header = JSON.stringify({
      __metadata__: { format: 'pt' },
      f32: { dtype: 'F32', shape: [2], data_offsets: [0, 8] },
      i64: { dtype: 'I64', shape: [1], data_offsets: [8, 16] },
      f64: { dtype: 'F64', shape: [1], data_offsets: [16, 24] },
      i32: { dtype: 'I32', shape: [1], data_offsets: [24, 28] },
      f16: { dtype: 'F16', shape: [1, 1], data_offsets: [28, 30] },
      u8: { dtype: 'U8', shape: [1], data_offsets: [30, 31] },
    });
    // IEEE 754: 1 = 3f800000, -2 = c0000000; in double 1 = 3ff0000000000000; in half 1.5 = 3e00.
    const { tensors, metadata } = readSafetensors(
      file(header, [
        ...[0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0],
        ...[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ...[0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
        ...[0x00, 0x01, 0x00, 0x00],
        ...[0x00, 0x3e],
        200,
      ]),
    );
    expect(metadata).toEqual({ format: 'pt' });
    expect(tensors.get('f32')).toEqual({ dtype: 'F32', shape: [2], data: Float32Array.of(1, -2) });
    expect(tensors.get('i64')).toEqual({ dtype: 'I64', shape: [1], data: BigInt64Array.of(-2n) });
    expect(tensors.get('f64')).toEqual({ dtype: 'F64', shape: [1], data: Float64Array.of(1) });
    expect(tensors.get('i32')).toEqual({ dtype: 'I32', shape: [1], data: Int32Array.of(256) });
    expect(tensors.get('f16')).toEqual({ dtype: 'F16', shape: [1, 1], data: Float32Array.of(1.5) });
    expect(tensors.get('u8')).toEqual({ dtype: 'U8', shape: [1], data: Uint8Array.of(200) });
  });

  it('reads a file that does not begin at the beginning of its buffer', () => {
    const bytes = writeSafetensors(new Map(SAMPLES));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(readSafetensors(shifted.subarray(3))).toEqual(readSafetensors(bytes));
  });

  it('copies numbers, so that the file may be overwritten', () => {
    const bytes = Buffer.from(writeSafetensors(new Map(SAMPLES)));
    const { tensors } = readSafetensors(bytes);
    bytes.fill(0);
    expect(tensors.get('u8')?.data).toEqual(Uint8Array.of(0, 7, 255));
  });

  it('reads the reference base and vectors', async () => {
    const base = readSafetensors(await readReference('base/model.safetensors'));
    const count = [...base.tensors.values()].reduce((sum, { data }) => sum + data.length, 0);
    expect(count).toBe(342_240);
    expect(base.metadata).toEqual({ format: 'pt' });
    const vectors = readSafetensors(await readReference('vectors.safetensors')).tensors;
    const tokens = vectors.get('tokens');
    expect(tokens?.dtype).toBe('I64');
    // <bos> <solve> lake notes left b3 up b1 task
    expect([...(tokens?.data ?? [])].slice(0, 9).map(Number)).toEqual([1, 3, 5, 8, 29, 33, 27, 31, 9]);
    expect(vectors.get('loss')?.data[0]).toBeCloseTo(0.049682, 6);
  });

  const entry = (shape: string, offsets: string, dtype = 'U8'): string =>
    `{"dtype":"${dtype}","shape":${shape},"data_offsets":${offsets}}`;

  it.each([
    ['fewer bytes than a header needs', Uint8Array.of(1, 2, 3), /3 bytes are too few/],
    ['a header beyond the end', file('{}').subarray(0, 9), /ends inside its header/],
    ['an absurd header size', new Uint8Array(16).fill(255), /too large/],
    ['a header that is not JSON', file('{"a":'), /header is not JSON/],
    ['a header that is not text', Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0xff), /header is not JSON/],
    ['a header that is no object', file('[]'), /not a JSON object/],
    ['metadata that are no texts', file('{"__metadata__":{"a":1}}'), /__metadata__/],
    ['an entry without offsets', file('{"a":{"dtype":"U8","shape":[1]}}', [0]), /tensor a: data_offsets/],
    ['an unknown type', file(`{"a":${entry('[1]', '[0,1]', 'Q4')}}`, [0]), /type Q4 is none of/],
    ['a negative size', file(`{"a":${entry('[-1]', '[0,1]')}}`, [0]), /tensor a: shape/],
    ['a fraction as offset', file(`{"a":${entry('[1]', '[0,1.5]')}}`, [0, 0]), /tensor a: data_offsets/],
    ['a shape that its bytes do not fill', file(`{"a":${entry('[2]', '[0,1]')}}`, [0]), /1 bytes do not hold U8 \[2\]/],
    ['offsets in the wrong order', file(`{"a":${entry('[1]', '[1,0]')}}`, [0]), /-1 bytes do not hold/],
    ['a tensor beyond the end', file(`{"a":${entry('[2]', '[0,2]')}}`, [0]), /ends at byte 2 of 1/],
    ['an overlap', file(`{"a":${entry('[2]', '[0,2]')},"b":${entry('[2]', '[1,3]')}}`, [0, 0, 0]), /b overlaps/],
    ['a hole', file(`{"a":${entry('[1]', '[0,1]')},"b":${entry('[1]', '[2,3]')}}`, [0, 0, 0]), /leaves 1 bytes unused/],
    ['bytes after the last tensor', file(`{"a":${entry('[1]', '[0,1]')}}`, [0, 0]), /1 bytes after the last/],
    [
      'a shape whose size overflows',
      file(`{"a":${entry('[9007199254740991,9007199254740991]', '[0,1]')}}`, [0]),
      /do not hold/,
    ],
  ])('names %s', (_, bytes, message) => {
    expect(() => readSafetensors(bytes, 'x.safetensors')).toThrow(
      expect.objectContaining({ kind: 'bad-file', message: expect.stringMatching(message) }),
    );
    expect(() => readSafetensors(bytes, 'x.safetensors')).toThrow(/^x\.safetensors: /);
  });

  it('either reads a damaged file or says what is wrong with it', () => {
    const whole = writeSafetensors(new Map(SAMPLES), { format: 'pt' });
    const damages = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(damages, fc.nat(whole.length), (changes, length) => {
        const bytes = whole.slice(0, length % 3 === 0 ? length : whole.length);
        for (const [position, value] of changes) if (position < bytes.length) bytes[position] = value;
        try {
          for (const { shape, data } of readSafetensors(bytes).tensors.values()) {
            expect(data.length).toBe(shape.reduce((product, size) => product * size, 1));
          }
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          expect(error).toMatchObject({ kind: 'bad-file', remedy: expect.stringContaining('again') });
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

describe('writeSafetensors', () => {
  it('gives exactly these bytes: widest types first, then names, header padded to eight bytes', () => {
    const written = writeSafetensors(
      new Map<string, Tensor>([
        ['c', { dtype: 'U8', shape: [1], data: Uint8Array.of(9) }],
        ['b', { dtype: 'F32', shape: [1], data: Float32Array.of(1) }],
        ['10', { dtype: 'F32', shape: [], data: Float32Array.of(2) }],
        ['z', { dtype: 'I64', shape: [1], data: BigInt64Array.of(3n) }],
      ]),
      { format: 'pt', also: 'x' },
    );
    const header =
      '{"__metadata__":{"also":"x","format":"pt"},' +
      '"z":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},' +
      '"10":{"dtype":"F32","shape":[],"data_offsets":[8,12]},' +
      '"b":{"dtype":"F32","shape":[1],"data_offsets":[12,16]},' +
      '"c":{"dtype":"U8","shape":[1],"data_offsets":[16,17]}}';
    const padded = header.padEnd(Math.ceil(header.length / 8) * 8, ' ');
    const data = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0x80, 0x3f, 9];
    expect(written).toEqual(file(padded, data));
  });

  it('writes the same bytes whatever the order of tensors and metadata', () => {
    const metadata = { b: '2', a: '1' };
    const reversed = { a: '1', b: '2' };
    expect(writeSafetensors(new Map([...SAMPLES].reverse()), reversed)).toEqual(
      writeSafetensors(new Map(SAMPLES), metadata),
    );
  });

  it('is undone by reading, and redone byte for byte by writing again', () => {
    const bytes = writeSafetensors(new Map(SAMPLES), { format: 'pt' });
    const read = readSafetensors(bytes);
    for (const [name, tensor] of SAMPLES) expect(read.tensors.get(name)).toEqual(tensor);
    expect(read.tensors.size).toBe(SAMPLES.length);
    expect(writeSafetensors(read.tensors, read.metadata)).toEqual(bytes);
  });

  it('keeps every bit of the reference base', async () => {
    const { tensors } = readSafetensors(await readReference('base/model.safetensors'));
    const again = readSafetensors(writeSafetensors(tensors)).tensors;
    expect([...again.keys()].sort()).toEqual([...tensors.keys()].sort());
    for (const [name, { data }] of tensors) {
      expect(sameBytes(data, again.get(name)?.data), name).toBe(true);
    }
  });

  it('keeps any float32 numbers and names', () => {
    const anyTensors = fc.dictionary(fc.string(), fc.float32Array(), { maxKeys: 5 });
    fc.assert(
      fc.property(anyTensors, (arrays) => {
        const tensors = new Map<string, Tensor>(
          Object.entries(arrays).map(([name, data]) => [`t${name}`, { dtype: 'F32', shape: [data.length], data }]),
        );
        const read = readSafetensors(writeSafetensors(tensors)).tensors;
        expect([...read.keys()].sort()).toEqual([...tensors.keys()].sort());
        for (const [name, { data }] of tensors) expect(read.get(name)?.data).toEqual(data);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('refuses data that do not fill their shape', () => {
    const tensor: Tensor = { dtype: 'U8', shape: [2], data: Uint8Array.of(1) };
    expect(() => writeSafetensors(new Map([['a', tensor]]))).toThrow(RangeError);
  });
});
