/** All choices that are made once when the engine opens: within a run the bits never change. */

import type { Gpu } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import type { OpenDecodePath } from '../rollout/state.ts';
import { chooseDecode } from './decode.ts';
import type { PathMemory, PathReport } from './path.ts';
import { chooseProducts, type RowClass } from './products.ts';

/** Milliseconds after which a choice tries nothing more: compiling takes most of it. */
const BUDGET = 800;
/** Where there is patience for what compiles slowly. */
const PATIENT_BUDGET = 60_000;
/** On a processor, which compiles slowly and has never been seen to prefer anything but the reference. */
const SOFTWARE_BUDGET = 200;

export interface Paths {
  /** The variant of the matrix product for so many rows. */
  readonly products: Readonly<Record<RowClass, MultiplyVariant>>;
  /** How token steps are done; null for the plain way. */
  readonly decode: OpenDecodePath | null;
  readonly reports: readonly PathReport[];
}

export interface PathQuestion {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly memory: PathMemory;
  /**
   * Whether to spend up to a minute on trying what a processor compiles slowly, where one plays the device: pays in
   * benchmarks and long runs. Graphics processors need no patience.
   */
  readonly isPatient?: boolean;
}

/** Throws `gpu-fault` where a reference is not repeatable. */
export async function choosePaths({ gpu, network, memory, isPatient = false }: PathQuestion): Promise<Paths> {
  const { vendor, architecture, device, description } = gpu.adapter;
  const sizes = Object.values(network.shape).join(',');
  const adapterKey = [vendor, architecture, device, description, [...gpu.features].sort().join(','), sizes].join('|');
  const question = { gpu, network, memory, adapterKey, budget: gpu.adapter.isSoftware ? SOFTWARE_BUDGET : BUDGET };
  // One after the other, so that they do not slow each other down.
  const few = await chooseProducts(question, 'few');
  const many = await chooseProducts(question, 'many');
  const products = { few: few.chosen, many: many.chosen };
  const { report, path } = await chooseDecode({
    ...question,
    products,
    isPatient,
    budget: isPatient ? PATIENT_BUDGET : question.budget,
  });
  return { products, decode: path, reports: [few, many, report] };
}
