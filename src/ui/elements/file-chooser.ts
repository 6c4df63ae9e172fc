/** The system's dialog for files of runs, which the buttons of a bar open. Nothing of it is in sight. */

import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { AppElement } from './app-element.ts';

@customElement('wm-file-chooser')
export class WmFileChooser extends AppElement {
  static override styles = css`
    :host {
      display: none;
    }
  `;

  /** Opens the dialog; what is chosen is opened. */
  choose(): void {
    this.renderRoot.querySelector('input')?.click();
  }

  protected override render(): TemplateResult {
    return html`<input type="file" accept=".waymark" multiple @change=${this.#onFiles} />`;
  }

  readonly #onFiles = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    void this.app.actions.open.openFiles([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = '';
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-file-chooser': WmFileChooser;
  }
}
