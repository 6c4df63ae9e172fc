import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentListener, tableShop, trainedContent, withReceipt } from '../../../test/receipts/table-shop.ts';
import { RECIPE } from '../../../test/worker/tabs.ts';
import { WaymarkError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { decodeLifeLog, encodeLifeLog } from '../../learning/life-log.ts';
import { COMPUTATION, RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import { changeRecipe, loraOf } from '../../learning/recipe.ts';
import type { LifeRecord, SolveRecord } from '../../learning/records.ts';
import { testConfig } from '../../learning/testing/test-config.ts';
import { testTokenizer } from '../../learning/testing/test-tokenizer.ts';
import { dequantise, quantise } from '../../policy/quantised-lora.ts';
import { decodeLink, encodeLink } from '../links/link-codec.ts';
import { adapterHash } from '../receipt-of-run.ts';
import type { RunContent } from '../run-content.ts';
import { check } from './check.ts';
import type { Checkable } from './parts.ts';
import type { CheckShop } from './shop.ts';
import type { CheckDepth, Difference, Verdict } from './verdict.ts';

const ITERATIONS = 3;
const SHORT = changeRecipe(RECIPE, { iterations: 4, tasks: 3 });

let content: RunContent;
let receipt: Receipt;

beforeAll(async () => {
  content = await trainedContent(SHORT, ITERATIONS);
  receipt = receiptOf(content);
});

function receiptOf({ receipt: made }: RunContent): Receipt {
  if (made === null) throw new Error('no receipt was made');
  return made;
}

function checked(claim: Checkable, depth: CheckDepth = 'full', shop = tableShop, draw = 0): Promise<Verdict> {
  return check(claim, { depth, draw }, shop, silentListener);
}

/** As it arrives: hashes are cut. */
async function throughLink(link: Extract<Checkable, { kind: 'agent' | 'receipt' }>): Promise<Checkable> {
  const arrived = await decodeLink(await encodeLink(link));
  if (arrived.kind === 'setup') throw new Error('a setup claims nothing');
  return arrived;
}

async function agentLink(change: (made: Receipt) => Receipt = (made) => made): Promise<Checkable> {
  const adapter = quantise(testConfig, { settings: loraOf(SHORT), values: content.checkpoint.trainable.adapter }, 4);
  const values = dequantise(testConfig, adapter);
  const { checkpoint } = content;
  const ofFewBits = {
    ...content,
    checkpoint: { ...checkpoint, trainable: { ...checkpoint.trainable, adapter: values } },
  };
  const made = receiptOf(await withReceipt(ofFewBits));
  return throughLink({ kind: 'agent', receipt: change(made), adapter, trained: receipt.adapter });
}

function flipped(made: Receipt, control: 'kept' | 'erased', pack: number, position: number): Receipt {
  const outcomes = made.evaluation[control].map((row, index) =>
    index === pack ? row.map((outcome, place) => (place === position - 1 ? 1 - outcome : outcome)) : row,
  );
  return { ...made, evaluation: { ...made.evaluation, [control]: outcomes } };
}

function differencesOf(verdict: Verdict): readonly Difference[] {
  expect(verdict.kind).toBe('differs');
  return verdict.kind === 'differs' ? verdict.differences : [];
}

describe('an agent in a link', () => {
  it('is identical where it does what its receipt says', async () => {
    const claim = await agentLink();
    expect(await checked(claim)).toEqual({
      kind: 'identical',
      checked: { depth: 'full', iterations: 0, packs: 64, episodes: 0, seconds: 0 },
    });
    expect(await checked(claim, 'quick', tableShop, 7)).toMatchObject({
      kind: 'identical',
      checked: { depth: 'quick', packs: 16 },
    });
  });

  it('differs in exactly the outcome that was changed, whichever that is', { timeout: 120_000 }, async () => {
    const claim = await agentLink();
    if (claim.kind !== 'agent') throw new Error('not an agent');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('kept' as const, 'erased' as const),
        fc.nat(RECEIPT_PACKS - 1),
        fc.integer({ min: 1, max: RECEIPT_LENGTH }),
        async (control, pack, position) => {
          const claimed = claim.receipt.evaluation[control][pack][position - 1];
          const verdict = await checked({ ...claim, receipt: flipped(claim.receipt, control, pack, position) });
          expect(verdict).toMatchObject({ kind: 'differs', total: 1, lifts: null });
          const [difference] = differencesOf(verdict);
          expect(difference).toMatchObject({
            ...{ part: 'outcome', control, pack, position, claimed: 1 - claimed, found: claimed },
            claimedLife: null,
            foundLife: { control, life: pack },
          });
        },
      ),
      { numRuns: 6, seed: 5 },
    );
  });

  it('is checked only where a quick check looks', async () => {
    const claim = await agentLink((made) => flipped(made, 'kept', 20, 3));
    expect((await checked(claim, 'quick', tableShop, 0)).kind).toBe('identical');
    expect((await checked(claim, 'quick', tableShop, 1)).kind).toBe('differs');
  });

  it('differs where its adapter is another', async () => {
    const claim = await agentLink();
    if (claim.kind !== 'agent') throw new Error('not an agent');
    const values = claim.adapter.values.map((value) => -value);
    const differences = differencesOf(await checked({ ...claim, adapter: { ...claim.adapter, values } }));
    expect(differences[0].part).toBe('outcome');
    expect(differences.map(({ part }) => part)).toEqual(expect.arrayContaining(['evaluation-lives', 'adapter']));
  });

  it('differs where its receipt is of another recipe', async () => {
    const recipe = changeRecipe(SHORT, { temperature: 0.5 });
    expect((await checked(await agentLink((made) => ({ ...made, recipe })))).kind).toBe('differs');
  });

  it('that does not fit its base is refused by name', async () => {
    const claim = await agentLink();
    if (claim.kind !== 'agent') throw new Error('not an agent');
    const scales = claim.adapter.scales.slice(1);
    await expect(checked({ ...claim, adapter: { ...claim.adapter, scales } })).rejects.toMatchObject({
      kind: 'link-damaged',
    });
  });
});

