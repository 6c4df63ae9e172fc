/** The lab's bar: the present test as its one big button, the visitor's note, and how much is tested. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { labAgent } from '../state/lab-view.ts';
import { bar } from '../styles/bar.ts';
import { edgeProgress } from '../styles/edge-progress.ts';
import { shared } from '../styles/shared.ts';
import { inSequence } from '../words/format.ts';
import { splitNote } from '../words/lab-notes.ts';
import { jobProgress, labButton, roomLeft } from '../words/lab-words.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';
import { dieIcon } from './icons.ts';

@customElement('wm-lab-bar')
export class WmLabBar extends AppElement {
  static override styles = [
    shared,
    bar,
    edgeProgress,
    css`
      .now {
        min-width: 0;
      }
      .note {
        display: var(--in-hand, block);
      }
      /* On phones the world is chosen where it is shown. */
      @media (max-width: 900px) {
        .tools {
          display: none;
        }
      }
      .slip {
        max-width: 100%;
      }
      .link {
        min-height: var(--target);
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        text-align: start;
        text-decoration: underline;
        text-underline-offset: 4px;
        cursor: pointer;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { lab, run, actions } = this.app;
    const { job, world } = lab.state;
    const { action, label, hint } = labButton(lab.state, labAgent(lab.state, run.state), run.state.status);
    return html`<section aria-label=${msg('Tests')}>
      ${job ? html`<progress aria-label=${msg('Test')} max=${Math.max(1, job.total)} value=${job.done}></progress>` : nothing}
      <wm-big-button
        icon=${action === 'cancel' ? 'stop' : 'play'}
        .label=${label}
        .hint=${hint}
        ?disabled=${action === 'none'}
        @press=${() => actions.lab.bigButton()}
      ></wm-big-button>
      <p class="now ${job ? '' : 'note'}">${job ? this.#progress() : this.#note()}</p>
      <div class="tools">
        <button
          class="tool"
          aria-label=${msg(str`World ${world}: choose another`)}
          @click=${() => actions.lab.rollWorld()}
        >
          ${dieIcon} ${world}
        </button>
      </div>
    </section>`;
  }

  #progress(): string {
    const { job } = this.app.lab.state;
    if (!job) return '';
    switch (job.kind) {
      case 'controls':
        return inSequence([msg('The agent solves the same packs with each kind of notes.'), jobProgress(job)]);
      case 'trial':
        return inSequence([msg('The agent reads your note.'), jobProgress(job)]);
      case 'life':
        return inSequence([msg('The agent plays your tasks.'), jobProgress(job)]);
    }
  }

  #note(): TemplateResult {
    const words = splitNote(this.app.lab.state.note);
    if (words.length === 0) {
      return html`${msg('You have written no note yet.')}
        <button class="link" @click=${this.#toWorld}>${msg('Write one, or play a task yourself.')}</button>`;
    }
    const note = html`<span class="slip" lang="en" translate="no">${words.join(' ')}</span>`;
    return html`${msg(html`Your note says ${note} (${roomLeft(words.length)}).`)}`;
  }

  readonly #toWorld = (): void => {
    this.dispatchEvent(new Event('to-world'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-lab-bar': WmLabBar;
  }
}
