/** From gradients of packed matrices to those of a checkpoint's tensors: norms unfolded, padding and order undone. */

import type { LlamaConfig } from '../../../policy/config.ts';
import { projectionModule, PROJECTIONS } from '../../../policy/weights.ts';
import { foldedGrid, type CommandList, type Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write } from '../kernel.ts';
import { sliceNamed, type BaseTensors } from '../network.ts';
import { MATRIX_PLACE, placementOf, projectionPlace, vocabularyPlace, type MatrixPlace } from '../packing.ts';
import type { PackedGradients } from './weight-gradients.ts';

export const UNFOLD = declareKernel(
  'full/unfold',
  {
    packed: read('f32'),
    norm: read('f32'),
    gradient: write('f32'),
    place: uniform({ ...MATRIX_PLACE, adds: 'u32' }),
  },
  { HEAD: 'u32', PADDED_HEAD: 'u32' },
  { includes: ['common/grid', 'common/packing'] },
);

export const NORM = declareKernel(
  'full/norm',
  {
    weight: read('f32'),
    packed: read('f32'),
    partial: write('f32'),
    place: uniform({ ...MATRIX_PLACE, first_chunk: 'u32' }),
  },
  { HEAD: 'u32', PADDED_HEAD: 'u32' },
  { includes: ['common/grid', 'common/packing'] },
);

const SUM_NUMBERS = uniform({ count: 'u32', columns: 'u32', chunks: 'u32' });

export const NORM_SUM = declareKernel(
  'full/norm-sum',
  { partial: read('f32'), gradient: write('f32'), numbers: SUM_NUMBERS },
  {},
);

const INVOCATIONS = 64;
/** Rows of a chunk in shaders/full/norm.wgsl. */
const NORM_ROWS = 64;

/** One tensor of the checkpoint and where its gradient is. */
interface Unfolding {
  readonly tensor: string;
  /** The norm that is folded into the packed matrix, by its name. */
  readonly norm: string | null;
  readonly packed: Slice;
  readonly place: MatrixPlace;
  /** Whether another unfolding has written the tensor's gradient before. */
  readonly adds: boolean;
}

function unfoldings(config: LlamaConfig, { shape, embedding, head, layers }: PackedGradients): readonly Unfolding[] {
  const ofLayers = layers.flatMap((matrices, layer) =>
    PROJECTIONS.map((projection): Unfolding => {
      const { matrix, norm } = placementOf(shape, projection);
      return {
        tensor: `${projectionModule(layer, projection)}.weight`,
        norm: norm === null ? null : `model.layers.${layer}.${norm}.weight`,
        packed: matrices[matrix],
        place: projectionPlace(config, shape, projection),
        adds: false,
      };
    }),
  );
  const tied = config.tie_word_embeddings;
  const embedded = 'model.embed_tokens.weight';
  return [
    { tensor: embedded, norm: null, packed: embedding, place: vocabularyPlace(shape, false), adds: false },
    ...ofLayers,
    {
      tensor: tied ? embedded : 'lm_head.weight',
      norm: 'model.norm.weight',
      packed: head,
      place: vocabularyPlace(shape, true),
      adds: tied,
    },
  ];
}

/** What writes the gradient of every tensor, from packed gradients and the tensors as they are now. */
export async function unfoldList(
  gpu: Gpu,
  config: LlamaConfig,
  packed: PackedGradients,
  weights: BaseTensors,
  gradients: BaseTensors,
): Promise<CommandList> {
  const { shape } = packed;
  const heads = { HEAD: shape.headSize, PADDED_HEAD: shape.head };
  const all = unfoldings(config, packed);
  const norms = new Map<string, Unfolding[]>();
  for (const unfolding of all) {
    if (unfolding.norm !== null) norms.set(unfolding.norm, [...(norms.get(unfolding.norm) ?? []), unfolding]);
  }
  const chunksOf = ({ place }: Unfolding): number => Math.ceil(place.rows / NORM_ROWS);
  const total = (members: readonly Unfolding[]): number => members.reduce((sum, one) => sum + chunksOf(one), 0);
  const mostChunks = Math.max(...[...norms.values()].map(total));
  const partial = gpu.storage('partial gradients of norms', mostChunks * shape.hidden * 4);
  const filled = (bytes: ArrayBuffer): Slice => {
    const slice = gpu.uniform('place', bytes.byteLength);
    gpu.write(slice, bytes);
    return slice;
  };

  const matrices = all.map(({ tensor, norm, packed: source, place, adds }) =>
    gpu.prepare(
      UNFOLD,
      heads,
      {
        packed: source,
        norm: sliceNamed(weights, norm ?? tensor),
        gradient: sliceNamed(gradients, tensor),
        place: filled(uniformBytes(UNFOLD.bindings.place, { ...place, adds: Number(adds) })),
      },
      foldedGrid(Math.ceil((place.rows * place.columns) / 4 / INVOCATIONS)),
    ),
  );
  const ofNorms = [...norms].flatMap(([name, members]): Promise<Dispatch>[] => {
    let chunk = 0;
    const sums = members.map((member) => {
      const values = { ...member.place, first_chunk: chunk };
      const chunks = chunksOf(member);
      chunk += chunks;
      return gpu.prepare(
        NORM,
        heads,
        {
          weight: sliceNamed(weights, member.tensor),
          packed: member.packed,
          partial,
          place: filled(uniformBytes(NORM.bindings.place, values)),
        },
        foldedGrid(Math.ceil((chunks * shape.hidden) / INVOCATIONS)),
      );
    });
    const numbers = { count: shape.hiddenSize, columns: shape.hidden, chunks: chunk };
    return [
      ...sums,
      gpu.prepare(
        NORM_SUM,
        {},
        { partial, gradient: sliceNamed(gradients, name), numbers: filled(uniformBytes(SUM_NUMBERS, numbers)) },
        [Math.ceil(shape.hiddenSize / INVOCATIONS), 1, 1],
      ),
    ];
  });
  return { dispatches: await Promise.all([...matrices, ...ofNorms]) };
}