describe('a receipt in a link', () => {
  it('is identical where training again gives every bit', async () => {
    expect(await checked(await throughLink({ kind: 'receipt', receipt }))).toMatchObject({
      kind: 'identical',
      checked: { iterations: ITERATIONS, packs: 64, episodes: 0 },
    });
  });

  it('has no quick check', async () => {
    await expect(checked({ kind: 'receipt', receipt }, 'quick')).rejects.toMatchObject({ kind: 'bad-request' });
  });

  it('differs in the outcome that was changed', async () => {
    const verdict = await checked(await throughLink({ kind: 'receipt', receipt: flipped(receipt, 'erased', 63, 8) }));
    expect(verdict).toMatchObject({
      kind: 'differs',
      total: 1,
      differences: [{ part: 'outcome', control: 'erased', pack: 63, position: 8 }],
    });
  });

  it('differs in lives and adapter where it is of another recipe', async () => {
    const other = { ...receipt, recipe: changeRecipe(SHORT, { seed: 99 }) };
    const parts = differencesOf(await checked(await throughLink({ kind: 'receipt', receipt: other }))).map(
      ({ part }) => part,
    );
    expect(parts).toEqual(expect.arrayContaining(['training-lives', 'adapter']));
  });

  it('differs in the adapter where that was changed, and in the lives of training where those were', async () => {
    const other = await throughLink({ kind: 'receipt', receipt: { ...receipt, adapter: 'ab'.repeat(32) } });
    expect(differencesOf(await checked(other))).toEqual([{ part: 'adapter' }]);
    const lives = await throughLink({ kind: 'receipt', receipt: { ...receipt, lives: 'ab'.repeat(32) } });
    expect(differencesOf(await checked(lives))).toEqual([{ part: 'training-lives' }]);
  });

  it('trained on another engine agrees where the lifts overlap, and differs where they do not', async () => {
    const onGpu = { ...receipt, origin: 'webgpu' as const };
    const agrees = await checked(await throughLink({ kind: 'receipt', receipt: flipped(onGpu, 'kept', 3, 2) }));
    expect(agrees).toMatchObject({ kind: 'agrees', checked: { iterations: ITERATIONS, packs: 64 } });
    const [all, none] = [1, 0].map((outcome) => receipt.evaluation.kept.map((row) => row.map(() => outcome)));
    const boast = { ...onGpu, evaluation: { ...onGpu.evaluation, kept: all, erased: none } };
    expect(await checked(await throughLink({ kind: 'receipt', receipt: boast }))).toMatchObject({
      kind: 'differs',
      lifts: { claimed: { mean: 1 } },
    });
  });

  it('cannot be checked where it went on from another run', async () => {
    expect(await checked({ kind: 'receipt', receipt: { ...receipt, inherited: 2 } })).toEqual({
      kind: 'cannot-check',
      reason: { why: 'inherited', inherited: 2 },
    });
  });

  it('of more iterations than its recipe has is refused', async () => {
    const claim = { kind: 'receipt', receipt: { ...receipt, iterations: 5 } } as const;
    await expect(checked(claim)).rejects.toMatchObject({ kind: 'bad-request' });
  });
});

