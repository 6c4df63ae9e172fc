/** The page `#bench`: our engine's speed on the visitor's device, as tables and as a line of JSON to take away. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { reportLine, type BenchReport } from '../../bench/report.ts';
import { reportTables, type Table } from '../../bench/table.ts';
import { runBench, startBenchWorker, type BenchWorker } from '../services/bench-run.ts';
import type { BenchMessage } from '../../worker/bench-protocol.ts';
import { shared } from '../styles/shared.ts';

const FILE_NAME = 'waymark-bench.json';

type BenchState =
  | { readonly step: 'ready' }
  | { readonly step: 'running'; readonly what: string; readonly stop: () => void }
  | { readonly step: 'finished'; readonly report: BenchReport }
  | { readonly step: 'failed'; readonly message: string; readonly remedy: string };

@customElement('wm-bench-screen')
export class WmBenchScreen extends LitElement {
  /** Whether WebGPU has an adapter here; null until that is known. */
  @property({ attribute: false }) supported: boolean | null = null;
  @property({ attribute: false }) startWorker: () => BenchWorker = startBenchWorker;
  @state() private _state: BenchState = { step: 'ready' };
  @state() private _copied = false;

  static override styles = [
    shared,
    css`
      main {
        display: grid;
        gap: var(--space-5);
        padding: var(--space-3) var(--margin) var(--space-7);
      }
      .lede {
        max-width: var(--measure);
        display: grid;
        gap: var(--space-3);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-3);
      }
      .wide {
        overflow-x: auto;
      }
      th,
      td {
        white-space: nowrap;
        padding-inline: 8px;
      }
      td:first-child {
        text-align: start;
      }
      caption {
        color: var(--ink);
        font-weight: 650;
      }
      textarea {
        width: 100%;
        min-height: 8em;
        padding: var(--space-3);
        border: var(--stroke) solid var(--ink-3);
        border-radius: var(--radius-control);
        background: var(--sheet);
        color: var(--ink);
        font: 400 var(--text-s) / 1.4 var(--font-token);
        overflow-wrap: anywhere;
      }
      a {
        color: inherit;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.supported === null) void hasAdapter().then((found) => (this.supported = found));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override render(): TemplateResult {
    return html`
      <main>
        <div class="lede">
          <h1>How fast is this device?</h1>
          <p>
            Measures the engine that trains the agent on this device's graphics processor: rollouts, training steps, its
            single kernels, and what the processor can do at most. Everything stays on this device.
          </p>
          <p><a href="#">Back to the agent</a></p>
        </div>
        ${this.supported === null ? nothing : this.supported ? this.#controls() : this.#unsupported()}
        ${this._state.step === 'finished' ? this.#results(this._state.report) : nothing}
      </main>
    `;
  }

  #unsupported(): TemplateResult {
    return html`
      <p role="status">
        WebGPU is not available here, so there is nothing to measure. Current versions of Chrome, Edge, Safari and
        Firefox have it on most devices. Training works without it, only slower.
      </p>
    `;
  }

  #controls(): TemplateResult {
    const { _state: state } = this;
    const running = state.step === 'running';
    return html`
      <div class="row">
        <button class="btn solid" ?disabled=${running} @click=${this.#start}>
          ${state.step === 'ready' ? 'Run the benchmark' : 'Run it again'}
        </button>
        ${running ? html`<button class="btn" @click=${this.#cancel}>Stop</button>` : nothing}
        <p role="status" class="quiet">${statusText(state)}</p>
      </div>
    `;
  }

  #results(report: BenchReport): TemplateResult {
    return html`
      ${reportTables(report).map(tableTemplate)}
      <section class="lede" aria-label="The result as data">
        <h2>The result as data</h2>
        <textarea readonly aria-label="JSON" .value=${reportLine(report)}></textarea>
        <div class="row">
          <button class="btn" @click=${() => void this.#copy(report)}>${this._copied ? 'Copied' : 'Copy'}</button>
          <button class="btn" @click=${() => download(report)}>Download</button>
        </div>
      </section>
    `;
  }

  readonly #start = (): void => {
    this._copied = false;
    const stop = runBench(this.startWorker(), (message) => this.#hear(message));
    this._state = { step: 'running', what: 'starting', stop };
  };

  readonly #cancel = (): void => {
    this.#stop();
    this._state = { step: 'ready' };
  };

  #hear(message: BenchMessage): void {
    if (this._state.step !== 'running') return;
    if (message.type === 'progress') {
      this._state = { ...this._state, what: message.what };
      return;
    }
    this.#stop();
    this._state =
      message.type === 'finished'
        ? { step: 'finished', report: message.report }
        : { step: 'failed', message: message.message, remedy: message.remedy };
  }

  #stop(): void {
    if (this._state.step === 'running') this._state.stop();
  }

  async #copy(report: BenchReport): Promise<void> {
    try {
      await navigator.clipboard.writeText(reportLine(report));
      this._copied = true;
    } catch {
      // Not allowed here: the text stands selected for the visitor's own keys.
      this.renderRoot.querySelector('textarea')?.select();
    }
  }
}

async function hasAdapter(): Promise<boolean> {
  // Undefined in browsers without WebGPU, although its type does not say so.
  const gpu: GPU | undefined = navigator.gpu;
  return Boolean(await gpu?.requestAdapter());
}

function statusText(state: BenchState): string {
  switch (state.step) {
    case 'ready':
      return 'It takes a minute or two, and keeps the device busy.';
    case 'running':
      return `Measuring: ${state.what} …`;
    case 'finished':
      return 'Done.';
    case 'failed':
      return `${state.message} ${state.remedy}`.trim();
  }
}

/** Wide tables scroll on their own, also by keyboard. */
function tableTemplate({ title, head, rows }: Table): TemplateResult {
  return html`
    <div class="wide" role="region" aria-label=${title} tabindex="0">
      <table>
        <caption>
          ${title}
        </caption>
        <thead>
          <tr>
            ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function download(report: BenchReport): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([reportLine(report)], { type: 'application/json' }));
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-bench-screen': WmBenchScreen;
  }
}
