/** Lessons. */

import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { AppElement } from '../elements/app-element.ts';
import { shared } from '../styles/shared.ts';

@customElement('wm-lesson-screen')
export class WmLessonScreen extends AppElement {
  static override styles = [
    shared,
    css`
      main {
        padding: var(--space-3) var(--margin) var(--space-4);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<main><h1>Lessons</h1></main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lesson-screen': WmLessonScreen;
  }
}
