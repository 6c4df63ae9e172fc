/** What the next run will be: the preset, the seed, and, when a run is there already, the button that starts it. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { presets } from '../../learning/presets.ts';
import type { RunActions } from '../actions/run-actions.ts';
import type { RunState } from '../state/run-state.ts';
import { shared } from '../styles/shared.ts';
import { dieIcon } from './icons.ts';

const MAX_SEED = 0xffffffff;
/** A rolled seed is short enough to say aloud. */
const ROLLED_SEEDS = 1000;

@customElement('wm-setup')
export class WmSetup extends LitElement {
  @property({ attribute: false }) state: RunState | null = null;
  @property({ attribute: false }) actions: RunActions | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 12px;
        margin: 0;
        padding: 0;
        border: 0;
        font-size: var(--text-s);
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      input {
        width: 5.5em;
        font-family: var(--font-token);
      }
      @media (max-width: 640px) {
        fieldset {
          gap: 8px;
        }
        select {
          max-width: 42vw;
        }
        input {
          width: 4.6em;
        }
        /* There is room for it only when there is use for it. */
        .btn:disabled,
        fieldset:disabled .btn {
          display: none;
        }
        .wide {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { state, actions } = this;
    if (!state || !actions) return nothing;
    const busy = ['training', 'living', 'watching', 'failed'].includes(state.status?.state ?? '');
    const { preset, seed } = state.setup;
    return html`
      <fieldset ?disabled=${busy}>
        <label
          ><span class="wide">${state.run ? 'New run in' : 'Train in'}</span>
          <select class="slot" .value=${preset} @change=${this.#onPreset}>
            ${presets.map(({ name }) => html`<option value=${name} ?selected=${name === preset}>${presetLabel(name)}</option>`)}
          </select>
        </label>
        <label
          >seed
          <input
            class="slot"
            type="number"
            inputmode="numeric"
            min="0"
            max=${MAX_SEED}
            step="1"
            .value=${String(seed)}
            @change=${this.#onSeed}
          />
        </label>
        <button class="tool" aria-label="Roll a seed" @click=${this.#roll}>${dieIcon}</button>
        ${
          state.run
            ? html`<button class="btn" ?disabled=${state.status === null} @click=${() => actions.startRun()}>
                New run
              </button>`
            : nothing
        }
      </fieldset>
    `;
  }

  readonly #onPreset = (event: Event): void => {
    this.actions?.choosePreset((event.target as HTMLSelectElement).value);
  };

  readonly #onSeed = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const seed = input.valueAsNumber;
    if (Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED) this.actions?.chooseSeed(seed);
    // A value that is no seed gives way to the last one that was.
    input.value = String(this.state?.setup.seed ?? seed);
  };

  readonly #roll = (): void => {
    this.actions?.chooseSeed(crypto.getRandomValues(new Uint32Array(1))[0] % ROLLED_SEEDS);
  };
}

/** `code lake`, `code lake, light`. */
function presetLabel(name: string): string {
  return name.replace(/-light$/, ', light').replaceAll('-', ' ');
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-setup': WmSetup;
  }
}
