import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tableNamed } from '../../test/receipts/table-shop.ts';
import { afterTasks, sampleAgent } from '../../test/runs/agent-conformance.ts';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { Browser, RECIPE, type Tab, type TabParts } from '../../test/worker/tabs.ts';
import { WaymarkError } from '../core/errors.ts';
import { EngineSupply } from '../engines/engine-supply.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS } from '../learning/receipt.ts';
import { liftOf } from '../learning/receipt-evaluation.ts';
import { changeRecipe } from '../learning/recipe.ts';
import { testConfig } from '../learning/testing/test-config.ts';
import { dequantise } from '../policy/quantised-lora.ts';
import { decodeLink, encodeLink } from '../runs/links/link-codec.ts';
import { readArchive } from '../runs/run-archive.ts';
import { StorageError } from '../runs/storage-error.ts';
import type { Given, ShareAnswer } from './share-protocol.ts';

const RUN = 'otter-1';
const TASKS = 2 * RECEIPT_PACKS * RECEIPT_LENGTH;

let browser: Browser;
let requests: number;

beforeEach(() => {
  browser = new Browser();
  requests = 0;
});

type Answer<Kind extends ShareAnswer['kind']> = Extract<ShareAnswer, { kind: Kind }>;

/** The last answer to a question, which must be of this kind. */
async function answerTo<Kind extends ShareAnswer['kind']>(
  tab: Tab,
  request: number,
  kind: Kind,
): Promise<Answer<Kind>> {
  const message = await tab.until(
    (one) => one.type === 'share' && one.request === request && one.answer.kind !== 'progress',
  );
  if (message.type !== 'share') throw new Error('not an answer');
  expect(message.answer).toMatchObject({ kind });
  return message.answer as Answer<Kind>;
}

function progressOf(tab: Tab, request: number): readonly Answer<'progress'>[] {
  return tab.messages.flatMap((message) =>
    message.type === 'share' && message.request === request && message.answer.kind === 'progress'
      ? [message.answer]
      : [],
  );
}

function read(tab: Tab, given: Given): number {
  tab.send({ type: 'read-given', request: ++requests, given });
  return requests;
}

function keep(tab: Tab, given: Given): number {
  tab.send({ type: 'keep-given', request: ++requests, given });
  return requests;
}

function checkFully(tab: Tab, given: Given): number {
  tab.send({ type: 'check-given', request: ++requests, given, depth: 'full', draw: 3 });
  return requests;
}

async function make<Kind extends 'receipt' | 'agent' | 'file'>(tab: Tab, kind: Kind, run = RUN): Promise<Answer<Kind>> {
  const request = ++requests;
  if (kind === 'file') tab.send({ type: 'make-file', request, run, agents: true });
  else tab.send({ type: kind === 'agent' ? 'make-agent' : 'make-receipt', request, run });
  return answerTo(tab, request, kind);
}

/** A tab in which a run has been trained to its end on the portable engine. */
async function trainedTab(parts: TabParts = {}, iterations = 2): Promise<Tab> {
  const tab = browser.openTab({ portable: 'onnx-wasm', ...parts });
  tab.send({ type: 'start', recipe: changeRecipe(RECIPE, { iterations }) });
  await tab.untilStatus('finished');
  return tab;
}

/** Another browser, in which nothing is stored. */
function elsewhere(): Tab {
  return new Browser().openTab({ portable: 'onnx-wasm' });
}

async function agentGiven(tab: Tab): Promise<Given> {
  const { choices, chosen } = await make(tab, 'agent');
  return { kind: 'link', payload: choices[chosen].payload };
}

