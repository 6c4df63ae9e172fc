/** Where a network's weights come from: frozen constants, constants with an adapter on top, or trainable inputs. */

import type { LlamaConfig } from '../../policy/config.ts';
import type { LoraLayout } from '../../policy/lora.ts';
import {
  type BaseWeights,
  type Projection,
  projectionModule,
  PROJECTIONS,
  projectionShape,
  weightData,
} from '../../policy/weights.ts';
import { WaymarkError } from '../../core/errors.ts';
import type { Graph, Value } from './graph.ts';
import { adaptedProjection } from './layers.ts';
import { transposed, type NetworkWeights } from './llama.ts';
import { matrixMultiply, swapLastAxes } from './operations.ts';

/** The base model as constants of the graph. */
export function frozenWeights(graph: Graph, base: BaseWeights): NetworkWeights {
  const { config } = base;
  const constants = new Map<string, Value>();
  const constant = (name: string, make: () => Value): Value => {
    const known = constants.get(name) ?? make();
    constants.set(name, known);
    return known;
  };
  const embedding = graph.constant(weightData(base, 'model.embed_tokens.weight'), [
    config.vocab_size,
    config.hidden_size,
  ]);
  return {
    embedding,
    norm: (name) => constant(name, () => graph.constant(weightData(base, name), [config.hidden_size])),
    project: (layer, name, x) =>
      matrixMultiply(
        graph,
        x,
        constant(`${projectionModule(layer, name)}.weight`, () => projectionConstant(graph, base, layer, name)),
      ),
    head: (x) =>
      matrixMultiply(
        graph,
        x,
        constant('lm_head.weight', () =>
          config.tie_word_embeddings
            ? swapLastAxes(graph, embedding)
            : transposedConstant(graph, base, 'lm_head.weight', [config.vocab_size, config.hidden_size]),
        ),
      ),
  };
}

/** One projection as a constant [in, out]. */
function projectionConstant(graph: Graph, base: BaseWeights, layer: number, name: Projection): Value {
  return transposedConstant(graph, base, `${projectionModule(layer, name)}.weight`, projectionShape(base.config, name));
}

/** The frozen base with the low-rank adapter of `layout` on its targets; `adapter` gives each matrix of the arena. */
export function adaptedWeights(
  graph: Graph,
  base: BaseWeights,
  layout: LoraLayout,
  adapter: ReadonlyMap<string, Value>,
): NetworkWeights {
  const frozen = frozenWeights(graph, base);
  const bases = new Map<string, Value>();
  return {
    ...frozen,
    project: (layer, name, x) => {
      const module = projectionModule(layer, name);
      const a = adapter.get(`${module}.lora_A`);
      const b = adapter.get(`${module}.lora_B`);
      if (!a || !b) return frozen.project(layer, name, x);
      const weight = bases.get(module) ?? projectionConstant(graph, base, layer, name);
      bases.set(module, weight);
      return adaptedProjection(graph, x, { weight, a, b, scale: layout.scale });
    },
  };
}

/** One trainable tensor as graphs hold it: projections are [in, out], the transpose of the checkpoint's. */
export interface ParameterShape {
  readonly name: string;
  readonly shape: readonly number[];
  readonly isProjection: boolean;
}

/** Every tensor of a model, in the order of the full-parameter arena. */
export function parameterShapes(config: LlamaConfig): readonly ParameterShape[] {
  const plain = (name: string, shape: readonly number[]): ParameterShape => ({ name, shape, isProjection: false });
  const layers = Array.from({ length: config.num_hidden_layers }, (_, layer) => [
    plain(`model.layers.${layer}.input_layernorm.weight`, [config.hidden_size]),
    plain(`model.layers.${layer}.post_attention_layernorm.weight`, [config.hidden_size]),
    ...PROJECTIONS.map((name): ParameterShape => {
      const [rows, columns] = projectionShape(config, name);
      return { name: `${projectionModule(layer, name)}.weight`, shape: [columns, rows], isProjection: true };
    }),
  ]).flat();
  const head = config.tie_word_embeddings ? [] : [plain('lm_head.weight', [config.vocab_size, config.hidden_size])];
  return [
    plain('model.embed_tokens.weight', [config.vocab_size, config.hidden_size]),
    ...layers,
    plain('model.norm.weight', [config.hidden_size]),
    ...head,
  ];
}

/** All weights from trainable values, named as in the checkpoint and shaped as in `parameterShapes`. */
export function trainableWeights(
  graph: Graph,
  config: LlamaConfig,
  parameters: ReadonlyMap<string, Value>,
): NetworkWeights {
  const find = (name: string): Value => {
    const value = parameters.get(name);
    if (!value) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
    return value;
  };
  const embedding = find('model.embed_tokens.weight');
  return {
    embedding,
    norm: find,
    project: (layer, name, x) => matrixMultiply(graph, x, find(`${projectionModule(layer, name)}.weight`)),
    head: (x) =>
      matrixMultiply(graph, x, swapLastAxes(graph, config.tie_word_embeddings ? embedding : find('lm_head.weight'))),
  };
}

function transposedConstant(graph: Graph, base: BaseWeights, name: string, shape: readonly [number, number]): Value {
  const [rows, columns] = shape;
  return graph.constant(transposed(weightData(base, name), rows, columns), [columns, rows]);
}
