/** Everything on the page: the top, the named states, and the screen that the address names. Provides the app. */

import { ContextProvider } from '@lit/context';
import { SignalWatcher } from '@lit-labs/signals';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { appContext, type App } from '../app.ts';
import { notices } from '../words/notices.ts';
import { shared } from '../styles/shared.ts';
import '../elements/announcer.ts';
import '../elements/header.ts';
import '../elements/notices.ts';
import { headline } from '../words/sentences.ts';
import './watch-screen.ts';

@customElement('wm-app')
export class WmApp extends SignalWatcher(LitElement) {
  @property({ attribute: false }) app: App | null = null;

  readonly #provider = new ContextProvider(this, { context: appContext });

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100vh;
      }
      .screen {
        flex: 1;
        display: flex;
        flex-direction: column;
      }
      .screen > * {
        flex: 1;
      }
    `,
  ];

  protected override willUpdate(): void {
    if (this.app) this.#provider.setValue(this.app);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { app } = this;
    if (!app) return nothing;
    return html`
      <wm-header></wm-header>
      <wm-notices .notices=${notices(app.run.state)} .actions=${app.actions.run}></wm-notices>
      <div class="screen">${this.#screen(app)}</div>
      <wm-announcer .message=${headline(app.run.state)}></wm-announcer>
    `;
  }

  /** Screens other than the first are loaded when they are first gone to (services/screens.ts). */
  #screen({ page }: App): TemplateResult {
    switch (page.state.route.screen) {
      case 'watch':
        return html`<wm-watch-screen></wm-watch-screen>`;
      case 'train':
        return html`<wm-train-screen></wm-train-screen>`;
      case 'lab':
        return html`<wm-lab-screen></wm-lab-screen>`;
      case 'library':
        return html`<wm-library-screen></wm-library-screen>`;
      case 'lesson':
        return html`<wm-lesson-screen></wm-lesson-screen>`;
      case 'bench':
        return html`<wm-bench-screen></wm-bench-screen>`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-app': WmApp;
  }
}