describe('a receipt', () => {
  test('is told with its link, and identical where somebody else checks it', async () => {
    const tab = await trainedTab();
    const { receipt, lift, payload } = await make(tab, 'receipt');
    expect(receipt).toMatchObject({ iterations: 2, inherited: 0, origin: 'onnx-wasm' });
    expect(lift).toEqual(liftOf(receipt.evaluation));
    const other = elsewhere();
    const given = { kind: 'link', payload } as const;
    expect((await answerTo(other, read(other, given), 'claim')).claim).toMatchObject({ kind: 'receipt', lift });
    const { verdict } = await answerTo(other, checkFully(other, given), 'verdict');
    expect(verdict).toMatchObject({ kind: 'identical', checked: { iterations: 2, packs: RECEIPT_PACKS } });
    await expect(answerTo(other, keep(other, given), 'failed')).resolves.toMatchObject({
      error: { kind: 'bad-request' },
    });
  });

  test('is computed once, and told of as it is computed', async () => {
    const tab = await trainedTab();
    const first = await make(tab, 'receipt');
    expect(progressOf(tab, 1).at(0)).toMatchObject({ phase: 'opening' });
    expect(progressOf(tab, 1).at(-1)).toMatchObject({ phase: 'evaluating', done: TASKS, total: TASKS });
    expect(progressOf(tab, 1).length).toBeGreaterThan(8);
    expect(await make(tab, 'receipt')).toEqual(first);
    expect(progressOf(tab, 2).filter(({ phase }) => phase === 'evaluating')).toHaveLength(1);
  });

  test('of a run there is not, or one that went on from another, is refused by name', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'make-receipt', request: 50, run: 'heron-9' });
    expect((await answerTo(tab, 50, 'failed')).error.kind).toBe('not-found');
    tab.send({ type: 'fork', run: RUN, changes: { iterations: 3 } });
    await tab.untilStatus('finished');
    tab.send({ type: 'make-receipt', request: 51, run: 'otter-2' });
    expect((await answerTo(tab, 51, 'failed')).error).toMatchObject({ kind: 'bad-request' });
  });

  test('is computed on an engine beside the one that trains where that is another kind, and says so', async () => {
    const tab = await trainedTab({
      openDevice: async () => ({ engine: tableNamed('webgpu'), paths: [], death: new Promise<never>(() => undefined) }),
    });
    const { receipt } = await make(tab, 'receipt');
    expect(receipt.origin).toBe('webgpu');
    const payload = await encodeLink({ kind: 'receipt', receipt });
    expect((await answerTo(tab, checkFully(tab, { kind: 'link', payload }), 'verdict')).verdict.kind).toBe('agrees');
    // The device is still the engine to work with.
    expect(tab.messages.filter(({ type }) => type === 'engine')).toHaveLength(1);
  });

  test('pauses training, which goes on to the bits that it would have come to', async () => {
    const tab = browser.openTab({ portable: 'onnx-wasm' });
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    await make(tab, 'receipt');
    tab.send({ type: 'resume', run: RUN });
    await tab.untilStatus('finished');
    const undisturbed = new Browser();
    const other = undisturbed.openTab({ portable: 'onnx-wasm' });
    other.send({ type: 'start', recipe: RECIPE });
    await other.untilStatus('finished');
    const [digest, expected] = await Promise.all(
      [browser, undisturbed].map(async ({ storage }) =>
        checkpointDigest((await storage.runs.readCheckpoint(RUN)).checkpoint),
      ),
    );
    expect(digest).toEqual(expected);
  });
});

