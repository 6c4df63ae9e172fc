/** The tools beside the trail: steps of the replay, its speed, the first note that helped, and the die for another life. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { firstHelp } from '../replay/telling.ts';
import { hidden } from '../state/page-state.ts';
import type { StepUnit } from '../state/playback.ts';
import type { RunState } from '../state/run-state.ts';
import { presentSeed } from '../state/watching.ts';
import { shared } from '../styles/shared.ts';
import { AppElement } from './app-element.ts';
import { backIcon, dieIcon, helpedIcon, onIcon, pauseIcon, playIcon } from './icons.ts';

const UNITS: readonly StepUnit[] = ['still', 'update', 'task', 'life'];

/** How the buttons for a step are called, and the key that does the same. */
function unitWords(unit: StepUnit): { readonly name: string; readonly back: string; readonly on: string } {
  switch (unit) {
    case 'still':
      return { name: msg('move'), back: msg('One move back (J)'), on: msg('One move on (L)') };
    case 'update':
      return {
        name: msg('update'),
        back: msg('To the last update of its notes (Shift U)'),
        on: msg('To the next update of its notes (U)'),
      };
    case 'task':
      return { name: msg('task'), back: msg('One task back (Shift J)'), on: msg('One task on (Shift L)') };
    case 'life':
      return { name: msg('life'), back: msg('To the life above ([)'), on: msg('To the life below (])') };
  }
}

@customElement('wm-life-tools')
export class WmLifeTools extends AppElement {
  /** How far the two step buttons go. */
  @state() private unit: StepUnit = 'still';

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 2px;
      }
      .slot {
        background: none;
        padding: 0 2px;
        font-weight: 400;
        font-size: var(--text-s);
      }
      .speed {
        min-width: 52px;
      }
      input.slot {
        width: 4.2em;
        padding: 0 4px;
        font-family: var(--font-token);
        appearance: textfield;
      }
      input::-webkit-inner-spin-button {
        appearance: none;
      }
      .rolling svg {
        animation: roll 1.2s linear infinite;
      }
      @keyframes roll {
        to {
          transform: rotate(1turn);
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .rolling svg {
          animation: none;
        }
      }
      @media (max-width: 900px) {
        :host {
          justify-content: space-between;
        }
      }
      @media (max-width: 640px) {
        :host {
          gap: 0;
        }
        .unit {
          display: none;
        }
        .tool {
          min-width: 40px;
          padding: 0;
        }
        input.slot {
          width: 52px;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { page, run } = this.app;
    const { state } = run;
    return html`
      ${hidden(page.state, 'stepping') ? nothing : this.#steps(state)}
      ${hidden(page.state, 'speed') ? nothing : this.#speed(state)}
      ${hidden(page.state, 'seed') ? nothing : this.#seed(state)}
    `;
  }

  #steps({ playback, replaying }: RunState): TemplateResult {
    const { run, watch } = this.app.actions;
    const none = playback === null;
    const words = unitWords(this.unit);
    return html`
      <select class="slot unit" aria-label=${msg('Step by')} ?disabled=${none} @change=${this.#onUnit}>
        ${UNITS.map((unit) => html`<option value=${unit} ?selected=${unit === this.unit}>${unitWords(unit).name}</option>`)}
      </select>
      <button
        class="tool"
        ?disabled=${none}
        aria-label=${words.back}
        title=${words.back}
        @click=${() => run.step(this.unit, -1)}
      >
        ${backIcon}
      </button>
      <button
        class="tool"
        ?disabled=${none}
        aria-label=${replaying ? msg('Pause the replay (K)') : msg('Play the replay (K)')}
        @click=${() => run.switchReplay()}
      >
        ${replaying ? pauseIcon : playIcon}
      </button>
      <button
        class="tool"
        ?disabled=${none}
        aria-label=${words.on}
        title=${words.on}
        @click=${() => run.step(this.unit, 1)}
      >
        ${onIcon}
      </button>
      <button
        class="tool"
        ?disabled=${!playback || !firstHelp(playback.life)}
        aria-label=${msg('To the first note that helped (H)')}
        title=${msg('To the first note that helped (H)')}
        @click=${() => watch.showFirstHelp()}
      >
        ${helpedIcon}
      </button>
    `;
  }

  #speed({ speed }: RunState): TemplateResult {
    return html`<button
      class="tool speed"
      aria-label=${msg(str`Replay speed, ${speed} times`)}
      @click=${() => this.app.actions.run.changeSpeed()}
    >
      ${speed === 0.5 ? '½' : speed}×
    </button>`;
  }

  #seed(state: RunState): TemplateResult {
    const seed = presentSeed(state);
    const words = msg('Have it live in another world (D)');
    const nobody = state.watched === 'run' ? state.run === null : state.recording === null;
    return html`
      <button
        class="tool ${state.rolling ? 'rolling' : ''}"
        ?disabled=${nobody}
        aria-label=${words}
        title=${words}
        @click=${() => this.app.actions.watch.roll()}
      >
        ${dieIcon}
      </button>
      <input
        class="slot"
        type="number"
        inputmode="numeric"
        min="0"
        step="1"
        ?disabled=${nobody}
        aria-label=${msg('Number of the world')}
        .value=${seed === null ? '' : String(seed)}
        @change=${this.#onSeed}
      />
    `;
  }

  readonly #onUnit = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.unit = UNITS.find((unit) => unit === value) ?? this.unit;
  };

  readonly #onSeed = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    if (input.value !== '') this.app.actions.watch.live(input.valueAsNumber);
    // A number of no world gives way to the last one that was.
    const seed = presentSeed(this.app.run.state);
    input.value = seed === null ? '' : String(seed);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-life-tools': WmLifeTools;
  }
}
