/** Named states on screen: an icon with a shape of its own, one sentence, one button. */

import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../styles/shared.ts';
import type { Notice, NoticeAnswer } from '../words/notice.ts';
import { notices } from '../words/notices.ts';
import { AppElement } from './app-element.ts';
import { noticeIcon } from './notice-icons.ts';

@customElement('wm-notices')
export class WmNotices extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .state {
        display: flex;
        align-items: center;
        gap: var(--space-4);
        padding: 10px var(--margin);
        border-top: var(--stroke) solid var(--ink);
        background: var(--sheet);
      }
      .state:last-child {
        border-bottom: var(--stroke) solid var(--ink);
      }
      .state > svg {
        width: 28px;
        height: 28px;
        flex: none;
      }
      .state p {
        flex: 1;
      }
      .state .btn {
        flex: none;
        text-decoration: none;
      }
      @media (max-width: 640px) {
        .state {
          flex-wrap: wrap;
          gap: var(--space-2) var(--space-3);
          padding-block: 8px;
        }
        .state > svg {
          width: 22px;
          height: 22px;
          align-self: start;
          margin-top: 2px;
        }
        .state p {
          flex: 1 0 70%;
          font-size: var(--text-s);
        }
        .state .btn {
          margin-left: 34px;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { run, conditions } = this.app;
    return html`<div role="status">
      ${notices(run.state, conditions.state).map(
        (notice) =>
          html`<div class="state">
            ${noticeIcon(notice.icon)}
            <p><b>${notice.title}</b> ${notice.sentence}</p>
            ${this.#button(notice)}
          </div>`,
      )}
    </div>`;
  }

  #button({ answer, button }: Notice): TemplateResult {
    if (answer.to !== 'screen')
      return html`<button class="btn" @click=${() => this.#answer(answer)}>${button}</button>`;
    const { page, conditions } = this.app.actions;
    const address = page.linkTo(answer.screen);
    return html`<a class="btn" href=${address} @click=${() => conditions.read(answer.condition)}>${button}</a>`;
  }

  #answer(answer: Exclude<NoticeAnswer, { to: 'screen' }>): void {
    const { run, conditions } = this.app.actions;
    switch (answer.to) {
      case 'run':
        run.answerNotice(answer.action);
        return;
      case 'take-over':
        conditions.takeOver(answer.run);
        return;
      case 'read':
        conditions.read(answer.condition);
        return;
      case 'update':
        conditions.takeUpUpdate();
        return;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-notices': WmNotices;
  }
}
