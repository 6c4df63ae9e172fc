/** All keys that do something, drawn from the table that they are looked up in; and the switch that turns them off. */

import { msg, str } from '@lit/localize';
import { css, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { App } from '../app.ts';
import { groupActs, shortcutsOf } from '../controllers/find-shortcut.ts';
import { SHORTCUTS, type Shortcut, type ShortcutGroup } from '../controllers/shortcuts.ts';
import { shared } from '../styles/shared.ts';
import { screenName } from '../words/screen-names.ts';
import { AppElement } from './app-element.ts';
import './sheet.ts';

@customElement('wm-keys-sheet')
export class WmKeysSheet extends AppElement {
  static override styles = [
    shared,
    css`
      wm-sheet {
        --sheet-width: 860px;
      }
      .groups {
        columns: 2;
        column-gap: var(--space-6);
      }
      section {
        break-inside: avoid;
        padding-bottom: var(--space-4);
      }
      dl {
        display: grid;
        grid-template-columns: 6.5rem 1fr;
        gap: 2px 12px;
        align-items: center;
      }
      h3 {
        padding-bottom: 4px;
        margin-bottom: 4px;
        border-bottom: 1px solid var(--hairline);
      }
      dt,
      dd {
        min-height: 34px;
        display: flex;
        align-items: center;
        gap: 5px;
        line-height: 1.2;
      }
      label {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: var(--target);
      }
      input {
        width: 20px;
        height: 20px;
        flex: none;
        accent-color: var(--ink);
      }
      @media (max-width: 760px) {
        .groups {
          columns: 1;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { page, actions } = this.app;
    const { sheet, preferences } = page.state;
    return html`<wm-sheet
      .label=${msg('Keys')}
      ?open=${sheet === 'keys'}
      @close=${() => actions.page.closeSheet('keys')}
    >
      <div class="groups">${presentFirst(this.app).map((group) => this.#group(group))}</div>
      <label>
        <input
          type="checkbox"
          .checked=${preferences.shortcuts}
          @change=${(event: Event) => actions.page.switchShortcuts((event.target as HTMLInputElement).checked)}
        />
        ${msg('Single keys are shortcuts')}
      </label>
      <p class="small quiet">${msg('Without them everything is still reached with Tab, Enter and Space.')}</p>
    </wm-sheet>`;
  }

  #group(group: ShortcutGroup): TemplateResult {
    return html`<section>
      <h3>${groupName(group)}</h3>
      <dl>
        ${shortcutsOf(group, this.app).map(
          (shortcut) =>
            html`<dt>${caps(shortcut)}</dt>
              <dd>${shortcut.meaning()}</dd>`,
        )}
      </dl>
    </section>`;
  }
}

function caps(shortcut: Shortcut): readonly TemplateResult[] {
  return shortcut.caps().map((cap) => html`<kbd>${cap}</kbd>`);
}

function groupName({ screens, projectorOnly }: ShortcutGroup): string {
  if (screens === 'all') return projectorOnly ? msg('Projector mode') : msg('Everywhere');
  const name = screens.map(screenName).join(', ');
  return projectorOnly ? msg(str`Projector mode: ${name}`) : name;
}

/** Keys of the screen in sight, then those that act everywhere, then those that act elsewhere or otherwise. */
function presentFirst(app: App): readonly ShortcutGroup[] {
  const weight = (group: ShortcutGroup): number => (groupActs(group, app) ? (group.screens === 'all' ? 1 : 0) : 2);
  return SHORTCUTS.filter((group) => shortcutsOf(group, app).length > 0).toSorted(
    (one, other) => weight(one) - weight(other),
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-keys-sheet': WmKeysSheet;
  }
}
