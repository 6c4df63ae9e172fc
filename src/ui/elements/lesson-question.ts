/** A question of a lesson: one person chooses, a class counts hands. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { msg, str } from '@lit/localize';
import { customElement, property } from 'lit/decorators.js';
import { counted } from '../i18n/counted.ts';
import type { Choice, Lesson, LessonPage, Question } from '../lessons/lesson.ts';
import { progressIn } from '../state/lesson-state.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-lesson-question')
export class WmLessonQuestion extends AppElement {
  @property({ attribute: false }) lesson: Lesson | null = null;
  @property({ attribute: false }) page: LessonPage | null = null;
  @property({ attribute: false }) question: Question | null = null;

  static override styles = [
    shared,
    css`
      fieldset {
        margin: 0;
        padding: 0;
        border: 0;
        min-width: 0;
      }
      legend {
        padding: 0 0 var(--space-2);
        font-weight: 650;
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15em), 1fr));
        gap: var(--space-2);
      }
      .choice {
        display: flex;
        align-items: center;
        gap: var(--space-2);
      }
      .choice > button:first-child {
        flex: 1;
        justify-content: start;
        text-align: start;
        border-radius: var(--radius-control);
        font-weight: 450;
      }
      [aria-pressed='true'] {
        box-shadow: inset 0 0 0 2px var(--ink);
        font-weight: 650;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--space-3);
      }
      .hands {
        min-width: 5ch;
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { lesson, page, question } = this;
    if (!lesson || !page || !question) return nothing;
    const { counting } = this.app.lesson.state;
    const votes = progressIn(this.app.lesson.state, lesson.name).votes[page.name] ?? {};
    const voted = Object.values(votes).some((count) => count > 0);
    return html`
      <fieldset>
        <legend>${question.text()}</legend>
        <div class="choices">
          ${question.choices.map((choice) => this.#choice(lesson, page, choice, votes[choice.name] ?? 0))}
        </div>
      </fieldset>
      <div class="foot">
        <p class="small" role="status">${voted ? this.#afterwards(question, votes) : nothing}</p>
        <button class="tool" aria-pressed=${counting} @click=${() => this.app.actions.lesson.switchCounting()}>
          ${counting ? msg('Stop counting hands') : msg('Count hands')}
        </button>
      </div>
    `;
  }

  #choice(lesson: Lesson, page: LessonPage, choice: Choice, votes: number): TemplateResult {
    const { lesson: actions } = this.app.actions;
    const { counting } = this.app.lesson.state;
    const text = choice.text();
    return html`<div class="choice">
      <button
        class="btn"
        aria-pressed=${counting ? nothing : votes > 0}
        @click=${() => actions.vote(lesson, page.name, choice.name)}
      >
        ${text}
      </button>
      ${
        counting
          ? html`<button
                class="tool"
                ?disabled=${votes === 0}
                aria-label=${msg(str`One hand less for: ${text}`)}
                @click=${() => actions.setVotes(lesson, page.name, choice.name, votes - 1)}
              >
                −
              </button>
              <span class="hands">${counted(votes, msg('{n} hand|{n} hands'))}</span>`
          : nothing
      }
    </div>`;
  }

  /** Whether the choice was the one that the screen bears out, where there is one, and what to make of it. */
  #afterwards(question: Question, votes: Readonly<Record<string, number>>): string {
    const { answer } = question;
    const afterwards = question.afterwards();
    if (answer === null || this.app.lesson.state.counting) return afterwards;
    return (votes[answer] ?? 0) > 0 ? msg(str`Yes. ${afterwards}`) : msg(str`Look again. ${afterwards}`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-question': WmLessonQuestion;
  }
}
