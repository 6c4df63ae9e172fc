/** A lesson on paper: what it asks, with lines to write on, and where to find it. Only printed, never on screen. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { msg, str } from '@lit/localize';
import { customElement, property } from 'lit/decorators.js';
import type { Lesson } from '../lessons/lesson.ts';
import { shared } from '../styles/shared.ts';

/** Lines under a question. */
const LINES = 4;

@customElement('wm-lesson-worksheet')
export class WmLessonWorksheet extends LitElement {
  @property({ attribute: false }) lesson: Lesson | null = null;

  static override styles = [
    shared,
    css`
      article {
        display: grid;
        gap: var(--space-5);
        color: #000;
      }
      .names {
        display: grid;
        grid-template-columns: 2fr 1fr;
        gap: var(--space-5);
      }
      .names span {
        border-bottom: 1px solid;
        padding-bottom: 4px;
      }
      ol {
        display: grid;
        gap: var(--space-5);
        counter-reset: question;
      }
      li {
        break-inside: avoid;
        counter-increment: question;
      }
      li > p::before {
        content: counter(question) '. ';
        font-weight: 700;
      }
      .line {
        height: 34px;
        border-bottom: 1px solid #777;
      }
      .choices {
        display: grid;
        gap: 6px;
        padding: 8px 0 0 1.4em;
      }
      .box {
        display: inline-block;
        width: 0.8em;
        height: 0.8em;
        border: 1.5px solid;
        margin-right: 8px;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { lesson } = this;
    if (!lesson) return nothing;
    const predict = lesson.pages.find((page) => page.question)?.question;
    return html`<article>
      <h1>${lesson.title()}</h1>
      <div class="names"><span>${msg('Name')}</span><span>${msg('Date')}</span></div>
      <p>${lesson.about()}</p>
      <ol>
        ${
          predict
            ? html`<li>
                <p>${predict.text()}</p>
                <div class="choices">
                  ${predict.choices.map((choice) => html`<div><span class="box"></span>${choice.text()}</div>`)}
                </div>
              </li>`
            : nothing
        }
        ${lesson.worksheet.map(
          (question) =>
            html`<li>
              <p>${question()}</p>
              ${Array.from({ length: LINES }, () => html`<div class="line"></div>`)}
            </li>`,
        )}
      </ol>
      <p class="small">
        ${msg(str`The lesson: open Waymark and choose Lesson, “${lesson.title()}”. It needs no account and works offline.`)}
      </p>
    </article>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-worksheet': WmLessonWorksheet;
  }
}
