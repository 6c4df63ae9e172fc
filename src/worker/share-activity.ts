/**
 * Passing runs on, and checking and keeping what was passed on. Whatever trains, receipts are computed on the portable
 * engine.
 */

import { WaymarkError } from '../core/errors.ts';
import { RECEIPT_BLOCKS, TASKS_IN_BLOCK } from '../learning/receipt-evaluation.ts';
import type { OnPlayed } from '../learning/lives.ts';
import { loraOf } from '../learning/recipe.ts';
import type { BaseModel } from '../policy/model.ts';
import { check } from '../runs/check/check.ts';
import type { CheckShop, PortablePlayer } from '../runs/check/shop.ts';
import { agentChoices } from '../runs/links/agent-choices.ts';
import { runOfAgent } from '../runs/links/agent-run.ts';
import { encodeLink } from '../runs/links/link-codec.ts';
import {
  adapterHash,
  makeReceipt,
  type MadeReceipt,
  receiptSubject,
  type ReceiptSubject,
} from '../runs/receipt-of-run.ts';
import { writeArchive } from '../runs/run-archive.ts';
import type { RunContent } from '../runs/run-content.ts';
import { readContent, storeContent } from '../runs/run-copies.ts';
import { claimOf, readGiven } from './given.ts';
import { alive } from './players.ts';
import type { QuestionListener } from './question-desk.ts';
import type { GivenQuestion, ShareAnswer, SharePhase, ShareWork } from './share-protocol.ts';
import type { TrainingActivity } from './training-activity.ts';
import type { Workplace } from './workplace.ts';

const MILLISECONDS = 1000;

/** Tasks in the evaluation of one receipt. */
const TASKS = RECEIPT_BLOCKS.length * TASKS_IN_BLOCK;

/** Numbers of bits that are measured at least. */
const LEAST_CHOICES = 3;

/** Receipts that are remembered: whoever passes a run on in one way may do so in another. */
const REMEMBERED = 4;

export interface ShareParts {
  readonly workplace: Workplace;
  readonly training: TrainingActivity;
  /** A whole number from 0, another each time: for the names of runs that are kept. */
  readonly draw: () => number;
}

/** The question was taken back. */
class Cancelled extends Error {}

type Listener = QuestionListener<ShareAnswer>;

type Work<Type extends ShareWork['type']> = Extract<ShareWork, { type: Type }>;

/** A stored run, and what a receipt says of it. */
interface Subject {
  readonly content: RunContent;
  readonly base: BaseModel;
  readonly subject: ReceiptSubject;
}

export class ShareActivity {
  readonly #parts: ShareParts;
  readonly #shop: CheckShop;
  /** By the run, its iteration and the hash of its adapter. */
  readonly #made = new Map<string, MadeReceipt>();

