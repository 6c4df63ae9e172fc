/** Protects a run on a real device that is taken away in the middle of every phase: it comes out as if nothing had been. */

import { afterEach, expect, it, vi } from 'vitest';
import { readReferenceHere, testAdapters } from '../../test/engine/test-gpu.ts';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { EngineSupply, type DeviceFailure, type LivingEngine } from '../engines/engine-supply.ts';
import { openDeviceEngine } from '../engines/webgpu/device-engine.ts';
import { Gpu } from '../engines/webgpu/gpu.ts';
import { mapMemory } from '../engines/webgpu/paths/path.ts';
import { findPreset } from '../learning/presets.ts';
import { changeRecipe, loraOf } from '../learning/recipe.ts';
import { Trainer } from '../learning/trainer.ts';
import { initialAdapter } from '../policy/lora.ts';
import { loadBaseModel } from '../policy/model.ts';
import { MemoryStore } from './memory-store.ts';
import { RunSession, type SessionPlace } from './run-session.ts';
import { neverSampled } from '../policy/vocabulary.ts';

/** One iteration for each phase in which the device is lost; the second is the first that is evaluated. */
const RECIPE = changeRecipe(findPreset('code-lake').recipe, {
  packs: 1,
  groupSize: 8,
  tasks: 2,
  iterations: 3,
  evaluationPacks: 1,
  evaluationEvery: 2,
});
const RUN = 'otter-1';
/** Software compiles all kernels anew for every device. */
const PATIENCE_MS = 600_000;

const base = await loadBaseModel((file) => readReferenceHere(`base/${file}`));
/** Choices outlive devices, as in a browser: another path would give other bits. */
const memory = mapMemory(new Map());

afterEach(() => {
  vi.restoreAllMocks();
});

async function openDevice(): Promise<LivingEngine> {
  const lora = loraOf(RECIPE);
  const adapter = initialAdapter(base.config, lora, RECIPE.seed);
  const maskedTokens = neverSampled(base.tokenizer);
  return openDeviceEngine({ base, lora, adapter, maskedTokens, memory, ...(await testAdapters()) });
}

/** Where in an iteration the device is lost: at this submit of this phase. */
interface Moment {
  readonly iteration: number;
  readonly phase: string;
  readonly submit: number;
}

interface Outcome {
  readonly content: unknown;
  readonly failures: readonly DeviceFailure[];
}

/** Carries the recipe out on devices that are lost at these moments, each once. */
async function train(moments: readonly Moment[]): Promise<Outcome> {
  const left = [...moments];
  const now = { iteration: 0, phase: '', submit: 0 };
  const loseIfDue = ({ device }: Gpu): void => {
    now.submit++;
    const due = left.findIndex((moment) => {
      return moment.iteration === now.iteration && moment.phase === now.phase && moment.submit === now.submit;
    });
    if (due < 0) return;
    left.splice(due, 1);
    device.destroy();
  };
  const { submit, read } = Gpu.prototype;
  vi.spyOn(Gpu.prototype, 'submit').mockImplementation(function (this: Gpu, ...parameters) {
    submit.apply(this, parameters);
    loseIfDue(this);
  });
  vi.spyOn(Gpu.prototype, 'read').mockImplementation(function (this: Gpu, ...parameters) {
    const result = read.apply(this, parameters);
    loseIfDue(this);
    return result;
  });

  const store = new MemoryStore();
  const supply = new EngineSupply({ openDevice, openPortable: openDevice, deviceRequired: true });
  const failures: DeviceFailure[] = [];
  const opened: LivingEngine[] = [];
  const place = ({ engine, death }: LivingEngine): SessionPlace => {
    const parts = {
      engine,
      tokenizer: base.tokenizer,
      clock: () => 0,
      onPhase: (phase: string) => Object.assign(now, { phase, submit: 0 }),
    };
    return {
      store,
      engine: engine.description,
      alive: (work) => Promise.race([work, death]),
      openTraining: (recipe, checkpoint) =>
        checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
      onStored: () => undefined,
    };
  };
  const resume = async (): Promise<RunSession> => {
    const open = await supply.open(base, loraOf(RECIPE));
    opened.push(open);
    return (await store.listRuns()).items.length === 0
      ? RunSession.start(place(open), { run: RUN, recipe: RECIPE, created: 0, parent: null, inherited: 0 })
      : RunSession.resume(place(open), RUN);
  };
  let session: RunSession | null = null;
  const advance = async (): Promise<void> => {
    session ??= await resume();
    now.iteration = session.iteration + 1;
    await session.advance();
  };
  for (let done = 0; done < RECIPE.iterations; done++) {
    await supply.rescued(advance, async (failure) => {
      failures.push(failure);
      session = null;
    });
    supply.progressed();
  }
  for (const { engine } of opened) await engine.close();
  const { items } = await store.readEvents(RUN);
  expect(left).toEqual([]);
  return {
    failures,
    content: {
      events: items.filter(({ type }) => type !== 'resumed'),
      lives: (await store.readLives(RUN)).items,
      checkpoint: await checkpointDigest((await store.readCheckpoint(RUN)).checkpoint),
    },
  };
}

it(
  'goes on from the last iteration on a new device, to the same bits',
  async () => {
    const undisturbed = await train([]);
    expect(undisturbed.failures).toEqual([]);
    vi.restoreAllMocks();
    const disturbed = await train([
      { iteration: 1, phase: 'training', submit: 2 },
      { iteration: 2, phase: 'evaluating', submit: 2 },
      { iteration: 3, phase: 'rollout', submit: 3 },
    ]);
    expect(disturbed.failures.map(({ kind, onto }) => [kind, onto])).toEqual([
      ['gpu-lost', 'new-device'],
      ['gpu-lost', 'new-device'],
      ['gpu-lost', 'new-device'],
    ]);
    expect(disturbed.content).toEqual(undisturbed.content);
  },
  PATIENCE_MS,
);
