/** What elements that read the page's state start from: they are drawn again when a store they read has changed. */

import { ContextConsumer } from '@lit/context';
import { SignalWatcher } from '@lit-labs/signals';
import { LitElement } from 'lit';
import { appContext, type App } from '../app.ts';

export abstract class AppElement extends SignalWatcher(LitElement) {
  readonly #app = new ContextConsumer(this, { context: appContext });

  /** Throws outside an element that provides the app. */
  protected get app(): App {
    const { value } = this.#app;
    if (value === undefined) throw new Error(`${this.localName} stands outside the app.`);
    return value;
  }
}
