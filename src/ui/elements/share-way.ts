/** One way for a run to travel: what travels, what can be checked, how large it is, and the buttons to pass it on. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { MOST_QR_BYTES } from '../../runs/links/qr.ts';
import {
  linkedPayload,
  presentWork,
  type Made,
  type Progress,
  type ShareState,
  type Way,
} from '../state/share-state.ts';
import { linkText } from '../styles/link-text.ts';
import { progressBar } from '../styles/progress-bar.ts';
import { shared } from '../styles/shared.ts';
import { tooLongWords } from '../words/qr-words.ts';
import { fileContents, linkContents, type Held } from '../words/share-contents.ts';
import { subjectName } from '../words/share-title.ts';
import {
  checks,
  claimWords,
  makeWords,
  omittedWords,
  passedWords,
  passWords,
  progressWords,
  readyWords,
  refusal,
  sizeWords,
  spokenProgress,
  travels,
  wayName,
  unreceiptedWords,
} from '../words/share-words.ts';
import './announcer.ts';
import { AppElement } from './app-element.ts';
import './share-bits.ts';
import './share-held.ts';

type Stage = Progress<unknown>;

@customElement('wm-share-way')
export class WmShareWay extends AppElement {
  @property() way: Way = 'setup';

  static override styles = [
    shared,
    progressBar,
    linkText,
    css`
      section {
        display: grid;
        grid-template-columns: 8.5em minmax(0, 1fr);
        gap: var(--space-2) var(--space-5);
        padding-block: var(--space-4);
      }
      h3 {
        font: 560 var(--text-l) / 1.2 var(--font-voice);
      }
      .body {
        display: grid;
        gap: var(--space-3);
      }
      .claim {
        font-weight: 650;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }
      progress {
        flex: 1 1 10em;
      }
      .tick {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
        width: fit-content;
      }
      .tick input {
        width: 20px;
        height: 20px;
        flex: none;
        margin: 0;
        accent-color: var(--ink);
      }
      .failure {
        padding-inline-start: var(--space-3);
        border-inline-start: 3px solid var(--ink);
      }
      @media (max-width: 640px) {
        section {
          grid-template-columns: minmax(0, 1fr);
        }
        .head {
          display: flex;
          align-items: baseline;
          justify-content: space-between;
          gap: var(--space-3);
        }
      }
    `,
  ];

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Where the browser does not let the page copy, the link stands selected for the visitor's own keys.
    this.renderRoot.querySelector('textarea')?.select();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.app.share;
    const { subject } = state;
    if (!subject) return nothing;
    const { way } = this;
    const link = this.app.actions.handOver.link(way);
    const refused = refusal(way, subject);
    return html`<section aria-labelledby="name">
      <div class="head">
        <h3 id="name">${wayName(way)}</h3>
        <p class="small quiet">${sizeWords(state, way, link)}</p>
      </div>
      <div class="body">
        <p>${travels(way)} ${refused === null ? checks(way, subject, this.#origin(state)) : nothing}</p>
        ${refused === null ? this.#offer(state, link) : html`<p class="quiet">${refused}</p>`}
      </div>
    </section>`;
  }

  /** What trained it, as far as its receipt has told. */
  #origin({ ways }: ShareState): Made['receipt']['receipt']['origin'] | null {
    return ways.receipt.state === 'ready' ? ways.receipt.made.receipt.origin : null;
  }

  #offer(state: ShareState, link: string | null): TemplateResult {
    const { way } = this;
    const stage = this.#stage(state);
    return html`
      ${this.#found(state)} ${way === 'file' ? this.#tick(state) : nothing}
      ${stage.state === 'failed' ? html`<p class="failure" role="alert"><b>${stage.failure.message}</b> ${stage.failure.remedy}</p>` : nothing}
      ${this.#buttons(state, stage, link)} ${this.#byHand(state, link)}
      <wm-share-held .held=${this.#held(state)}></wm-share-held>
      <wm-announcer .message=${this.#spoken(state, stage, link)}></wm-announcer>
    `;
  }

  /** A setup is ready at once. */
  #stage({ ways, setup }: ShareState): Stage {
    if (this.way !== 'setup') return ways[this.way];
    return setup === null ? { state: 'idle' } : { state: 'ready', made: null };
  }

  /** What was measured while it was made. */
  #found({ ways }: ShareState): TemplateResult | typeof nothing {
    if (this.way === 'receipt' && ways.receipt.state === 'ready') {
      return html`<p class="claim">${claimWords(ways.receipt.made.lift)}</p>`;
    }
    if (this.way === 'agent' && ways.agent.state === 'ready') {
      const { made } = ways.agent;
      const length = this.app.actions.handOver.link('agent')?.length ?? 0;
      const bare = length - made.choices[made.chosen].payload.length;
      return html`<wm-share-bits .made=${made} .bare=${bare}></wm-share-bits>`;
    }
    if (this.way === 'file' && ways.file.state === 'ready') {
      const { unreceipted, omitted } = ways.file.made;
      const lacks = [
        ...(unreceipted === null ? [] : [unreceiptedWords(unreceipted)]),
        ...(omitted.length === 0 ? [] : [omittedWords(omitted)]),
      ];
      return html`${lacks.map((words) => html`<p class="failure" role="alert">${words}</p>`)}`;
    }
    return nothing;
  }

  #tick({ withAgents, ways }: ShareState): TemplateResult | typeof nothing {
    if (ways.file.state === 'ready' && ways.file.made.agents === 0) return nothing;
    return html`<label class="tick">
      <input
        type="checkbox"
        .checked=${withAgents}
        ?disabled=${ways.file.state === 'making'}
        @change=${(event: Event) => this.app.actions.share.tickAgents((event.target as HTMLInputElement).checked)}
      />
      ${msg('with its living agents and their notes')}
    </label>`;
  }

  /** The first button stays the same element, whatever it does, so that whoever has pressed it keeps their place. */
  #buttons(state: ShareState, stage: Stage, link: string | null): TemplateResult {
    const { way } = this;
    const { handOver } = this.app.actions;
    const subject = state.subject ? subjectName(state.subject) : null;
    const { label, words, act, disabled } = this.#first(state, stage);
    return html`<div class="do">
      <button
        class="btn ${stage.state === 'ready' ? 'solid' : ''}"
        aria-label=${words}
        ?disabled=${disabled}
        @click=${act}
      >
        ${label}
      </button>
      ${
        stage.state === 'making'
          ? html`<progress aria-label=${wayName(way)} max=${Math.max(1, stage.total)} value=${stage.done}></progress>
              <p class="small">${progressWords(stage)}</p>`
          : nothing
      }
      ${
        way !== 'file' && link !== null && link.length <= MOST_QR_BYTES
          ? html`<button class="btn" aria-label=${passWords(way).qr} @click=${() => handOver.showQr(way, subject)}>
              ${msg('QR code')}
            </button>`
          : nothing
      }
      ${
        stage.state === 'ready' && handOver.canHandOver(way)
          ? html`<button
              class="btn"
              aria-label=${passWords(way).share}
              @click=${() => void handOver.handOver(way, subject ?? msg('A recipe'))}
            >
              ${msg('Share')}
            </button>`
          : nothing
      }
      ${
        link !== null && link.length > MOST_QR_BYTES
          ? html`<p class="small quiet">${tooLongWords(link.length, MOST_QR_BYTES)}</p>`
          : nothing
      }
      <p role="status">${state.passed?.way === way ? passedWords(state.passed.how) : nothing}</p>
    </div>`;
  }

  #first(
    state: ShareState,
    stage: Stage,
  ): { readonly label: string; readonly words: string; readonly act: () => void; readonly disabled: boolean } {
    const { way } = this;
    const { handOver, share } = this.app.actions;
    switch (stage.state) {
      case 'making': {
        const label = msg('Cancel');
        const words = msg(str`Cancel: ${wayName(way)}`);
        return { label, words, act: () => share.cancel(), disabled: stage.cancelling };
      }
      case 'ready':
        return way === 'file'
          ? { label: msg('Save'), words: passWords(way).copy, act: () => handOver.save(), disabled: false }
          : { label: msg('Copy'), words: passWords(way).copy, act: () => void handOver.copy(way), disabled: false };
      case 'idle':
      case 'failed': {
        if (way === 'setup') {
          return { label: msg('Copy'), words: passWords(way).copy, act: () => undefined, disabled: true };
        }
        const label = makeWords(way);
        return { label, words: label, act: () => share.make(way), disabled: presentWork(state) !== null };
      }
    }
  }

  /** For the visitor's own keys. */
  #byHand({ passed }: ShareState, link: string | null): TemplateResult | typeof nothing {
    if (link === null || passed?.way !== this.way || passed.how !== 'refused') return nothing;
    return html`<textarea aria-label=${msg('The link')} readonly translate="no" .value=${link}></textarea>`;
  }

  #held(state: ShareState): readonly Held[] {
    const { subject, ways, withAgents, contents } = state;
    if (!subject) return [];
    if (this.way === 'file') {
      return fileContents(subject, ways.file.state === 'ready' ? ways.file.made.agents : null, withAgents);
    }
    const link = contents.get(linkedPayload(state, this.way) ?? '');
    return link ? linkContents(link) : [];
  }

  #spoken(state: ShareState, stage: Stage, link: string | null): string {
    if (stage.state === 'making') return spokenProgress(stage);
    if (stage.state !== 'ready' || this.way === 'setup') return '';
    return readyWords(this.way, sizeWords(state, this.way, link) ?? '');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-share-way': WmShareWay;
  }
}
