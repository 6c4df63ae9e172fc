/** One sentence under the headline: whose life is on screen, with the slot in which another agent is chosen. */

import { msg } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { parseLevelId } from '../../environments/ids.ts';
import { presets } from '../../learning/presets.ts';
import type { RunState } from '../state/run-state.ts';
import { hidden } from '../state/page-state.ts';
import { seedOfLife } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { environmentLabel } from '../words/sentences.ts';
import { AppElement } from './app-element.ts';
import { recordedIcon, shareIcon } from './icons.ts';

const RUN = 'run';

/** Environments that presets train in; each has a recording. */
function environments(): readonly string[] {
  return [...new Set(presets.map(({ recipe }) => parseLevelId(recipe.environment).environment))];
}

@customElement('wm-watch-badge')
export class WmWatchBadge extends AppElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      p {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
      }
      p > svg {
        width: 20px;
        height: 20px;
        flex: none;
      }
      .share {
        display: var(--in-hand, inline-flex);
        flex: none;
        color: var(--ink);
      }
      /* As tall as a finger to press, as low as its line to see. */
      select.slot {
        padding-inline: 8px 4px;
        border-block: 6px solid transparent;
        border-radius: 12px 12px 0 0;
        background:
          linear-gradient(var(--ink), var(--ink)) bottom / 100% 2px no-repeat padding-box,
          var(--sheet) padding-box;
      }
      @media print {
        select.slot {
          appearance: none;
        }
      }
      @media (forced-colors: active) {
        select.slot {
          border-block: 0;
          border-bottom: 2px solid;
        }
      }
      @media (max-width: 900px) {
        p {
          align-items: start;
          font-size: var(--text-s);
        }
        p > svg {
          margin-top: 12px;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<p class="quiet">${recordedIcon}<span>${this.#sentence(this.app.run.state)}</span>${this.#share()}</p>`;
  }

  /** Of a run of one's own; recorded ones everybody has. */
  #share(): TemplateResult | typeof nothing {
    const { run, page, actions } = this.app;
    if (run.state.watched !== 'run' || hidden(page.state, 'sharing')) return nothing;
    return html`<button
      class="tool share"
      aria-label=${msg('Share your run')}
      @click=${() => void actions.share.openPresent()}
    >
      ${shareIcon} ${msg('Share')}
    </button>`;
  }

  #sentence(state: RunState): TemplateResult {
    const { playback, recordingProblem, run, watched } = state;
    const slot = this.#slot(state);
    if (!playback) {
      if (watched === 'run') return msg(html`The first life of your run in ${slot} is on its way.`);
      return recordingProblem === null
        ? msg(html`A recorded life in ${slot} is on its way.`)
        : msg(html`There is no recorded life in ${slot} to show. Press Play to train your own.`);
    }
    const seed = seedOfLife(playback.life);
    switch (playback.source) {
      case 'recorded':
        return run
          ? msg(html`Recorded life in ${slot}. Your run goes its own way.`)
          : msg(html`Recorded life in ${slot}. Press Play to train your own.`);
      case 'rolled':
        return watched === 'run'
          ? msg(html`A new life of your agent in ${slot}, in world ${seed}, which it never trained in.`)
          : msg(html`A new life of the recorded agent in ${slot}, in world ${seed}, which it never trained in.`);
      case 'run':
        return msg(
          html`A life from iteration ${playback.life.iteration} of training in ${slot}, seed ${run?.recipe.seed}.`,
        );
      case 'lived':
        return msg(html`The agent's own life goes on in ${slot}, with the notes it keeps.`);
    }
  }

  #slot({ watched, environment, run }: RunState): TemplateResult {
    const chosen = watched === 'run' ? RUN : environment;
    return html`<select
      class="slot"
      aria-label=${msg('Whose life to watch')}
      .value=${chosen}
      @change=${this.#onChange}
    >
      ${run ? html`<option value=${RUN} ?selected=${chosen === RUN}>${this.#runLabel(run.recipe.environment)}</option>` : ''}
      ${environments().map(
        (name) =>
          html`<option value=${name} ?selected=${name === chosen}>${this.#recordedLabel(name, run !== null)}</option>`,
      )}
    </select>`;
  }

  #runLabel(environment: string): string {
    return environmentLabel(environment);
  }

  /** Beside a run of one's own, the recorded ones say what they are. */
  #recordedLabel(environment: string, besideRun: boolean): string {
    const label = environmentLabel(environment);
    return besideRun ? `${label} (${msg('recorded')})` : label;
  }

  readonly #onChange = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    const { watch } = this.app.actions;
    if (value === RUN) watch.watchRun();
    else void watch.chooseEnvironment(value);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-watch-badge': WmWatchBadge;
  }
}
