/**
 * Safetensors, the file format of model weights (https://github.com/huggingface/safetensors): eight bytes with the
 * size of a JSON header, the header, then the tensors' numbers, little-endian, without holes or overlaps.
 *
 * Typed arrays are little-endian on every platform that browsers and Node run on, so numbers are copied as they are.
 */

import * as v from 'valibot';
import { decodeText, encodeText } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { floatToHalf, halfToFloat } from './half.ts';

/** A dense array, row by row. F16 is held as the float32 numbers it stands for, and rounded when written. */
export type Tensor =
  | { readonly dtype: 'F64'; readonly shape: readonly number[]; readonly data: Float64Array }
  | { readonly dtype: 'F32'; readonly shape: readonly number[]; readonly data: Float32Array }
  | { readonly dtype: 'F16'; readonly shape: readonly number[]; readonly data: Float32Array }
  | { readonly dtype: 'I64'; readonly shape: readonly number[]; readonly data: BigInt64Array }
  | { readonly dtype: 'I32'; readonly shape: readonly number[]; readonly data: Int32Array }
  | { readonly dtype: 'U8'; readonly shape: readonly number[]; readonly data: Uint8Array };

export type Dtype = Tensor['dtype'];

export interface SafetensorsFile {
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Bytes of one number. */
const DTYPE_SIZES: Readonly<Record<Dtype, number>> = { I64: 8, F64: 8, F32: 4, I32: 4, F16: 2, U8: 1 };
/** The order of tensors in written files: the widest first, so that each is aligned. */
const DTYPE_ORDER = ['I64', 'F64', 'F32', 'I32', 'F16', 'U8'] as const satisfies readonly Dtype[];

const PREFIX_BYTES = 8;
/** The limit of the format's own library. */
const MAX_HEADER_BYTES = 100_000_000;
const METADATA = '__metadata__';

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const metadataSchema = v.record(v.string(), v.string());
const entrySchema = v.object({
  dtype: v.string(),
  shape: v.array(wholeNumber),
  data_offsets: v.tuple([wholeNumber, wholeNumber]),
});

interface Entry {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

function bad(file: string, defect: string): WaymarkError {
  return new WaymarkError('bad-file', `${file}: ${defect}`, 'Fetch or export the file again.');
}

/** Reads a safetensors file. Throws `bad-file`, naming the file and the defect, for one that breaks the format. */
export function readSafetensors(bytes: Uint8Array, file = 'safetensors'): SafetensorsFile {
  if (bytes.length < PREFIX_BYTES) throw bad(file, `${bytes.length} bytes are too few for a header`);
  const headerSize = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (headerSize > MAX_HEADER_BYTES) throw bad(file, `a header of ${headerSize} bytes is too large`);
  const start = PREFIX_BYTES + Number(headerSize);
  if (start > bytes.length) throw bad(file, `ends inside its header of ${headerSize} bytes`);
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, start), file);

  let metadata: Readonly<Record<string, string>> = {};
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(header)) {
    if (name === METADATA) metadata = parseMetadata(value, file);
    else entries.push(parseEntry(name, value, file));
  }
  checkCoverage(entries, bytes.length - start, file);
  const tensors = new Map(entries.map((entry) => [entry.name, readTensor(entry, bytes.subarray(start))]));
  return { tensors, metadata };
}

