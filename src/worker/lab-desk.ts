/** Where the lab's questions wait: answered one after the other, each until it is taken back. */

import type { Job, JobQueue, Stopping } from './jobs.ts';
import type { LabActivity } from './lab-activity.ts';
import type { LabAnswer, LabMessage, LabQuestion } from './lab-protocol.ts';
import { errorView } from './views.ts';

export interface LabDeskParts {
  readonly jobs: JobQueue;
  readonly openLab: () => Promise<LabActivity>;
  readonly post: (message: LabMessage) => void;
  /** A question's turn has come; the engine is at work on it from `onBegun` on. */
  readonly onTurn: () => void;
  readonly onBegun: () => void;
  /** The question was answered, whatever the answer. */
  readonly onAnswered: () => void;
}

export class LabDesk {
  readonly #parts: LabDeskParts;
  /** By their numbers. */
  readonly #questions = new Map<number, Job>();

  constructor(parts: LabDeskParts) {
    this.#parts = parts;
  }

  ask(question: LabQuestion): void {
    this.#questions.set(
      question.request,
      this.#parts.jobs.add((stopping) => this.#answer(question, stopping)),
    );
  }

  takeBack(request: number): void {
    this.#questions.get(request)?.stop();
  }

  takeBackAll(): void {
    for (const question of this.#questions.values()) question.stop();
  }

  async #answer(question: LabQuestion, stopping: Stopping): Promise<void> {
    const { openLab, post, onTurn, onBegun, onAnswered } = this.#parts;
    const { request } = question;
    const tell = (answer: LabAnswer): void => post({ type: 'lab', request, answer });
    onTurn();
    try {
      const lab = await openLab();
      const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total });
      tell(await lab.answer(question, { stopping, onBegun, onProgress }));
    } catch (error) {
      tell({ kind: 'failed', error: errorView(error) });
    } finally {
      this.#questions.delete(request);
      onAnswered();
    }
  }
}
