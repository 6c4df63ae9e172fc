/**
 * A small builder of ONNX graphs that records, beside every node, how gradients flow back through it. Operations are
 * in operations.ts and layers.ts, reverse-mode differentiation in gradients.ts, the file format in model-file.ts.
 *
 * Every graph has one floating-point type, `real`: float32 to use, float64 as the oracle.
 */

import { WaymarkError } from '../../core/errors.ts';

/** A fixed size, or the name of one known only at run time. */
export type Dimension = number | string;
export type RealType = 'float32' | 'float64';
export type ElementType = RealType | 'int64' | 'bool';
export type Attribute =
  number | string | readonly number[] | { readonly float: number } | { readonly type: ElementType };

/** One edge of the graph. */
export interface Value {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[];
}

export interface GraphNode {
  readonly operator: string;
  /** Where the operator is defined, if not in ONNX itself: `com.microsoft`. */
  readonly domain?: string;
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface Initializer {
  readonly value: Value;
  readonly data: Float32Array | Float64Array | BigInt64Array | Uint8Array;
}

/**
 * Gradients of the inputs from the gradient of the output; only those with `needed` are used, the others may be null.
 */
export type VectorJacobianProduct = (gradient: Value, needed: readonly boolean[]) => readonly (Value | null)[];

export interface TapeEntry {
  readonly inputs: readonly Value[];
  readonly output: Value;
  readonly backward: VectorJacobianProduct;
}

export class Graph {
  readonly real: RealType;
  readonly nodes: GraphNode[] = [];
  readonly inputs: Value[] = [];
  readonly outputs: { readonly name: string; readonly value: Value }[] = [];
  readonly initializers: Initializer[] = [];
  readonly tape: TapeEntry[] = [];
  #recording = true;
  #names = 0;
  readonly #scalars = new Map<number, Value>();

  constructor(real: RealType) {
    this.real = real;
  }

  input(name: string, type: ElementType, shape: readonly Dimension[]): Value {
    const value: Value = { name, type, shape };
    this.inputs.push(value);
    return value;
  }

  /** Names a result. An input can't be an output as it is. */
  output(name: string, value: Value): void {
    this.outputs.push({ name, value });
  }

  /** A constant of the graph's floating-point type. `data` is row-major. */
  constant(data: ArrayLike<number>, shape: readonly number[]): Value {
    const elements = shape.reduce((product, size) => product * size, 1);
    if (data.length !== elements) {
      throw new WaymarkError('engine', `A constant of shape [${shape.join(', ')}] got ${data.length} numbers.`);
    }
    const value: Value = { name: this.#name('constant'), type: this.real, shape };
    this.initializers.push({
      value,
      data: this.real === 'float32' ? Float32Array.from(data) : Float64Array.from(data),
    });
    return value;
  }

  integers(data: readonly number[], shape: readonly number[] = [data.length]): Value {
    const value: Value = { name: this.#name('integers'), type: 'int64', shape };
    this.initializers.push({ value, data: BigInt64Array.from(data, BigInt) });
    return value;
  }

  /** A number of shape [], written once however often it is used. */
  scalar(number: number): Value {
    let value = this.#scalars.get(number);
    if (!value) {
      value = this.constant([number], []);
      this.#scalars.set(number, value);
    }
    return value;
  }

  /** Adds a node with one output. With `backward` it is differentiable. */
  node(
    operator: string,
    inputs: readonly Value[],
    output: { readonly type?: ElementType; readonly shape: readonly Dimension[] },
    attributes: Readonly<Record<string, Attribute>> = {},
    backward?: VectorJacobianProduct,
  ): Value {
    const value: Value = { name: this.#name(operator), type: output.type ?? this.real, shape: output.shape };
    this.nodes.push({ operator, inputs, outputs: [value], attributes });
    if (backward) this.record(inputs, value, backward);
    return value;
  }

  /** Records how gradients flow from `output` to `inputs`, unless recording is off. */
  record(inputs: readonly Value[], output: Value, backward: VectorJacobianProduct): void {
    if (this.#recording) this.tape.push({ inputs, output, backward });
  }

  /** Builds nodes through which no gradient flows: masks, baselines, the backward pass itself. */
  detached<T>(build: () => T): T {
    const before = this.#recording;
    this.#recording = false;
    try {
      return build();
    } finally {
      this.#recording = before;
    }
  }

  #name(hint: string): string {
    return `${hint}_${this.#names++}`;
  }
}
