/** Writes a graph as an ONNX file (ModelProto, IR version 9, opset 18), with only the nodes its outputs need. */

import type { Attribute, ElementType, Graph, GraphNode, Initializer, Value } from './graph.ts';
import { MessageWriter } from './protobuf.ts';
import { WaymarkError } from '../../core/errors.ts';

const IR_VERSION = 9;
const OPSET = 18;
/** Of every other domain that a graph takes operators from. */
const FOREIGN_OPSET = 1;

/** TensorProto.DataType */
const DATA_TYPE: Readonly<Record<ElementType, number>> = { float32: 1, int64: 7, bool: 9, float64: 11 };

/** AttributeProto.AttributeType */
const ATTRIBUTE = { float: 1, integer: 2, text: 3, integers: 7 } as const;

/** Field numbers of the messages, as in onnx.proto3. */
const MODEL = { irVersion: 1, producer: 2, graph: 7, opset: 8 } as const;
const OPSET_ID = { domain: 1, version: 2 } as const;
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const NODE = { input: 1, output: 2, name: 3, operator: 4, attribute: 5, domain: 7 } as const;
const ATTR = { name: 1, float: 2, integer: 3, text: 4, integers: 8, type: 20 } as const;
const TENSOR = { dims: 1, type: 2, name: 8, raw: 9 } as const;
const VALUE = { name: 1, type: 2 } as const;

/** The bytes of the model. Throws `engine` when the graph has no output. */
export function encodeModel(graph: Graph): Uint8Array {
  if (graph.outputs.length === 0) throw new WaymarkError('engine', 'The graph has no output.');
  const nodes = [...neededNodes(graph), ...graph.outputs.map(({ name, value }) => renaming(name, value))];
  const used = new Set(nodes.flatMap((node) => node.inputs.map((input) => input.name)));
  const foreign = new Set(nodes.flatMap(({ domain }) => domain ?? []));
  const model = new MessageWriter()
    .integer(MODEL.irVersion, IR_VERSION)
    .text(MODEL.producer, 'waymark')
    .message(MODEL.graph, (writer) => {
      for (const node of nodes) writer.message(GRAPH.node, (inner) => writeNode(inner, node));
      writer.text(GRAPH.name, 'waymark');
      for (const initializer of graph.initializers) {
        if (used.has(initializer.value.name)) {
          writer.message(GRAPH.initializer, (inner) => writeTensor(inner, initializer));
        }
      }
      for (const input of graph.inputs) writer.message(GRAPH.input, (inner) => writeValue(inner, input));
      for (const { name, value } of graph.outputs) {
        writer.message(GRAPH.output, (inner) => writeValue(inner, { ...value, name }));
      }
    })
    .message(MODEL.opset, (writer) => writer.text(OPSET_ID.domain, '').integer(OPSET_ID.version, OPSET));
  for (const domain of foreign) {
    model.message(MODEL.opset, (writer) =>
      writer.text(OPSET_ID.domain, domain).integer(OPSET_ID.version, FOREIGN_OPSET),
    );
  }
  return model.finish();
}

/** The nodes that lead to an output, in the order in which they were built. */
function neededNodes(graph: Graph): readonly GraphNode[] {
  const wanted = new Set(graph.outputs.map(({ value }) => value.name));
  const kept: GraphNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((output) => wanted.has(output.name))) continue;
    kept.push(node);
    for (const input of node.inputs) wanted.add(input.name);
  }
  return kept.reverse();
}

/** One value may be several outputs, and keeps its own name inside; Identity costs nothing once optimised. */
function renaming(name: string, value: Value): GraphNode {
  return { operator: 'Identity', inputs: [value], outputs: [{ ...value, name }], attributes: {} };
}

function writeNode(writer: MessageWriter, node: GraphNode): void {
  for (const input of node.inputs) writer.text(NODE.input, input.name);
  for (const output of node.outputs) writer.text(NODE.output, output.name);
  writer.text(NODE.name, node.outputs[0].name).text(NODE.operator, node.operator);
  if (node.domain !== undefined) writer.text(NODE.domain, node.domain);
  for (const [name, attribute] of Object.entries(node.attributes)) {
    writer.message(NODE.attribute, (inner) => writeAttribute(inner, name, attribute));
  }
}

function writeAttribute(writer: MessageWriter, name: string, attribute: Attribute): void {
  writer.text(ATTR.name, name);
  if (typeof attribute === 'number') writer.integer(ATTR.integer, attribute).integer(ATTR.type, ATTRIBUTE.integer);
  else if (typeof attribute === 'string') writer.text(ATTR.text, attribute).integer(ATTR.type, ATTRIBUTE.text);
  else if ('float' in attribute) writer.float(ATTR.float, attribute.float).integer(ATTR.type, ATTRIBUTE.float);
  else if ('type' in attribute) {
    writer.integer(ATTR.integer, DATA_TYPE[attribute.type]).integer(ATTR.type, ATTRIBUTE.integer);
  } else {
    for (const integer of attribute) writer.integer(ATTR.integers, integer);
    writer.integer(ATTR.type, ATTRIBUTE.integers);
  }
}

function writeTensor(writer: MessageWriter, { value, data }: Initializer): void {
  for (const size of value.shape) {
    if (typeof size !== 'number') throw new WaymarkError('engine', 'A constant needs a fixed shape.');
    writer.integer(TENSOR.dims, size);
  }
  writer.integer(TENSOR.type, DATA_TYPE[value.type]).text(TENSOR.name, value.name);
  writer.bytes(TENSOR.raw, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

/** ValueInfoProto: TypeProto.tensor_type (1) has elem_type (1) and shape (2) of dim (1): dim_value (1) or dim_param (2). */
function writeValue(writer: MessageWriter, value: Value): void {
  writer.text(VALUE.name, value.name).message(VALUE.type, (type) =>
    type.message(1, (tensor) =>
      tensor.integer(1, DATA_TYPE[value.type]).message(2, (shape) => {
        for (const size of value.shape) {
          shape.message(1, (dim) => (typeof size === 'number' ? dim.integer(1, size) : dim.text(2, size)));
        }
      }),
    ),
  );
}
