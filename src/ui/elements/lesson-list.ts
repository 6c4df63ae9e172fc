/** The lessons there are, each with what it is about and how far the visitor has come. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { msg, str } from '@lit/localize';
import { customElement } from 'lit/decorators.js';
import { counted } from '../i18n/counted.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { LESSONS } from '../lessons/lessons.ts';
import { progressIn } from '../state/lesson-state.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';

@customElement('wm-lesson-list')
export class WmLessonList extends AppElement {
  static override styles = [
    shared,
    css`
      ol {
        display: grid;
        max-width: var(--measure);
        padding-top: var(--space-4);
      }
      li {
        border-top: 1px solid var(--hairline);
        padding-block: var(--space-4);
        display: grid;
        gap: var(--space-2);
      }
      a {
        color: inherit;
        text-underline-offset: 4px;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ol>
      ${LESSONS.map((lesson) => this.#lesson(lesson))}
    </ol>`;
  }

  #lesson(lesson: Lesson): TemplateResult {
    const { page } = progressIn(this.app.lesson.state, lesson.name);
    return html`<li>
      <h2><a href=${this.app.actions.page.linkTo('lesson', lesson.name)}>${lesson.title()}</a></h2>
      <p>${lesson.about()}</p>
      <p class="quiet small">
        ${counted(lesson.pages.length, msg('{n} page|{n} pages'))},
        ${counted(lesson.minutes, msg('about {n} minute|about {n} minutes'))}
        ${page > 0 ? html`<span>· ${msg(str`You are on page ${page + 1}.`)}</span>` : nothing}
      </p>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-list': WmLessonList;
  }
}
