/** The benchmark's bar: run or stop it, and how far it is. */

import { msg } from '@lit/localize';
import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { bar } from '../styles/bar.ts';
import { shared } from '../styles/shared.ts';
import { benchStatus } from '../words/bench-words.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';

@customElement('wm-bench-bar')
export class WmBenchBar extends AppElement {
  static override styles = [
    shared,
    bar,
    css`
      p {
        max-width: var(--measure);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { supported, now } = this.app.bench.state;
    const { bench } = this.app.actions;
    const running = now.step === 'running';
    const again = now.step === 'ready' ? msg('Run the benchmark') : msg('Run it again');
    return html`<section aria-label=${msg('Benchmark')}>
      <wm-big-button
        icon=${running ? 'pause' : 'play'}
        .label=${running ? msg('Stop') : again}
        .hint=${running ? msg('loses what it measured') : msg('a minute or two')}
        ?disabled=${supported !== true}
        @press=${() => (running ? bench.stop() : bench.start())}
      ></wm-big-button>
      <p role="status">${benchStatus(this.app.bench.state)}</p>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-bench-bar': WmBenchBar;
  }
}