describe('a file', () => {
  const file = (changed: Partial<RunContent> = {}): Checkable => ({
    kind: 'file',
    content: { ...content, ...changed },
  });
  const solves = ITERATIONS * SHORT.packs * SHORT.groupSize * SHORT.tasks;

  it('is identical where all of it computes again', async () => {
    expect(await checked(file())).toEqual({
      kind: 'identical',
      checked: { depth: 'full', iterations: ITERATIONS, packs: 64, episodes: solves, seconds: 0 },
    });
    const quick = await checked(file(), 'quick', tableShop, 0xdeadbeef);
    expect(quick).toMatchObject({ kind: 'identical', checked: { iterations: 0, packs: 16 } });
    expect(quick.kind === 'identical' && quick.checked.episodes).toBeGreaterThan(0);
  });

  it('trained on another engine is replayed and evaluated to the bit, not trained again', async () => {
    const onGpu = await trainedContent(SHORT, ITERATIONS, 'webgpu');
    expect(await checked({ kind: 'file', content: onGpu })).toMatchObject({
      kind: 'identical',
      checked: { iterations: 0, packs: 64, episodes: solves },
    });
  });

  it('differs in a changed outcome, wherever a quick check looks', async () => {
    const changed = file({ receipt: flipped(receipt, 'kept', 40, 5) });
    for (const draw of [0, 1, 2, 3]) {
      const [difference] = differencesOf(await checked(changed, 'quick', tableShop, draw));
      expect(difference).toMatchObject({
        part: 'outcome',
        control: 'kept',
        pack: 40,
        position: 5,
        foundLife: { life: 40 },
      });
    }
    const [difference] = differencesOf(await checked(changed));
    expect(difference).toMatchObject({ claimedLife: { life: 40 }, foundLife: { life: 40 } });
  });

  it('differs in the life and the task where a logged turn was changed, and shows both', async () => {
    const changed = await withLog(content, 2, (lives) =>
      lives.map((life, index) => (index === 3 ? withSolve(life, 1, otherFirstTurn) : life)),
    );
    const [difference] = differencesOf(await checked({ kind: 'file', content: changed }));
    expect(difference).toMatchObject({ part: 'life', iteration: 2, life: 3, position: 2, episode: 'solve' });
    if (difference.part !== 'life') throw new Error('not a life');
    expect(difference.claimedLife).toEqual(decodeLifeLog(logOf(changed, 2), testTokenizer)[3]);
    // Trained again, it is as it was before the change.
    const trained = differencesOf(await checked({ kind: 'file', content: changed })).at(-1);
    expect(trained).toMatchObject({ foundLife: decodeLifeLog(logOf(content, 2), testTokenizer)[3] });
  });

  it('differs where a logged outcome is not what the turns lead to, without the engine', async () => {
    const changed = await withLog(content, 1, (lives) =>
      lives.map((life) => withSolve(life, 0, (solve) => ({ ...solve, reward: 1 - solve.reward }))),
    );
    const differences = differencesOf(await checked({ kind: 'file', content: changed }, 'quick'));
    expect(differences.find(({ part }) => part === 'life')).toMatchObject({
      iteration: 1,
      position: 1,
      episode: 'solve',
    });
    // The success in the iteration's record is no longer that of its lives.
    expect(differences).toContainEqual({ part: 'iteration', iteration: 1 });
  });

  it('differs where notes are not what was written', async () => {
    const changed = await withLog(content, 1, (lives) =>
      lives.map((life, index) => (index === 0 ? { ...life, episodes: life.episodes.map(withoutTruth) } : life)),
    );
    const [difference] = differencesOf(await checked({ kind: 'file', content: changed }));
    expect(difference).toMatchObject({ part: 'life', iteration: 1, life: 0, episode: 'update', position: 1 });
  });

  it('differs in the iteration whose lives are of other packs than the recipe draws', async () => {
    const other = await trainedContent(changeRecipe(SHORT, { seed: 12 }), ITERATIONS);
    const changed = await withLog(content, 3, () => decodeLifeLog(logOf(other, 3), testTokenizer));
    expect(differencesOf(await checked({ kind: 'file', content: changed }, 'quick'))).toContainEqual({
      part: 'iteration',
      iteration: 3,
    });
  });

  it('differs where its adapter is another: in the evaluation, and by its hash', async () => {
    const { checkpoint } = content;
    const adapter = checkpoint.trainable.adapter.map((value) => -value);
    const changed = file({ checkpoint: { ...checkpoint, trainable: { ...checkpoint.trainable, adapter } } });
    const differences = differencesOf(await checked(changed, 'quick'));
    expect(['outcome', 'life']).toContain(differences[0].part);
    expect(differences).toContainEqual({ part: 'adapter' });
  });

  it('differs from its training where an adapter with a receipt of its own was put in', async () => {
    const { checkpoint } = content;
    const adapter = checkpoint.trainable.adapter.map((value) => value / 2);
    const changed = await withReceipt({
      ...content,
      checkpoint: { ...checkpoint, trainable: { ...checkpoint.trainable, adapter } },
    });
    expect((await checked({ kind: 'file', content: changed }, 'quick')).kind).toBe('identical');
    expect(differencesOf(await checked({ kind: 'file', content: changed }))).toEqual([{ part: 'adapter' }]);
  });

  it('differs in the first life where all of it is of another recipe', async () => {
    const recipe = changeRecipe(SHORT, { temperature: 0.7 });
    const changed = { ...content, summary: { ...content.summary, recipe } };
    const differences = differencesOf(await checked({ kind: 'file', content: await withReceipt(changed) }));
    expect(differences[0]).toMatchObject({ part: 'life', iteration: 1, life: 0 });
  });

  it('without a receipt cannot be checked', async () => {
    expect(await checked(file({ receipt: null, receiptLives: null }))).toEqual({
      kind: 'cannot-check',
      reason: { why: 'no-receipt' },
    });
  });
});