describe('an agent', () => {
  test('is measured in several numbers of bits; the fewest that keep enough are proposed', async () => {
    const tab = await trainedTab();
    const { lift, choices, chosen } = await make(tab, 'agent');
    expect(choices.map(({ bits }) => bits).slice(0, 3)).toEqual([2, 3, 4]);
    for (const { payload, lift: own, kept, bits } of choices) {
      const link = await decodeLink(payload);
      if (link.kind !== 'agent') throw new Error('not an agent');
      expect(link.adapter.bits).toBe(bits);
      expect(liftOf(link.receipt.evaluation)).toEqual(own);
      expect(kept).toBe(lift.mean > 0 ? own.mean / lift.mean : null);
    }
    const enough = choices.findIndex(({ kept }) => kept === null || kept >= 0.95);
    if (enough !== -1) expect(chosen).toBe(enough);
  });

  test('is identical where somebody else checks it, and differs in the outcome that was changed', async () => {
    const given = await agentGiven(await trainedTab());
    const other = elsewhere();
    expect((await answerTo(other, read(other, given), 'claim')).claim.kind).toBe('agent');
    expect((await answerTo(other, checkFully(other, given), 'verdict')).verdict.kind).toBe('identical');
    if (given.kind !== 'link') throw new Error('not a link');
    const link = await decodeLink(given.payload);
    if (link.kind !== 'agent') throw new Error('not an agent');
    const { evaluation } = link.receipt;
    const kept = evaluation.kept.map((pack, index) => (index === 9 ? [1 - pack[0], ...pack.slice(1)] : pack));
    const lie = { ...link, receipt: { ...link.receipt, evaluation: { ...evaluation, kept } } };
    const changed = { kind: 'link', payload: await encodeLink(lie) } as const;
    expect((await answerTo(other, checkFully(other, changed), 'verdict')).verdict).toMatchObject({
      kind: 'differs',
      total: 1,
      differences: [{ part: 'outcome', control: 'kept', pack: 9, position: 1 }],
    });
  });

  test('is kept as a run that was not trained here: it can be shared again and trained on', async () => {
    const given = await agentGiven(await trainedTab());
    const there = new Browser();
    const tab = there.openTab({ portable: 'onnx-wasm' });
    const { run, renamed } = await answerTo(tab, keep(tab, given), 'stored');
    expect(renamed).toBeNull();
    if (given.kind !== 'link') throw new Error('not a link');
    const link = await decodeLink(given.payload);
    if (link.kind !== 'agent') throw new Error('not an agent');
    expect(await there.storage.runs.readRun(run)).toMatchObject({ iteration: 2, inherited: 2, title: null });
    const { checkpoint } = await there.storage.runs.readCheckpoint(run);
    expect(checkpoint.trainable.adapter).toEqual(dequantise(testConfig, link.adapter));
    const { archive } = await make(tab, 'file', run);
    const { receipt } = await readArchive(archive);
    expect(receipt).toMatchObject({ inherited: 2, lives: null });
    expect(receipt?.evaluation.kept).toEqual(link.receipt.evaluation.kept);
    tab.send({ type: 'fork', run, changes: { iterations: 3 } });
    expect(await tab.untilStatus('finished')).toMatchObject({ iteration: 3 });
  });
});

describe('a file', () => {
  test('holds everything, is identical where somebody else checks it, and is kept under its name', async () => {
    const tab = await trainedTab();
    const { archive, ...told } = await make(tab, 'file');
    expect(told).toEqual({ kind: 'file', name: `${RUN}.waymark`, agents: 0, unreceipted: null, omitted: [] });
    const given = { kind: 'file', archive } as const;
    const there = new Browser();
    const other = there.openTab({ portable: 'onnx-wasm' });
    expect((await answerTo(other, read(other, given), 'claim')).claim).toMatchObject({
      kind: 'file',
      lives: true,
      summary: { run: RUN, iteration: 2 },
    });
    expect((await answerTo(other, checkFully(other, given), 'verdict')).verdict).toMatchObject({
      kind: 'identical',
      checked: { iterations: 2, packs: RECEIPT_PACKS },
    });
    // None of that has stored anything.
    expect((await there.storage.runs.listRuns()).items).toEqual([]);
    expect(await answerTo(other, keep(other, given), 'stored')).toEqual({ kind: 'stored', run: RUN, renamed: null });
    const again = await answerTo(other, keep(other, given), 'stored');
    expect(again.renamed).toBe(RUN);
    expect(again.run).not.toBe(RUN);
  });

  test('comes back as another run with its title and agents, and goes on to the same end', async () => {
    const tab = browser.openTab({ portable: 'onnx-wasm' });
    tab.send({ type: 'start', recipe: changeRecipe(RECIPE, { iterations: 5 }) });
    await tab.untilIteration(2);
    tab.send({ type: 'pause' });
    await tab.untilStatus('paused');
    await browser.storage.runs.renameRun(RUN, 'The first');
    await browser.storage.agents.saveAgent(sampleAgent(afterTasks(2), RUN), null);
    const { archive } = await make(tab, 'file');
    const { run, renamed } = await answerTo(tab, keep(tab, { kind: 'file', archive }), 'stored');
    expect(renamed).toBe(RUN);
    expect((await browser.storage.runs.readRun(run)).title).toBe('The first');
    expect((await browser.storage.agents.listAgents(run)).items).toEqual([sampleAgent(afterTasks(2), run)]);
    for (const each of [RUN, run]) {
      tab.send({ type: 'resume', run: each });
      await tab.untilStatus('finished');
    }
    expect((await browser.storage.runs.readCheckpoint(run)).checkpoint).toEqual(
      (await browser.storage.runs.readCheckpoint(RUN)).checkpoint,
    );
  });

  test('can be made where the base cannot be fetched, and says that it has no receipt', async () => {
    (await trainedTab()).close();
    const offline = browser.openTab({
      source: {
        loadBase: () => Promise.reject(new WaymarkError('not-found', 'No network.', 'Try later.')),
        engines: new EngineSupply({
          openDevice: null,
          openPortable: () => Promise.reject(new Error('unused')),
          deviceRequired: false,
        }),
      },
    });
    const { archive, unreceipted } = await make(offline, 'file');
    expect(unreceipted).toBe('No network.');
    expect(await readArchive(archive)).toMatchObject({ receipt: null, summary: { run: RUN } });
    expect(await answerTo(offline, keep(offline, { kind: 'file', archive }), 'stored')).toMatchObject({ renamed: RUN });
  });

  test('is made of what can still be read, says what it lacks, and is checked without', async () => {
    const tab = await trainedTab();
    const { runs } = browser.storage;
    const { items } = await runs.readLifeLogs(RUN);
    const where = `the lives of iteration 1 of run ${RUN}`;
    const error = new StorageError('damaged', `Cannot read ${where}.`);
    vi.spyOn(runs, 'readLifeLogs').mockResolvedValue({
      items: new Map([...items].filter(([iteration]) => iteration !== 1)),
      damaged: [{ where, error }],
    });
    const { archive, unreceipted, omitted } = await make(tab, 'file');
    expect({ unreceipted, omitted }).toEqual({ unreceipted: null, omitted: [where] });
    const given = { kind: 'file', archive } as const;
    const other = elsewhere();
    const { verdict } = await answerTo(other, checkFully(other, given), 'verdict');
    expect(verdict).toMatchObject({ kind: 'identical', checked: { iterations: 0, packs: RECEIPT_PACKS } });
  });

  test('that is damaged is refused by name, and nothing is stored', async () => {
    const tab = elsewhere();
    const archive = Uint8Array.of(1, 2, 3);
    const given = { kind: 'file', archive } as const;
    for (const request of [read(tab, given), checkFully(tab, given), keep(tab, given)]) {
      expect((await answerTo(tab, request, 'failed')).error.kind).toBe('bad-file');
    }
    expect((await browser.storage.runs.listRuns()).items).toEqual([]);
  });
});

