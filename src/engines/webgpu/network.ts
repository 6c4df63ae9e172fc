/** The model on the device: the checkpoint as it is, and the packed matrices that kernels read. */

import type { LoraLayout } from '../../policy/lora.ts';
import { type BaseWeights, projectionModule, PROJECTIONS, weightData, weightShapes } from '../../policy/weights.ts';
import { WaymarkError } from '../../core/errors.ts';
import { allocateArena } from './arena.ts';
import type { CommandList, Dispatch } from './command-list.ts';
import type { Gpu, Slice } from './gpu.ts';
import { networkShape, padded, type NetworkShape } from './network-shape.ts';
import {
  PACKED_MATRICES,
  packedShape,
  packProjection,
  packVocabulary,
  placementOf,
  type PackedMatrix,
} from './packing.ts';
import { rotaryTables } from '../../policy/rotary.ts';

/** What kernels read. All matrices are out-major, see packing.ts. */
export interface Network {
  readonly shape: NetworkShape;
  /** [vocabulary, hidden], as in the checkpoint. */
  readonly embedding: Slice;
  /** [vocabulary, hidden], with the last norm folded in. */
  readonly head: Slice;
  readonly layers: readonly Readonly<Record<PackedMatrix, Slice>>[];
  /** vec2f [positions, head / 2]: cosine and sine of each pair's angle. */
  readonly rotary: Slice;
}

/** The checkpoint's tensors on the device, by name, unpadded. */
export type BaseTensors = ReadonlyMap<string, Slice>;

/** Uploads a checkpoint. Throws `bad-model` where a tensor is missing. */
export function uploadBase(gpu: Gpu, base: BaseWeights): BaseTensors {
  const shapes = weightShapes(base.config);
  const sizes = new Map([...shapes].map(([name, shape]) => [name, shape.reduce((product, size) => product * size)]));
  const slices = allocateArena(gpu, 'base', sizes);
  for (const [name, slice] of slices) gpu.write(slice, weightData(base, name));
  return slices;
}

export interface PackedNetwork {
  readonly network: Network;
  /** Packs everything: once, and after any change of the base. */
  readonly packAll: CommandList;
  /** Packs what the adapter changes: after every change of the adapter. */
  readonly packAdapted: CommandList;
}

/** Allocates a packed network. `lora` is null for the base without any adapter; then `adapter` is not read. */
export async function packNetwork(
  gpu: Gpu,
  base: BaseWeights,
  tensors: BaseTensors,
  lora: LoraLayout | null,
  adapter: Slice,
): Promise<PackedNetwork> {
  const { config } = base;
  const shape = networkShape(config);
  const sizes = new Map<string, number>([
    ['embedding', shape.vocabulary * shape.hidden],
    ['head', shape.vocabulary * shape.hidden],
    ['rotary', shape.positions * shape.head],
  ]);
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const matrix of PACKED_MATRICES) {
      const [rows, columns] = packedShape(shape, matrix);
      sizes.set(`${layer}.${matrix}`, rows * columns);
    }
  }
  const arena = allocateArena(gpu, lora === null ? 'packed base' : 'packed network', sizes);
  const packed = (name: string): Slice => sliceNamed(arena, name);
  const tensor = (name: string): Slice => sliceNamed(tensors, name);
  const layers = Array.from({ length: shape.layers }, (_, layer) => ({
    qkv: packed(`${layer}.qkv`),
    output: packed(`${layer}.output`),
    gateUp: packed(`${layer}.gateUp`),
    down: packed(`${layer}.down`),
  }));
  const network = { shape, embedding: packed('embedding'), head: packed('head'), layers, rotary: packed('rotary') };
  gpu.write(network.rotary, rotaryPairs(base, shape));

  const all: Dispatch[] = [];
  const adapted: Dispatch[] = [];
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const projection of PROJECTIONS) {
      const module = projectionModule(layer, projection);
      const { matrix, norm } = placementOf(shape, projection);
      const weight = tensor(`${module}.weight`);
      const buffers = {
        weight,
        norm: norm === null ? weight : tensor(`model.layers.${layer}.${norm}.weight`),
        adapter,
        packed: layers[layer][matrix],
      };
      const dispatch = await packProjection(gpu, config, shape, layer, projection, buffers, lora);
      all.push(dispatch);
      if (lora?.modules.some(({ name }) => name === module)) adapted.push(dispatch);
    }
  }
  const embedding = tensor('model.embed_tokens.weight');
  const head = config.tie_word_embeddings ? embedding : tensor('lm_head.weight');
  const lastNorm = tensor('model.norm.weight');
  all.push(
    await packVocabulary(gpu, shape, { weight: embedding, norm: lastNorm, adapter, packed: network.embedding }, false),
  );
  all.push(await packVocabulary(gpu, shape, { weight: head, norm: lastNorm, adapter, packed: network.head }, true));
  return { network, packAll: { dispatches: all }, packAdapted: { dispatches: adapted } };
}

/** Cosine and sine of every pair of a head at every position; padding does not turn. */
function rotaryPairs({ config }: BaseWeights, shape: NetworkShape): Float32Array<ArrayBuffer> {
  const { cosine, sine } = rotaryTables(config);
  const pairs = new Float32Array(shape.positions * shape.head);
  for (let position = 0; position < shape.positions; position++) {
    for (let pair = 0; pair < padded(shape.headSize) / 2; pair++) {
      const at = position * shape.head + 2 * pair;
      const from = position * shape.headSize + pair;
      const turns = pair < shape.headSize / 2;
      pairs[at] = turns ? cosine[from] : 1;
      pairs[at + 1] = turns ? sine[from] : 0;
    }
  }
  return pairs;
}

/** Throws `bad-model` where there is none of that name. */
export function sliceNamed(slices: ReadonlyMap<string, Slice>, name: string): Slice {
  const slice = slices.get(name);
  if (!slice) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
  return slice;
}
