/** Where questions that need the engine wait: answered one after the other, each until it is taken back. */

import type { Job, JobQueue, Stopping } from './jobs.ts';

/** How whoever answers tells of itself while it works. */
export interface QuestionListener<Answer> {
  readonly stopping: Stopping;
  /** The engine is at work from now on. */
  readonly onBegun: () => void;
  /** Answers on the way to the last one. */
  readonly tell: (answer: Answer) => void;
}

export interface QuestionDeskParts<Question, Answer> {
  readonly jobs: JobQueue;
  /** The last answer. Rejects with what makes the question unanswerable. */
  readonly answer: (question: Question, listener: QuestionListener<Answer>) => Promise<Answer>;
  readonly failed: (error: unknown) => Answer;
  readonly post: (request: number, answer: Answer) => void;
  /** A question's turn has come; the engine is at work on it from `onBegun` on. */
  readonly onTurn: () => void;
  readonly onBegun: () => void;
  /** The question was answered, whatever the answer. */
  readonly onAnswered: () => void;
}

export class QuestionDesk<Question extends { readonly request: number }, Answer> {
  readonly #parts: QuestionDeskParts<Question, Answer>;
  /** By their numbers. */
  readonly #questions = new Map<number, Job>();

  constructor(parts: QuestionDeskParts<Question, Answer>) {
    this.#parts = parts;
  }

  ask(question: Question): void {
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

  async #answer(question: Question, stopping: Stopping): Promise<void> {
    const { answer, failed, post, onTurn, onBegun, onAnswered } = this.#parts;
    const { request } = question;
    const tell = (given: Answer): void => post(request, given);
    onTurn();
    try {
      tell(await answer(question, { stopping, onBegun, tell }));
    } catch (error) {
      tell(failed(error));
    } finally {
      this.#questions.delete(request);
      onAnswered();
    }
  }
}
