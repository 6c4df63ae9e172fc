/** The page of a lesson, above the screen that it speaks of: what to do, what to decide, and whether it is done. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { msg, str } from '@lit/localize';
import { customElement, property } from 'lit/decorators.js';
import type { Lesson, LessonPage } from '../lessons/lesson.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';
import './lesson-question.ts';

@customElement('wm-lesson-strip')
export class WmLessonStrip extends AppElement {
  @property({ attribute: false }) lesson: Lesson | null = null;
  /** Of the page. */
  @property({ type: Number }) index = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
        gap: var(--space-3) var(--gutter);
        padding: var(--space-4) var(--margin);
        background: var(--sheet);
        border-block: var(--stroke) solid var(--ink);
      }
      .where {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-3);
      }
      .say {
        display: grid;
        align-content: start;
        gap: var(--space-2);
        max-width: var(--measure);
      }
      .turn {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }
      .task {
        flex: 1 1 18ch;
      }
      /* In a room the arrow keys turn the pages, and the screen below needs the height. */
      .turn :is(a, button) {
        display: var(--in-hand, inline-flex);
      }
      .keys {
        display: var(--in-room, none);
      }
      .room {
        --text-l: clamp(1.5rem, 2.1vw, 2.25rem);
        --text-m: clamp(1.375rem, 1.75vw, 2rem);
        --text-s: clamp(1.25rem, 1.55vw, 1.75rem);
        gap: var(--space-1) var(--gutter);
        padding-block: var(--space-2);
        font-size: var(--text-m);
      }
      .done::before {
        content: '✓ ';
        font-weight: 700;
      }
      h2 {
        flex-basis: 100%;
      }
      @media (max-width: 900px) {
        section {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { lesson, index } = this;
    if (!lesson) return nothing;
    const page = lesson.pages[index];
    return html`<section class=${this.app.page.state.projector ? 'room' : ''} aria-label=${msg('Lesson')}>
      <div class="say">
        <div class="where">
          <p class="quiet small">${lesson.title()} · ${msg(str`page ${index + 1} of ${lesson.pages.length}`)}</p>
          <h2 tabindex="-1">${page.title()}</h2>
        </div>
        <p>${page.text()}</p>
      </div>
      ${
        page.question
          ? html`<wm-lesson-question .lesson=${lesson} .page=${page} .question=${page.question}></wm-lesson-question>`
          : html`<div></div>`
      }
      <div class="turn">${this.#task(page)} ${this.#buttons(lesson)}</div>
    </section>`;
  }

  #task(page: LessonPage): TemplateResult {
    if (!page.done) return html`<p class="task"></p>`;
    const done = page.done(this.app);
    const text = done ? (page.outcome?.(this.app) ?? msg('Done.')) : msg('Not done yet. You may go on all the same.');
    return html`<p class="task small ${done ? 'done' : 'quiet'}" role="status">${text}</p>`;
  }

  #buttons(lesson: Lesson): TemplateResult {
    const { index } = this;
    const { actions } = this.app;
    const last = index === lesson.pages.length - 1;
    return html`
      <p class="keys small quiet">${msg('The keys ← and → turn the pages.')}</p>
      <a class="tool" href=${actions.page.linkTo('lesson')}>${msg('All lessons')}</a>
      <button class="tool" @click=${() => actions.lesson.print()}>${msg('Print the worksheet')}</button>
      <button class="btn" ?disabled=${index === 0} @click=${() => this.#turn(lesson, index - 1)}>${msg('Back')}</button>
      ${
        last
          ? html`<a class="btn solid" href=${actions.page.linkTo('watch')}>${msg('Finish')}</a>`
          : html`<button class="btn solid" @click=${() => this.#turn(lesson, index + 1)}>${msg('Next')}</button>`
      }
    `;
  }

  /** The new page's title is read out, and reading goes on from there. */
  async #turn(lesson: Lesson, index: number): Promise<void> {
    await this.app.actions.lesson.turnTo(lesson, index);
    await this.updateComplete;
    this.renderRoot.querySelector('h2')?.focus({ preventScroll: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-strip': WmLessonStrip;
  }
}
