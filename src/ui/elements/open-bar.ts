/** The bar of what was given: the check as its one big button, how far it is, and the choice of a file. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { checkDepths, checkSeconds, presentVerdict } from '../state/open-view.ts';
import { bar } from '../styles/bar.ts';
import { edgeProgress } from '../styles/edge-progress.ts';
import { shared } from '../styles/shared.ts';
import { duration } from '../words/format.ts';
import { nextCheck, phaseCount, phaseWords } from '../words/open-words.ts';
import { verdictKind } from '../words/verdict-words.ts';
import { AppElement } from './app-element.ts';
import './big-button.ts';
import './file-chooser.ts';
import { importIcon } from './icons.ts';

@customElement('wm-open-bar')
export class WmOpenBar extends AppElement {
  static override styles = [
    shared,
    bar,
    edgeProgress,
    css`
      .now {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 18px;
        min-width: 0;
      }
      .hint {
        display: none;
      }
      @media (max-width: 900px) {
        .hint {
          display: inline;
        }
        .tools:empty {
          display: none;
        }
      }
      @media (max-width: 640px) {
        .now {
          font-size: var(--text-s);
        }
        .other {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { check } = this.app.open.state;
    return html`<section aria-label=${msg('Check')}>
      ${
        check.state === 'checking'
          ? html`<progress aria-label=${msg('Check')} max=${Math.max(1, check.total)} value=${check.done}></progress>`
          : nothing
      }
      ${this.#button()}
      <div class="now">${this.#now()}</div>
      <div class="tools">${this.#tools()}</div>
      <wm-file-chooser></wm-file-chooser>
    </section>`;
  }

  #button(): TemplateResult {
    const { actions, open } = this.app;
    const { check } = open.state;
    if (check.state === 'checking') {
      return html`<wm-big-button
        icon="stop"
        .label=${msg('Stop')}
        .hint=${check.stopping ? msg('as soon as it can') : msg('nothing is kept of a check')}
        ?disabled=${check.stopping}
        @press=${() => actions.open.stopCheck()}
      ></wm-big-button>`;
    }
    const next = nextCheck(open.state);
    if (next === null) {
      return html`<wm-big-button
        icon="import"
        .label=${msg('Choose a file')}
        .hint=${msg('or drop one here')}
        @press=${this.#choose}
      ></wm-big-button>`;
    }
    return html`<wm-big-button
      icon="play"
      .label=${next.label}
      .hint=${next.hint}
      @press=${() => actions.open.check(next.depth)}
    ></wm-big-button>`;
  }

  #now(): TemplateResult | typeof nothing {
    const { open, run, actions } = this.app;
    const { check, claim, interrupted } = open.state;
    const { status } = run.state;
    if (check.state === 'checking') {
      const { phase, done, total } = check;
      return html`<b role="status">${phaseWords(phase)}</b>
        ${total > 1 ? html`<span>${phaseCount(phase, done, total)}</span>` : nothing}
        ${interrupted ? html`<span class="quiet">${msg('training is paused meanwhile')}</span>` : nothing}`;
    }
    if (interrupted && status?.state === 'paused') {
      return html`<span>${msg('The check has paused training.')}</span>
        <button class="btn" @click=${() => actions.open.goOn()}>${msg('Go on training')}</button>`;
    }
    if (claim === null) return nothing;
    const verdict = presentVerdict(open.state);
    if (verdict !== null) return html`<b>${verdictKind(verdict.kind).title}</b>`;
    const warning =
      status?.state === 'training'
        ? msg('A check pauses your training, which loses nothing.')
        : msg('Nothing runs before.');
    // On phones the button's own words are not in sight.
    const hint = nextCheck(open.state)?.hint ?? '';
    return html`<b>${msg('Not checked.')}</b> <span class="hint">${hint}</span> <span>${warning}</span>`;
  }

  /** The other check where there are two, and another file. */
  #tools(): TemplateResult | typeof nothing {
    const { open, actions } = this.app;
    const { claim, check } = open.state;
    if (claim === null || check.state === 'checking') return nothing;
    const next = nextCheck(open.state);
    const others = checkDepths(claim).filter((depth) => depth !== next?.depth && depth === 'full');
    return html`${others.map(
      (depth) =>
        html`<button class="btn" @click=${() => actions.open.check(depth)}>
          ${msg(str`Full check, ${duration(checkSeconds(claim, depth))}`)}
        </button>`,
    )}
    ${
      next === null
        ? nothing
        : html`<button class="tool other" @click=${this.#choose}>${importIcon} ${msg('Choose a file')}</button>`
    }`;
  }

  readonly #choose = (): void => {
    this.renderRoot.querySelector('wm-file-chooser')?.choose();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-open-bar': WmOpenBar;
  }
}
