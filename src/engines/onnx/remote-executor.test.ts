import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { KEY, raggedPrompts } from '../../../test/engine/rollouts.ts';
import { MASKED_TOKENS, tinyModel } from '../../../test/engine/tiny-model.ts';
import { trainingRows } from '../../../test/engine/training-rows.ts';
import { portedEngine } from './assemble.ts';
import { LocalExecutor, type Executor, type ExecutorSetup } from './executor.ts';
import { startThread, threadPort } from './node-thread.ts';
import { connectExecutor, serveExecutor, type ExecutorPort } from './remote-executor.ts';
import { nativeRuntime } from './runtime-native.ts';

const MODEL = tinyModel();
const SETUP: ExecutorSetup = {
  base: MODEL.base,
  layout: MODEL.layout,
  maskedTokens: MASKED_TOKENS,
  real: 'float32',
};

/** Messages are copied between the ends as between threads. */
function channel(): readonly [ExecutorPort, ExecutorPort] {
  const { port1, port2 } = new MessageChannel();
  const asPort = (port: MessagePort): ExecutorPort => ({
    post: (message) => port.postMessage(message),
    listen: (listener) => void port.on('message', listener),
    terminate: () => port.close(),
  });
  return [asPort(port1), asPort(port2)];
}

async function withServed<T>(use: (executor: Executor) => Promise<T>): Promise<T> {
  const [near, far] = channel();
  serveExecutor(far, nativeRuntime);
  const { executor } = await connectExecutor(near, SETUP);
  try {
    return await use(executor);
  } finally {
    await executor.close();
  }
}

/** Everything an executor can do, in one value. */
async function everything(executor: Executor): Promise<unknown> {
  await executor.setAdapter(MODEL.adapter);
  const prompts = raggedPrompts([3, 1, 5]);
  const batch = await executor.openBatch(prompts, { key: KEY, temperature: 1 });
  const rows = { rows: [0, 1, 2], append: [[], [4], []], maxTokens: 3, stopToken: null };
  const generated = await executor.generate(batch, rows);
  await executor.closeBatch(batch);
  const scores = await executor.score(
    [
      [1, 4, 5],
      [1, 2],
    ],
    0.5,
  );
  const loss = { kind: 'ppo', clipLow: 0.2, clipHigh: 0.3, klCoefficient: 0.1, temperature: 1, normaliser: 9 } as const;
  const gradient = await executor.differentiate(trainingRows(MODEL, [5, 3], 1), loss);
  return { generated, scores, gradient };
}

describe('an executor behind a port', () => {
  it('gives the bits of one on this thread', async () => {
    const here = new LocalExecutor(nativeRuntime, SETUP);
    const expected = await everything(here);
    await here.close();
    expect(await withServed(everything)).toEqual(expected);
  });

  it('says what runs there', async () => {
    const [near, far] = channel();
    serveExecutor(far, nativeRuntime);
    const { executor, runtime } = await connectExecutor(near, SETUP);
    expect(runtime).toEqual({ name: nativeRuntime.name, detail: nativeRuntime.detail });
    await executor.close();
  });

  it('answers calls made at once one after another', async () => {
    const contexts = [
      [1, 4, 5, 6],
      [1, 2],
      [1, 9, 9],
    ];
    await withServed(async (executor) => {
      await executor.setAdapter(MODEL.adapter);
      const single = [];
      for (const context of contexts) single.push(await executor.score([context], 1));
      expect(await Promise.all(contexts.map((context) => executor.score([context], 1)))).toEqual(single);
    });
  });

  it('passes errors on with kind, message and remedy', async () => {
    await withServed(async (executor) => {
      await executor.setAdapter(MODEL.adapter);
      const prompt = [1, ...new Array<number>(95).fill(4)];
      const batch = await executor.openBatch([{ prompt, stream: { iteration: 0, life: 0, episode: 0 } }], {
        key: KEY,
        temperature: 1,
      });
      const request = { rows: [0], append: [[4]], maxTokens: 1, stopToken: null };
      await expect(executor.generate(batch, request)).rejects.toMatchObject({
        name: 'WaymarkError',
        kind: 'bad-request',
        message: expect.stringContaining('97 tokens'),
        remedy: expect.stringContaining('shorter notes'),
      });
    });
  });

  it('passes failures of the runtime on as engine errors, and goes on', async () => {
    await withServed(async (executor) => {
      await executor.setAdapter(MODEL.adapter);
      const outsideVocabulary = [1, 4, 99, 5];
      await expect(executor.score([outsideVocabulary], 1)).rejects.toMatchObject({
        kind: 'engine',
        message: expect.stringMatching(/Gather/),
      });
      await expect(executor.score([[1, 4]], 1)).resolves.toHaveLength(1);
    });
  });

  it('refuses work before it has an adapter', async () => {
    await withServed(async (executor) => {
      await expect(executor.score([[1, 4]], 1)).rejects.toMatchObject({ kind: 'engine' });
      await expect(executor.openBatch(raggedPrompts([2]), { key: KEY, temperature: 1 })).rejects.toMatchObject({
        kind: 'engine',
      });
    });
  });
});

/** A thread loads the compiler of TypeScript first, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

describe('a worker thread that breaks down', { timeout: PATIENCE_MS }, () => {
  const entry = new URL('../../../test/engine/failing-worker.ts', import.meta.url);

  it.each([
    ['throws', /out of memory/],
    ['exits', /ended with status 3/],
  ])('when it %s: calls under way and later ones are rejected', async (how, reason) => {
    const { executor } = await connectExecutor(threadPort(startThread(entry, how)), SETUP);
    const brokenDown = { kind: 'engine', message: expect.stringMatching(reason) };
    const underWay = [executor.score([[1, 2]], 1), executor.setAdapter(MODEL.adapter)];
    for (const call of await Promise.allSettled(underWay)) {
      expect(call).toMatchObject({ status: 'rejected', reason: brokenDown });
    }
    await expect(executor.score([[1, 2]], 1)).rejects.toMatchObject(brokenDown);
    await expect(executor.close()).resolves.toBeUndefined();
  });

  it('before it is set up: no engine comes of it, and the other workers end', async () => {
    const missing = threadPort(startThread(new URL('./no-such-file.ts', import.meta.url), null));
    const healthy = startThread(entry, 'throws');
    const ended = new Promise((resolve) => healthy.on('exit', resolve));
    const { base, lora, adapter } = MODEL;
    const settings = { base, lora, adapter, maskedTokens: MASKED_TOKENS };
    await expect(portedEngine(settings, [missing, threadPort(healthy)])).rejects.toMatchObject({
      kind: 'engine',
      message: expect.stringContaining('no-such-file'),
    });
    await ended;
  });
});
