/** A lesson: its page above, and under it the live screen that the page speaks of. Without a lesson, the list of them. */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { msg, str } from '@lit/localize';
import { customElement } from 'lit/decorators.js';
import { AppElement } from '../elements/app-element.ts';
import '../elements/lesson-list.ts';
import '../elements/lesson-strip.ts';
import '../elements/lesson-worksheet.ts';
import type { LessonPage } from '../lessons/lesson.ts';
import { presentLesson } from '../lessons/present-lesson.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-lesson-screen')
export class WmLessonScreen extends AppElement {
  /** What is on screen, as `lesson/page`, so that a page's beginning happens once. */
  #entered = '';

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      .under > * {
        display: flex;
        flex-direction: column;
        min-height: 100%;
      }
      .under {
        flex: 1;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      main {
        padding: var(--space-3) var(--margin) var(--space-7);
      }
      .worksheet {
        display: none;
      }
      @media print {
        .worksheet {
          display: block;
        }
        wm-lesson-strip,
        .under {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const present = presentLesson(this.app);
    if (!present) return this.#list(this.app.page.state.route.item);
    const { lesson, index, page } = present;
    return html`
      <wm-lesson-strip .lesson=${lesson} .index=${index}></wm-lesson-strip>
      <div class="under">${this.#screen(page)}</div>
      <wm-lesson-worksheet class="worksheet" .lesson=${lesson}></wm-lesson-worksheet>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const present = presentLesson(this.app);
    if (!present) return;
    const { lesson, page } = present;
    const name = `${lesson.name}/${page.name}`;
    if (name === this.#entered) return;
    this.#entered = name;
    void this.app.actions.lesson.prepare(lesson);
    page.enter?.(this.app);
  }

  #list(asked: string | null): TemplateResult {
    return html`<main>
      <h1>${msg('Lessons')}</h1>
      ${asked === null ? nothing : html`<p>${msg(str`There is no lesson called “${asked}”. These are the ones there are.`)}</p>`}
      <wm-lesson-list></wm-lesson-list>
    </main>`;
  }

  /** In a room it is arranged for a room, as it is without a lesson. */
  #screen({ screen }: LessonPage): TemplateResult {
    const { projector } = this.app.page.state;
    switch (screen) {
      case 'watch':
        return html`<wm-watch-screen ?data-projector=${projector}></wm-watch-screen>`;
      case 'train':
        return html`<wm-train-screen ?data-projector=${projector}></wm-train-screen>`;
      case 'lab':
        return html`<wm-lab-screen ?data-projector=${projector}></wm-lab-screen>`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-screen': WmLessonScreen;
  }
}
