/** Everything on the page: the top, the named states, and the screen that the address names. Provides the app. */

import { ContextProvider } from '@lit/context';
import { SignalWatcher } from '@lit-labs/signals';
import { msg } from '@lit/localize';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { appContext, type App } from '../app.ts';
import { Arrival } from '../controllers/arrival.ts';
import { ShortcutKeys } from '../controllers/shortcut-keys.ts';
import '../elements/announcer.ts';
import '../elements/class-link.ts';
import '../elements/header.ts';
import '../elements/keys-sheet.ts';
import '../elements/menu.ts';
import '../elements/missing-screen.ts';
import '../elements/notices.ts';
import '../elements/share-sheet.ts';
import { concealed } from '../lessons/spotlight.ts';
import { presentScreen } from '../state/page-state.ts';
import { shared } from '../styles/shared.ts';
import { headline } from '../words/sentences.ts';
import './watch-screen.ts';

@customElement('wm-app')
export class WmApp extends SignalWatcher(LitElement) {
  @property({ attribute: false }) app: App | null = null;

  readonly #provider = new ContextProvider(this, { context: appContext });
  readonly #arrival = new Arrival(this, () => (this.app ? presentScreen(this.app.page.state) : ''));

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100vh;
      }
      .skip {
        position: absolute;
        inset: 10px auto auto var(--margin);
        z-index: 3;
      }
      .skip:not(:focus) {
        width: 1px;
        height: 1px;
        min-height: 0;
        padding: 0;
        border: 0;
        overflow: hidden;
        clip-path: inset(50%);
      }
      /* They speak to whoever sits at the machine, not to the room. */
      wm-notices[data-projector] {
        --text-m: 1.125rem;
        --text-s: 1rem;
        font-size: var(--text-m);
      }
      .screen {
        flex: 1;
        display: flex;
        flex-direction: column;
      }
      @media print {
        .covered {
          display: none;
        }
      }
      .screen > * {
        flex: 1;
        min-width: 0;
      }
    `,
  ];

  constructor() {
    super();
    new ShortcutKeys(this, () => this.app);
  }

  protected override willUpdate(): void {
    if (this.app) this.#provider.setValue(this.app);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { app } = this;
    if (!app) return nothing;
    const { coming, projector } = app.page.state;
    // On paper a QR code stands alone.
    const covered = app.share.state.qr ? 'covered' : '';
    return html`
      <button class="btn skip" @click=${() => this.#arrival.goToContent()}>${msg('Skip to the content')}</button>
      <wm-header ?data-projector=${projector}></wm-header>
      <wm-notices ?data-projector=${projector}></wm-notices>
      <div class="screen ${covered}" aria-busy=${coming !== null}>${this.#screen(app)}</div>
      <wm-announcer .message=${concealed(app) ? '' : headline(app.run.state)}></wm-announcer>
      <wm-keys-sheet></wm-keys-sheet>
      <wm-class-link class=${covered}></wm-class-link>
      <wm-share-sheet class=${covered}></wm-share-sheet>
      <wm-qr-view></wm-qr-view>
    `;
  }

  /**
   * Screens other than the first are loaded when they are first gone to (services/screens.ts). In projector mode they
   * wear `data-projector`, to arrange themselves for a room: `:host([data-projector]) .stage { … }`.
   */
  #screen({ page }: App): TemplateResult {
    const { projector } = page.state;
    if (page.state.missing) return html`<wm-missing-screen></wm-missing-screen>`;
    switch (page.state.route.screen) {
      case 'watch':
        return html`<wm-watch-screen ?data-projector=${projector}></wm-watch-screen>`;
      case 'train':
        return html`<wm-train-screen ?data-projector=${projector}></wm-train-screen>`;
      case 'lab':
        return html`<wm-lab-screen ?data-projector=${projector}></wm-lab-screen>`;
      case 'library':
        return html`<wm-library-screen ?data-projector=${projector}></wm-library-screen>`;
      case 'lesson':
        return html`<wm-lesson-screen ?data-projector=${projector}></wm-lesson-screen>`;
      case 'bench':
        return html`<wm-bench-screen ?data-projector=${projector}></wm-bench-screen>`;
      case 'open':
        return html`<wm-open-screen ?data-projector=${projector}></wm-open-screen>`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-app': WmApp;
  }
}