describe('what was computed otherwise', () => {
  it('cannot be checked where its computation is another', async () => {
    const claim = { kind: 'receipt', receipt: { ...receipt, computation: COMPUTATION + 1 } } as const;
    const reason = { why: 'computation', claimed: COMPUTATION + 1, here: COMPUTATION };
    expect(await checked(claim)).toEqual({ kind: 'cannot-check', reason });
  });

  it('cannot be checked where its base is not here, or another of its name', async () => {
    const reason = { why: 'base', base: SHORT.base };
    const without: CheckShop = {
      ...tableShop,
      loadBase: () => Promise.reject(new WaymarkError('no-build', 'This site does not have it.')),
    };
    expect(await checked({ kind: 'receipt', receipt }, 'full', without)).toEqual({ kind: 'cannot-check', reason });
    const other = { ...receipt, base: '1'.repeat(64) };
    expect(await checked({ kind: 'receipt', receipt: other })).toEqual({ kind: 'cannot-check', reason });
  });

  it('is not called anything where the base could not be fetched', async () => {
    const offline: CheckShop = {
      ...tableShop,
      loadBase: () => Promise.reject(new WaymarkError('not-found', 'The network is away.')),
    };
    await expect(checked({ kind: 'receipt', receipt }, 'full', offline)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a check under way', () => {
  it('tells how far it is, and ends at once where whoever is told throws, its engine closed', async () => {
    const told: string[] = [];
    let closed = 0;
    const shop: CheckShop = {
      ...tableShop,
      openPlayer: async (base, lora) => ({
        ...(await tableShop.openPlayer(base, lora)),
        close: async () => {
          closed++;
        },
      }),
    };
    const onProgress = (phase: string, done: number, total: number): void => {
      told.push(`${phase} ${done}/${total}`);
      if (phase === 'training' && done === 1) throw new Error('enough');
    };
    const claim = { kind: 'receipt', receipt } as const;
    const request = { depth: 'full', draw: 0 } as const;
    await expect(check(claim, request, shop, { onProgress, clock: () => 0 })).rejects.toThrow('enough');
    expect(closed).toBe(1);
    expect(told[0]).toBe('opening 0/1');
    expect(told.at(-1)).toBe(`training 1/${ITERATIONS}`);
  });
});

function logOf({ lifeLogs }: RunContent, iteration: number): Uint8Array {
  return lifeLogs.get(iteration) ?? new Uint8Array();
}

/** As a careful forger does: every hash is made to fit the changed log. */
async function withLog(
  from: RunContent,
  iteration: number,
  change: (lives: readonly LifeRecord[]) => readonly LifeRecord[],
): Promise<RunContent> {
  const log = encodeLifeLog(change(decodeLifeLog(logOf(from, iteration), testTokenizer)), testTokenizer);
  const livesHash = await sha256(log);
  const events = from.events.map((event) =>
    event.type === 'iteration' && event.record.iteration === iteration
      ? { ...event, record: { ...event.record, livesHash } }
      : event,
  );
  return withReceipt({ ...from, events, lifeLogs: new Map([...from.lifeLogs, [iteration, log]]) });
}

function withSolve(life: LifeRecord, task: number, change: (solve: SolveRecord) => SolveRecord): LifeRecord {
  const episodes = life.episodes.map((episode, index) =>
    index === 2 * task && episode.kind === 'solve' ? change(episode) : episode,
  );
  return { ...life, episodes };
}

/** A turn that mixes nothing, so that the task goes on otherwise. */
function otherFirstTurn(solve: SolveRecord): SolveRecord {
  const [first, ...others] = solve.turns;
  return { ...solve, turns: [first.map(() => 'fire'), ...others] };
}

function withoutTruth(episode: LifeRecord['episodes'][number]): LifeRecord['episodes'][number] {
  return episode.kind === 'update' ? { ...episode, trueFacts: episode.trueFacts + 1 } : episode;
}

it('hashes an adapter by its float32 values, little endian', async () => {
  // printf '\x00\x00\x80\x3f\x00\x00\x00\xc0' | sha256sum
  expect(await adapterHash(new Float32Array([1, -2]))).toBe(
    await sha256(Uint8Array.of(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0)),
  );
});