function parseHeader(bytes: Uint8Array, file: string): Readonly<Record<string, unknown>> {
  let header: unknown;
  try {
    header = JSON.parse(decodeText(bytes, file));
  } catch (cause) {
    throw new WaymarkError('bad-file', `${file}: the header is not JSON`, 'Fetch or export the file again.', { cause });
  }
  if (!isRecord(header)) throw bad(file, 'the header is not a JSON object');
  return header;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseMetadata(value: unknown, file: string): Readonly<Record<string, string>> {
  const result = v.safeParse(metadataSchema, value, { abortEarly: true });
  if (!result.success) throw bad(file, `${METADATA} is not a table of texts`);
  return result.output;
}

function parseEntry(name: string, value: unknown, file: string): Entry {
  const result = v.safeParse(entrySchema, value, { abortEarly: true });
  if (!result.success) {
    const issue = result.issues[0];
    throw bad(file, `tensor ${name}: ${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
  }
  const { shape, data_offsets: offsets } = result.output;
  const dtype = DTYPE_ORDER.find((known) => known === result.output.dtype);
  if (dtype === undefined) {
    throw bad(file, `tensor ${name}: type ${result.output.dtype} is none of ${DTYPE_ORDER.join(', ')}`);
  }
  const [begin, end] = offsets;
  const size = countOf(shape) * DTYPE_SIZES[dtype];
  if (end - begin !== size) {
    throw bad(
      file,
      `tensor ${name}: ${end - begin} bytes do not hold ${dtype} [${shape.join(', ')}], which takes ${size}`,
    );
  }
  return { name, dtype, shape, begin, end };
}

/** Tensors must cover the data exactly, each byte once, as the format demands. */
function checkCoverage(entries: readonly Entry[], dataSize: number, file: string): void {
  let covered = 0;
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (end > dataSize) throw bad(file, `tensor ${name} ends at byte ${end} of ${dataSize}`);
    if (begin < covered) throw bad(file, `tensor ${name} overlaps the one before it`);
    if (begin > covered) throw bad(file, `tensor ${name} leaves ${begin - covered} bytes unused before it`);
    covered = end;
  }
  if (covered !== dataSize) throw bad(file, `${dataSize - covered} bytes after the last tensor`);
}

function readTensor({ dtype, shape, begin, end }: Entry, data: Uint8Array): Tensor {
  // A copy, because a view would need the file's own alignment.
  const buffer = new Uint8Array(data.subarray(begin, end)).buffer;
  switch (dtype) {
    case 'F64':
      return { dtype, shape, data: new Float64Array(buffer) };
    case 'F32':
      return { dtype, shape, data: new Float32Array(buffer) };
    case 'F16':
      return { dtype, shape, data: halfToFloat(new Uint16Array(buffer)) };
    case 'I64':
      return { dtype, shape, data: new BigInt64Array(buffer) };
    case 'I32':
      return { dtype, shape, data: new Int32Array(buffer) };
    case 'U8':
      return { dtype, shape, data: new Uint8Array(buffer) };
  }
}

/**
 * Writes a safetensors file. The same tensors and metadata always give the same bytes: tensors go by type, widest
 * first, then by name, and the header is padded with spaces so that the data begin at a multiple of eight bytes.
 * Throws RangeError for a tensor whose data do not fill its shape.
 */
export function writeSafetensors(
  tensors: ReadonlyMap<string, Tensor>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const rank = (tensor: Tensor): number => DTYPE_ORDER.indexOf(tensor.dtype);
  const sorted = [...tensors].sort(([nameA, a], [nameB, b]) => rank(a) - rank(b) || compareTexts(nameA, nameB));
  const entries: [string, unknown][] = [];
  if (Object.keys(metadata).length > 0) {
    entries.push([METADATA, Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => compareTexts(a, b)))]);
  }
  let offset = 0;
  for (const [name, { dtype, shape, data }] of sorted) {
    if (name === METADATA) throw new RangeError(`No tensor can be called ${METADATA}`);
    if (data.length !== countOf(shape)) {
      throw new RangeError(`Tensor ${name}: ${data.length} numbers do not fill [${shape.join(', ')}]`);
    }
    const end = offset + data.length * DTYPE_SIZES[dtype];
    entries.push([name, { dtype, shape, data_offsets: [offset, end] }]);
    offset = end;
  }

  const header = encodeText(headerText(entries));
  const headerSize = Math.ceil(header.length / PREFIX_BYTES) * PREFIX_BYTES;
  const bytes = new Uint8Array(PREFIX_BYTES + headerSize + offset);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerSize), true);
  bytes.set(header, PREFIX_BYTES);
  bytes.fill(' '.charCodeAt(0), PREFIX_BYTES + header.length, PREFIX_BYTES + headerSize);
  let position = PREFIX_BYTES + headerSize;
  for (const [, tensor] of sorted) {
    const stored = tensor.dtype === 'F16' ? floatToHalf(tensor.data) : tensor.data;
    bytes.set(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength), position);
    position += stored.byteLength;
  }
  return bytes;
}

/** Written out member by member, because an object would put names that look like numbers first. */
function headerText(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

function countOf(shape: readonly number[]): number {
  return shape.reduce((count, size) => count * size, 1);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