describe('questions', () => {
  test('about what was given neither wait for training nor pause it', async () => {
    const { payload } = await make(await trainedTab(), 'receipt');
    const other = new Browser().openTab({ portable: 'onnx-wasm' });
    other.send({ type: 'start', recipe: changeRecipe(RECIPE, { iterations: 40 }) });
    await other.untilIteration(1);
    await answerTo(other, read(other, { kind: 'link', payload }), 'claim');
    expect(other.statuses.at(-1)?.state).toBe('training');
    other.send({ type: 'pause' });
    await other.untilStatus('paused');
  });

  test('are taken back before they have begun, while an agent is measured, and while it is trained again', async () => {
    const tab = await trainedTab({}, 8);
    const { payload } = await make(tab, 'receipt');
    const first = ++requests;
    const second = ++requests;
    tab.send({ type: 'make-agent', request: first, run: RUN });
    tab.send({ type: 'make-file', request: second, run: RUN, agents: false });
    tab.send({ type: 'cancel-share', request: second });
    await tab.until((one) => one.type === 'share' && one.request === first && one.answer.kind === 'progress');
    tab.send({ type: 'cancel-share', request: first });
    await answerTo(tab, first, 'cancelled');
    await answerTo(tab, second, 'cancelled');
    const third = checkFully(tab, { kind: 'link', payload });
    await tab.until(
      (one) =>
        one.type === 'share' &&
        one.request === third &&
        one.answer.kind === 'progress' &&
        one.answer.phase === 'training' &&
        one.answer.done === 2,
    );
    tab.send({ type: 'cancel-share', request: third });
    await answerTo(tab, third, 'cancelled');
    expect(progressOf(tab, third).at(-1)?.phase).toBe('training');
    expect(await tab.untilStatus('finished', tab.messages.length - 1)).toMatchObject({ run: RUN });
  });

  test('fail with the engine, and the next one gets another', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'make-receipt', request: 1, run: RUN });
    await tab.until((one) => one.type === 'share' && one.answer.kind === 'progress' && one.answer.done > 0);
    tab.killEngine(new Error('dead'));
    expect((await answerTo(tab, 1, 'failed')).error.message).toContain('dead');
    requests = 1;
    await make(tab, 'receipt');
  });
});