  constructor(parts: ShareParts) {
    const { players } = parts.workplace;
    this.#parts = parts;
    this.#shop = {
      loadBase: (name) => players.base(name),
      openPlayer: async (base, lora) => {
        const player = await players.portablePlayer(base, lora);
        // What was trained on it goes on from its checkpoint.
        if (player.isShared) parts.training.coolDown();
        return { ...player, alive: (work) => alive(player, work), close: () => player.giveBack() };
      },
    };
  }

  /** The answer to a question that needs the engine. Rejects with what makes it unanswerable. */
  async work(question: ShareWork, listener: Listener): Promise<ShareAnswer> {
    try {
      if (listener.stopping.stopped) return { kind: 'cancelled' };
      listener.onBegun();
      await this.#tell(listener, 'opening', 0, 1);
      return await this.#work(question, listener);
    } catch (error) {
      if (error instanceof Cancelled) return { kind: 'cancelled' };
      throw error;
    }
  }

  /** The answer to a question that does not. Rejects with what is wrong with what was given. */
  async answer({ type, given }: GivenQuestion): Promise<ShareAnswer> {
    const checkable = await readGiven(given);
    if (type === 'read-given') return { kind: 'claim', claim: claimOf(checkable) };
    const { storage, clock } = this.#parts.workplace;
    const keep = (content: RunContent): Promise<string> =>
      storeContent(storage, content, this.#parts.draw(), clock.now());
    switch (checkable.kind) {
      case 'file': {
        const { run } = checkable.content.summary;
        const kept = await keep(checkable.content);
        return { kind: 'stored', run: kept, renamed: kept === run ? null : run };
      }
      case 'agent': {
        const { config } = await this.#parts.workplace.players.base(checkable.receipt.recipe.base);
        return { kind: 'stored', run: await keep(runOfAgent(checkable, config, '')), renamed: null };
      }
      case 'receipt':
        throw new WaymarkError('bad-request', 'A receipt comes without its agent.', 'Train by its recipe.');
    }
  }

  #work(question: ShareWork, listener: Listener): Promise<ShareAnswer> {
    switch (question.type) {
      case 'make-receipt':
        return this.#makeReceipt(question, listener);
      case 'make-agent':
        return this.#makeAgent(question, listener);
      case 'make-file':
        return this.#makeFile(question, listener);
      case 'check-given':
        return this.#check(question, listener);
    }
  }

  async #makeReceipt({ run }: Work<'make-receipt'>, listener: Listener): Promise<ShareAnswer> {
    const subject = await this.#subject(run);
    if (subject.content.summary.inherited > 0) {
      throw new WaymarkError(
        'bad-request',
        `Run ${run} went on from another run, so a receipt alone cannot be checked by training it again.`,
        'Pass on its agent or its file.',
      );
    }
    const onPlayed = this.#counter(listener, TASKS);
    const { receipt, lift } = await this.#receiptOf(subject, onPlayed);
    return { kind: 'receipt', receipt, lift, payload: await encodeLink({ kind: 'receipt', receipt }) };
  }

  async #makeAgent({ run }: Work<'make-agent'>, listener: Listener): Promise<ShareAnswer> {
    const made = await this.#subject(run);
    const { base, subject } = made;
    const onPlayed = this.#counter(listener, (1 + LEAST_CHOICES) * TASKS);
    const full = await this.#receiptOf(made, onPlayed);
    const measured = await this.#withPlayer(made, (player) => {
      return player.alive(agentChoices(player, base, subject, full, onPlayed));
    });
    return { kind: 'agent', lift: full.lift, ...measured };
  }

  async #makeFile({ run, agents }: Work<'make-file'>, listener: Listener): Promise<ShareAnswer> {
    const { storage, players } = this.#parts.workplace;
    const { content, omitted } = await readContent(storage, run);
    const base = await players.base(content.summary.recipe.base).catch(refusalOf);
    const made = base instanceof WaymarkError ? base : await this.#receiptFor(content, base, listener);
    await this.#tell(listener, 'packing', 0, 1);
    const receipted = made instanceof WaymarkError ? {} : { receipt: made.receipt, receiptLives: made.lives };
    const archive = await writeArchive({ ...content, ...receipted }, base instanceof WaymarkError ? null : base, {
      agents,
    });
    const unreceipted = made instanceof WaymarkError ? made.message : null;
    return {
      kind: 'file',
      name: `${run}.waymark`,
      archive,
      agents: content.agents.length,
      unreceipted,
      omitted: omitted.map(({ where }) => where),
    };
  }

  /** The receipt that goes into a file, or why there can be none. */
  async #receiptFor(content: RunContent, base: BaseModel, listener: Listener): Promise<MadeReceipt | WaymarkError> {
    try {
      const made = { content, base, subject: await receiptSubject(content) };
      return await this.#receiptOf(made, this.#counter(listener, TASKS));
    } catch (error) {
      return refusalOf(error);
    }
  }

  async #check({ given, depth, draw }: Work<'check-given'>, listener: Listener): Promise<ShareAnswer> {
    const { clock } = this.#parts.workplace;
    const claim = await readGiven(given);
    const verdict = await check(claim, { depth, draw }, this.#shop, {
      onProgress: (phase, done, total) => this.#tell(listener, phase, done, total),
      clock: () => clock.now() / MILLISECONDS,
    });
    return { kind: 'verdict', verdict };
  }

  async #subject(run: string): Promise<Subject> {
    const { storage, players } = this.#parts.workplace;
    const { content } = await readContent(storage, run);
    const base = await players.base(content.summary.recipe.base);
    return { content, base, subject: await receiptSubject(content) };
  }

  /** The receipt of a run with all its bits, computed once. */
  async #receiptOf(made: Subject, onPlayed: OnPlayed): Promise<MadeReceipt> {
    const { base, subject, content } = made;
    const key = [content.summary.run, subject.iterations, await adapterHash(subject.adapter)].join(' ');
    const known = this.#made.get(key);
    if (known) {
      await onPlayed(TASKS);
      return known;
    }
    const receipt = await this.#withPlayer(made, (player) => {
      return player.alive(makeReceipt(player, base, subject, { onPlayed }));
    });
    this.#made.set(key, receipt);
    const [oldest] = this.#made.keys();
    if (this.#made.size > REMEMBERED) this.#made.delete(oldest);
    return receipt;
  }

  async #withPlayer<Result>(
    { base, subject }: Subject,
    work: (player: PortablePlayer) => Promise<Result>,
  ): Promise<Result> {
    const player = await this.#shop.openPlayer(base, loraOf(subject.recipe));
    try {
      return await work(player);
    } finally {
      await player.close();
    }
  }

  /** Counts the tasks of an evaluation as they are played. There may be more of them than was thought. */
  #counter(listener: Listener, total: number): OnPlayed {
    let done = 0;
    return async (tasks) => {
      done += tasks;
      await this.#tell(listener, 'evaluating', done, Math.max(done, total));
    };
  }

  /** Tells how far it is, and hears whether anybody still wants to know. */
  async #tell({ tell, stopping }: Listener, phase: SharePhase, done: number, total: number): Promise<void> {
    tell({ kind: 'progress', phase, done, total });
    await this.#parts.workplace.clock.breathe();
    if (stopping.stopped) throw new Cancelled();
  }
}

/** What a run's file can do without; anything else is thrown on. */
function refusalOf(error: unknown): WaymarkError {
  if (error instanceof WaymarkError) return error;
  throw error;
}
