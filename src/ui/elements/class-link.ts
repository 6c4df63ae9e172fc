/** The dialog in which a teacher makes a link for a class: where it leads, what it begins with, which controls stay. */

import { msg, str } from '@lit/localize';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { HIDEABLE, type Control } from '../controls.ts';
import { counted } from '../i18n/counted.ts';
import { LARGEST_SEED } from '../../learning/recipe.ts';
import { LESSONS } from '../lessons/lessons.ts';
import type { ClassLinkState, Start } from '../state/class-link-state.ts';
import { linkText } from '../styles/link-text.ts';
import { shared } from '../styles/shared.ts';
import { STARTS } from '../words/train-starts.ts';
import { screenName } from '../words/screen-names.ts';
import { AppElement } from './app-element.ts';
import './sheet.ts';

/** Settings that the Train screen folds away are folded away here too. */
function isFolded(control: Control): boolean {
  return control.kind === 'setting' && control.part !== 'sentence';
}

@customElement('wm-class-link')
export class WmClassLink extends AppElement {
  static override styles = [
    shared,
    linkText,
    css`
      wm-sheet {
        --sheet-width: 760px;
      }
      .parts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-3) var(--space-5);
      }
      .choices label {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 4px;
        max-width: 100%;
      }
      .choices .slot {
        width: 100%;
        background: var(--ground);
      }
      .choices .number {
        width: 12ch;
      }
      fieldset {
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0;
        font-weight: 650;
      }
      .ticks {
        columns: 2;
        column-gap: var(--space-5);
      }
      .ticks label {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
        break-inside: avoid;
        line-height: 1.2;
      }
      .ticks input {
        width: 20px;
        height: 20px;
        flex: none;
        margin: 0;
        accent-color: var(--ink);
      }
      .ticks label:not(:has(:checked)) span {
        color: var(--ink-2);
        text-decoration: line-through;
      }
      /* Always in sight, so that every tick shows in the link. */
      .link {
        position: sticky;
        bottom: 0;
        display: grid;
        gap: var(--space-2);
        margin: 0 calc(-1 * var(--space-2)) calc(-1 * var(--sheet-padding));
        padding: var(--space-3) var(--space-2) var(--space-4);
        border-top: var(--stroke) solid var(--ink);
        background: var(--sheet);
      }
      .copy {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-4);
      }
      @media (max-width: 640px) {
        .ticks {
          columns: 1;
        }
      }
    `,
  ];

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Where the browser does not let the page copy, the link stands selected for the visitor's own keys.
    if (this.app.classLink.state.copied === 'refused') this.renderRoot.querySelector('textarea')?.select();
  }

  protected override render(): TemplateResult {
    const { page, actions } = this.app;
    const open = page.state.sheet === 'class-link';
    return html`<wm-sheet
      .label=${msg('A link for a class')}
      ?open=${open}
      @close=${() => actions.page.closeSheet('class-link')}
    >
      ${open ? this.#form() : nothing}
    </wm-sheet>`;
  }

  #form(): TemplateResult {
    const { state } = this.app.classLink;
    return html`<div class="parts">
      <p>
        ${msg('Who opens it begins where you say and sees only the controls that you leave. The link holds all of it; nothing is kept anywhere.')}
      </p>
      <div class="choices">${this.#start(state)} ${this.#run(state)}</div>
      ${this.#ticks(state)} ${this.#link(state)}
    </div>`;
  }

  #start({ start }: ClassLinkState): TemplateResult {
    const starts: readonly (Start & { readonly label: string })[] = [
      ...(['watch', 'train', 'lab'] as const).map((screen) => ({ screen, item: null, label: screenName(screen) })),
      ...LESSONS.map(({ name, title }) => ({
        screen: 'lesson' as const,
        item: name,
        label: msg(str`Lesson: ${title()}`),
      })),
    ];
    const present = starts.findIndex(({ screen, item }) => screen === start.screen && item === start.item);
    return html`<label>
      ${msg('It leads to')}
      <select
        class="slot"
        @change=${(event: Event) => {
          const { screen, item } = starts[(event.target as HTMLSelectElement).selectedIndex];
          this.app.actions.classLink.startAt({ screen, item });
        }}
      >
        ${starts.map(({ label }, index) => html`<option ?selected=${index === present}>${label}</option>`)}
      </select>
    </label>`;
  }

  #run({ run }: ClassLinkState): TemplateResult {
    const { classLink } = this.app.actions;
    const choose = (event: Event): void => {
      const { selectedIndex } = event.target as HTMLSelectElement;
      const { preset, changes } = STARTS[selectedIndex - 1] ?? {};
      classLink.propose(preset && changes ? { preset, changes, seed: run?.seed ?? 1 } : null);
    };
    return html`
      <label>
        ${msg('Training begins with')}
        <select class="slot" @change=${choose}>
          <option ?selected=${run === null}>${msg('What the page proposes')}</option>
          ${STARTS.map(
            ({ changes, sentence }) => html`<option ?selected=${run?.changes === changes}>${sentence()}</option>`,
          )}
        </select>
      </label>
      ${
        run
          ? html`<label>
              ${msg('Seed')}
              <input
                class="slot number"
                type="number"
                min="0"
                max=${LARGEST_SEED}
                step="1"
                .value=${String(run.seed)}
                @change=${(event: Event) => {
                  const { valueAsNumber, validity } = event.target as HTMLInputElement;
                  if (validity.valid && Number.isInteger(valueAsNumber)) {
                    classLink.propose({ ...run, seed: valueAsNumber });
                  }
                }}
              />
            </label>`
          : nothing
      }
    `;
  }

  #ticks({ hidden }: ClassLinkState): TemplateResult {
    const tick = ({ name, label }: Control): TemplateResult =>
      html`<label>
        <input
          type="checkbox"
          .checked=${!hidden.has(name)}
          @change=${(event: Event) => this.app.actions.classLink.tick(name, (event.target as HTMLInputElement).checked)}
        />
        <span>${label()}</span>
      </label>`;
    const page = HIDEABLE.filter(({ kind }) => kind === 'page');
    const settings = HIDEABLE.filter(({ kind }) => kind === 'setting');
    return html`
      <fieldset>
        <legend>${msg('What stays on the page')}</legend>
        <div class="ticks">${page.map(tick)}</div>
      </fieldset>
      <fieldset>
        <legend>${msg('What stays of the recipe')}</legend>
        <div class="ticks">${settings.filter((control) => !isFolded(control)).map(tick)}</div>
        <details>
          <summary>${msg('All the other settings')}</summary>
          <div class="ticks">${settings.filter(isFolded).map(tick)}</div>
        </details>
      </fieldset>
    `;
  }

  #link({ copied }: ClassLinkState): TemplateResult {
    const { classLink, handOver } = this.app.actions;
    const link = classLink.link();
    const length = counted(link.length, msg('{n} character|{n} characters'));
    return html`<div class="link">
      <label for="link"><b>${msg('The link')}</b> <span class="quiet">${length}</span></label>
      <textarea id="link" readonly translate="no" .value=${link}></textarea>
      <div class="copy">
        <button class="btn solid" @click=${() => classLink.copy()}>${msg('Copy the link')}</button>
        <button class="btn" @click=${() => void handOver.showClassQr(link)}>${msg('QR code')}</button>
        <p role="status">
          ${
            copied === 'done'
              ? msg('Copied.')
              : copied === 'refused'
                ? msg('This browser does not let the page copy. The link is selected: copy it with your own keys.')
                : this.app.share.state.codeMissing
                  ? msg('The code for QR codes did not load. Look to the connection, then try again.')
                  : nothing
          }
        </p>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-class-link': WmClassLink;
  }
}
