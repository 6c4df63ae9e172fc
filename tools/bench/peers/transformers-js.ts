/**
 * A rollout by Transformers.js, generating from our exported model on WebGPU: one batch padded on the left, whose cache
 * goes from turn to turn. Tokens are drawn in a logits processor and then taken as the most probable, because the
 * library's own sampler runs an ONNX session for every row.
 */

import { AutoModelForCausalLM, env, LogitsProcessor, LogitsProcessorList, Tensor } from '@xenova/transformers';
import { WaymarkError } from '../../../src/core/errors.ts';
import type { BenchModel, PlayedContext, RolloutContender } from '../../../src/bench/contender.ts';
import { beginContexts, drawTokens, observe, type GrowingContext } from '../../../src/bench/growing-contexts.ts';
import type { RolloutWorkload } from '../../../src/bench/workload.ts';
import { exportedModel } from '../../../src/engines/onnx/exported-model.ts';
import { ORT_FILES } from './ort-files.ts';

const MODEL = 'bench';

type Model = Awaited<ReturnType<typeof AutoModelForCausalLM.from_pretrained>>;

export async function transformersJs(model: BenchModel): Promise<RolloutContender> {
  const { base, layout, adapter, maskedTokens } = model;
  const files = exportedModel(base, { settings: layout.settings, values: adapter });
  serveFiles(files);
  const network = await AutoModelForCausalLM.from_pretrained(MODEL, { device: 'webgpu', dtype: 'fp32' });
  return {
    name: 'Transformers.js',
    detail: `Transformers.js ${env.version}, WebGPU, exported model`,
    play: (workload) => play(network, workload, maskedTokens),
    close: async () => {
      await network.dispose();
    },
  };
}

/** Lets the library find the model in memory and everything else on the page's own site. */
function serveFiles(files: ReadonlyMap<string, Uint8Array>): void {
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = '/models/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = async (input) => {
    const bytes = files.get(String(input).replace(`/models/${MODEL}/`, ''));
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  };
  const { wasm } = env.backends.onnx;
  if (wasm === undefined) throw new WaymarkError('engine', 'Transformers.js has no ONNX backend.');
  wasm.wasmPaths = ORT_FILES;
}

/** Draws by policy/sampling.ts, and leaves the token drawn as the only one possible. */
class DrawProcessor extends LogitsProcessor {
  readonly #contexts: readonly GrowingContext[];
  readonly #workload: RolloutWorkload;
  readonly #maskedTokens: readonly number[];

  constructor(contexts: readonly GrowingContext[], workload: RolloutWorkload, maskedTokens: readonly number[]) {
    super();
    this.#contexts = contexts;
    this.#workload = workload;
    this.#maskedTokens = maskedTokens;
  }

  override _call(_ids: bigint[][], logits: Tensor): Tensor {
    const data = logits.data as Float32Array;
    const vocabulary = data.length / this.#contexts.length;
    drawTokens(this.#contexts, this.#workload, data, this.#maskedTokens);
    data.fill(-Infinity);
    this.#contexts.forEach(({ tokens }, row) => (data[row * vocabulary + tokens[tokens.length - 1]] = 0));
    return logits;
  }
}

interface GeneratedTurn {
  readonly past_key_values: { dispose(): Promise<void> };
}

async function play(
  network: Model,
  workload: RolloutWorkload,
  maskedTokens: readonly number[],
): Promise<readonly PlayedContext[]> {
  const contexts = beginContexts(workload);
  const processors = new LogitsProcessorList();
  processors.push(new DrawProcessor(contexts, workload, maskedTokens));
  /** By row, 1 for every column of the cache that holds a token. */
  const mask: bigint[][] = contexts.map(() => []);
  let cache: Partial<GeneratedTurn> = {};
  for (let turn = 0; turn <= workload.observations.length; turn++) {
    const chunks = observe(contexts, workload, turn);
    const width = Math.max(...chunks.map(({ length }) => length));
    const padding = chunks.map(({ length }) => new Array<bigint>(width - length).fill(0n));
    mask.forEach((line, row) => line.push(...padding[row], ...chunks[row].map(() => 1n)));
    const request = {
      input_ids: new Tensor(
        'int64',
        chunks.flatMap((chunk, row) => [...padding[row], ...chunk.map(BigInt)]),
        [chunks.length, width],
      ),
      attention_mask: new Tensor('int64', mask.flat(), [mask.length, mask[0].length]),
      max_new_tokens: workload.tokensPerTurn,
      do_sample: false,
      suppress_tokens: null,
      logits_processor: processors,
      return_dict_in_generate: true,
      ...cache,
    };
    // The library's types know neither tensors among the inputs nor the cache in the output.
    const output: unknown = await network.generate(request as object as Parameters<Model['generate']>[0]);
    const { past_key_values } = output as GeneratedTurn;
    cache = { past_key_values };
    // The newest token of a turn is not in the cache yet; the next chunk begins with it.
    for (const line of mask) line.push(...new Array<bigint>(workload.tokensPerTurn - 1).fill(1n));
    if (turn === workload.observations.length) await past_key_values.dispose();
  }
  return contexts;
}
